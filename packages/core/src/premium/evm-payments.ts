import {
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
import type { PaymentChain, PaymentFacts } from './payment-chain.ts';
import type { PremiumChainSettings } from './premium-settings.ts';

/** Payments in the coin of an EVM chain; the memo is the transaction's data. Opens no connection yet. */
export function createEvmPayments(settings: PremiumChainSettings, offeredSince: Date): PaymentChain {
	const { rpcUrl, chainId, treasury } = settings;

	async function look(signature: string, signal: AbortSignal): Promise<PaymentFacts | null> {
		const hash = signature as Hex;
		// What is asked at once travels as one batch, so that one node answers all the questions of a look.
		const client = createEvmClient(rpcUrl, signal);
		const [actualChainId, head, transaction, receipt] = await Promise.all([
			client.getChainId(),
			client.getBlockNumber({ cacheTime: 0 }),
			client.getTransaction({ hash }).catch(nullIf(TransactionNotFoundError)),
			client.getTransactionReceipt({ hash }).catch(nullIf(TransactionReceiptNotFoundError)),
		]);
		if (actualChainId !== chainId) {
			throw new ChainError(`The node belongs to chain ${actualChainId}, not to ${chainId}.`);
		}
		if (transaction === null) return null;
		const { to, value: paid, input } = transaction;
		const facts = { isToTreasury: to?.toLowerCase() === treasury.toLowerCase(), paid, memo: readMemo(input) };
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

	return { settings, offeredSince, price: parseEther(settings.price), format: formatEther, inspect: look };
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

/** Null where the bytes are no text, or one that PostgreSQL would not take. */
function decodeText(data: Hex): string | null {
	try {
		const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(hexToBytes(data));
		return text.includes('\0') ? null : text;
	} catch {
		return null;
	}
}
