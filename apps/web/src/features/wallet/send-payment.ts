import { type Address, type Hex, parseEther, stringToHex } from 'viem';
import { sendTransaction } from 'viem/actions';
import type { WalletVerbs } from './use-wallet.ts';

/** A transfer of a chain's own coin. */
export interface PaymentOrder {
	readonly chainId: number;
	readonly to: string;
	/** In the coin, decimal. */
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

/**
 * Has the connected wallet send a payment, on the right chain first; returns the transaction's hash, which is in no block
 * yet. Rejects with what the wallet refuses, and when account or chain change meanwhile.
 */
export async function sendPayment(
	verbs: WalletVerbs,
	{ chainId, to, amount, note }: PaymentOrder,
	onStep: (step: PaymentStep) => void,
): Promise<Hex> {
	const { address: account, chainId: current } = verbs.now();
	if (account === null)
		throw Object.assign(new Error('No wallet is connected.'), { name: 'ConnectorNotConnectedError' });
	const of = current === chainId ? 1 : 2;
	if (of === 2) {
		onStep({ kind: 'switching', number: 1, of });
		await verbs.switchTo(chainId);
	}
	const client = await verbs.openClient({ account, chainId });
	onStep({ kind: 'sending', number: of, of });
	return sendTransaction(client, {
		account,
		chain: client.chain,
		to: to as Address,
		value: parseEther(amount),
		data: stringToHex(note),
	});
}
