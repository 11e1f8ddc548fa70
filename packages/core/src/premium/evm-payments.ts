import {
	type Address,
	BlockNotFoundError,
	formatEther,
	type Hex,
	hexToBytes,
	isHex,
	parseEther,
	TransactionNotFoundError,
	TransactionReceiptNotFoundError,
} from 'viem';
import { createEvmClient } from '../platform/chains/evm-client.ts';
import { ChainError } from '../platform/chains/evm-problem.ts';
import type { PaymentChain, PaymentFacts, ReadTransfers, TreasuryTransfer } from './payment-chain.ts';
import type { PremiumChainSettings } from './premium-settings.ts';

/** Payments in the coin of an EVM chain; the memo is the transaction's data. Opens no connection yet. */
export function createEvmPayments(settings: PremiumChainSettings, offeredSince: Date): PaymentChain {
	const { rpcUrl, chainId, treasury } = settings;
	const price = parseEther(settings.price);
	const isToTreasury = (to: Address | null) => to?.toLowerCase() === treasury.toLowerCase();

	async function inspect(signature: string, signal: AbortSignal): Promise<PaymentFacts | null> {
		const hash = signature as Hex;
		// What is asked at once travels as one batch, so that one node answers all the questions about a payment.
		const client = createEvmClient(rpcUrl, signal);
		const [actualChainId, head, transaction, receipt] = await Promise.all([
			client.getChainId(),
			client.getBlockNumber({ cacheTime: 0 }),
			client.getTransaction({ hash }).catch(nullIf(TransactionNotFoundError)),
			client.getTransactionReceipt({ hash }).catch(nullIf(TransactionReceiptNotFoundError)),
		]);
		requireChain(actualChainId);
		if (transaction === null) return null;
		const { to, value: paid, input } = transaction;
		const facts = { isToTreasury: isToTreasury(to), paid, memo: readMemo(input) };
		const block =
			receipt && (await client.getBlock({ blockNumber: receipt.blockNumber }).catch(nullIf(BlockNotFoundError)));
		// A node that is behind may still hold a block that the chain has dropped.
		if (receipt === null || block?.hash !== receipt.blockHash) {
			return { ...facts, outcome: 'waiting', confirmations: 0, minedAt: null };
		}
		return {
			...facts,
			outcome: receipt.status === 'success' ? 'succeeded' : 'failed',
			confirmations: Math.max(1, Number(head - receipt.blockNumber) + 1),
			minedAt: new Date(Number(block.timestamp) * 1_000),
		};
	}

	function requireChain(actualChainId: number): void {
		if (actualChainId === chainId) return;
		throw new ChainError(`The node belongs to chain ${actualChainId}, not to ${chainId}.`);
	}

	async function readHead(signal: AbortSignal): Promise<number> {
		const client = createEvmClient(rpcUrl, signal);
		const [actualChainId, head] = await Promise.all([client.getChainId(), client.getBlockNumber({ cacheTime: 0 })]);
		requireChain(actualChainId);
		return Number(head);
	}

	/** No transfer leaves a log, so that blocks are read whole, unless balance and nonce say that there is nothing. */
	async function readTransfers(from: number, to: number, signal: AbortSignal): Promise<ReadTransfers> {
		const client = createEvmClient(rpcUrl, signal);
		if (await isUntouched(client, treasury as Address, { from, to })) return { transfers: [], readTo: to };
		signal.throwIfAborted();
		const transfers: TreasuryTransfer[] = [];
		for (let first = from; first <= to; first += blocksAtOnce) {
			const numbers = Array.from({ length: Math.min(blocksAtOnce, to - first + 1) }, (_, index) => first + index);
			const blocks = await Promise.all(
				numbers.map((number) =>
					client.getBlock({ blockNumber: BigInt(number), includeTransactions: true }).catch(nullIf(BlockNotFoundError)),
				),
			);
			for (const [index, block] of blocks.entries()) {
				const blockNumber = first + index;
				// A node that is behind: what comes next is read when it has it.
				if (block === null) return { transfers, readTo: blockNumber - 1 };
				for (const { to: receiver, value, input, hash } of block.transactions) {
					const memo = isToTreasury(receiver) && value >= price ? readMemo(input) : null;
					if (memo !== null) transfers.push({ signature: hash, blockNumber, memo });
				}
			}
		}
		return { transfers, readTo: to };
	}

	async function readTime(blockNumber: number, signal: AbortSignal): Promise<Date> {
		const { timestamp } = await createEvmClient(rpcUrl, signal).getBlock({ blockNumber: BigInt(blockNumber) });
		return new Date(Number(timestamp) * 1_000);
	}

	return {
		settings,
		offeredSince,
		price,
		format: formatEther,
		inspect,
		readHead,
		readTransfers,
		readTime,
	};
}

/** A block with all its transactions may take some hundred kilobytes. */
const blocksAtOnce = 10;

/**
 * Whether an account without code sent and got nothing in these blocks: only its own transactions, which its nonce counts,
 * take from its balance. False where the node does not know: few keep what was true some hundred blocks ago.
 */
async function isUntouched(
	client: ReturnType<typeof createEvmClient>,
	address: Address,
	{ from, to }: { readonly from: number; readonly to: number },
): Promise<boolean> {
	const at = [BigInt(Math.max(0, from - 1)), BigInt(to)] as const;
	try {
		const [code, balances, nonces] = await Promise.all([
			client.getCode({ address, blockNumber: at[1] }),
			Promise.all(at.map((blockNumber) => client.getBalance({ address, blockNumber }))),
			Promise.all(at.map((blockNumber) => client.getTransactionCount({ address, blockNumber }))),
		]);
		return code === undefined && balances[0] === balances[1] && nonces[0] === nonces[1];
	} catch {
		return false;
	}
}

const nullIf = (kind: new (...args: never[]) => Error) => (error: unknown) => {
	if (error instanceof kind) return null;
	throw error;
};

function readMemo(data: Hex): string | null {
	if (data === '0x') return null;
	const text = decodeText(data) ?? data;
	// Hex that was typed where the wallet takes plain text.
	return isHex(text) ? (decodeText(text) ?? text) : text;
}

/** Null where the bytes are not text, or one that PostgreSQL would not take. */
function decodeText(data: Hex): string | null {
	try {
		const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(hexToBytes(data));
		return text.includes('\0') ? null : text;
	} catch {
		return null;
	}
}
