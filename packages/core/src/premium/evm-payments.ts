import {
	formatEther,
	type Hex,
	hexToBytes,
	parseEther,
	TransactionNotFoundError,
	TransactionReceiptNotFoundError,
} from 'viem';
import { connectNode } from '../mint/chain-client.ts';
import type { PaymentChain, PaymentFacts } from './payment-chain.ts';
import type { PremiumChainSettings } from './settings.ts';

/** Payments in the coin of an EVM chain; the memo is the transaction's data. Opens no connection yet. */
export function createEvmPayments(settings: PremiumChainSettings): PaymentChain {
	const { rpcUrl, chainId, treasury } = settings;
	// What is asked at once travels as one batch, so that one node answers all the questions of a look.
	const client = connectNode(rpcUrl);

	async function look(signature: string): Promise<PaymentFacts | null> {
		const hash = signature as Hex;
		const [actualChainId, head, transaction, receipt] = await Promise.all([
			client.getChainId(),
			client.getBlockNumber({ cacheTime: 0 }),
			client.getTransaction({ hash }).catch(nullIf(TransactionNotFoundError)),
			client.getTransactionReceipt({ hash }).catch(nullIf(TransactionReceiptNotFoundError)),
		]);
		if (actualChainId !== chainId) throw new Error(`The node belongs to chain ${actualChainId}, not to ${chainId}.`);
		if (transaction === null) return null;
		const facts = {
			isToTreasury: transaction.to?.toLowerCase() === treasury.toLowerCase(),
			paid: transaction.value,
			memo: memoOf(transaction.input),
		};
		// A node that is behind may still hold a block that the chain has dropped.
		if (receipt === null || !(await isInChain(receipt))) return { ...facts, outcome: 'waiting', confirmations: 0 };
		const confirmations = Math.max(1, Number(head - receipt.blockNumber) + 1);
		return { ...facts, outcome: receipt.status === 'success' ? 'succeeded' : 'failed', confirmations };
	}

	async function isInChain({ blockNumber, blockHash }: { readonly blockNumber: bigint; readonly blockHash: Hex }) {
		const block = await client.getBlock({ blockNumber }).catch((error: unknown) => {
			if (error instanceof Error && error.name === 'BlockNotFoundError') return null;
			throw error;
		});
		return block?.hash === blockHash;
	}

	return { settings, price: parseEther(settings.price), format: formatEther, look };
}

const nullIf = (kind: new (...args: never[]) => Error) => (error: unknown) => {
	if (error instanceof kind) return null;
	throw error;
};

function memoOf(data: Hex): string | null {
	if (data === '0x') return null;
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(hexToBytes(data));
	} catch {
		return data;
	}
}
