import { type Address, type Hex, parseEther, stringToHex } from 'viem';
import { sendTransaction } from 'viem/actions';
import type { WalletHandlers } from './use-wallet.ts';

/** A transfer of a chain's own coin. */
export interface PaymentRequest {
	readonly chainId: number;
	readonly to: string;
	/** The amount in the coin, decimal. */
	readonly amount: string;
	/** Travels with it as UTF-8. */
	readonly note: string;
}

/** A question to the wallet; `number` and `of` count them. */
export interface PaymentStep {
	readonly kind: 'switching' | 'sending';
	readonly number: number;
	readonly of: number;
}

export interface SendPaymentOptions {
	/** Waited for before the wallet is asked to send; where it rejects, nothing is sent. */
	readonly prepare: () => Promise<void>;
	/** Called before each question. */
	readonly onStep: (step: PaymentStep) => void;
	/** Once aborted, nothing more is asked; what the wallet was asked to send before counts all the same. */
	readonly signal: AbortSignal;
}

/** Another tab of this browser waits for a wallet's answer about a payment. */
export class PaymentInOtherTabError extends Error {
	override readonly name = 'PaymentInOtherTabError';
}

const lockName = 'adx_payment';

/**
 * Has the connected wallet send a payment, on the right chain first; returns the transaction's hash, which is in no block
 * yet. Rejects with what the wallet refuses, when account or chain change meanwhile, and while another tab has a wallet
 * send one: a user who then confirmed both would pay twice.
 */
export async function sendPayment(
	verbs: WalletHandlers,
	{ chainId, to, amount, note }: PaymentRequest,
	{ prepare, onStep, signal }: SendPaymentOptions,
): Promise<Hex> {
	const { address: account, chainId: current } = verbs.now();
	if (account === null)
		throw Object.assign(new Error('No wallet is connected.'), { name: 'ConnectorNotConnectedError' });
	const of = current === chainId ? 1 : 2;
	if (of === 2) {
		onStep({ kind: 'switching', number: 1, of });
		await verbs.switchTo(chainId, signal);
	}
	const client = await verbs.openClient({ account, chainId });
	const send = async () => {
		signal.throwIfAborted();
		await prepare();
		signal.throwIfAborted();
		onStep({ kind: 'sending', number: of, of });
		const value = parseEther(amount);
		return sendTransaction(client, { account, chain: client.chain, to: to as Address, value, data: stringToHex(note) });
	};
	const hash = await withTabLock(lockName, send);
	if (hash === null) throw new PaymentInOtherTabError('Another tab waits for a wallet to answer about a payment.');
	return hash;
}

/**
 * Does the work unless another tab of this browser, or other work of this one, is at what has that name; null then. Without
 * Web Locks, which browsers have on https and localhost alone, the other tabs are unknown.
 */
async function withTabLock<Result>(name: string, work: () => Promise<Result>): Promise<Awaited<Result> | null> {
	const { locks } = navigator as { readonly locks?: LockManager };
	if (locks === undefined) return await work();
	return locks.request(name, { ifAvailable: true }, async (lock) => (lock === null ? null : await work()));
}
