import type { Reservation } from '@adx/validators/sales';
import type { Address, Hex } from 'viem';
import { sendTransaction } from 'viem/actions';
import { UserRejectedError, WalletError } from '../../solana/transactions/signing-errors.ts';
import type { WalletHandlers } from '../use-wallet.ts';
import { isUserRejection } from '../wallet-errors.ts';

/** A call as the server builds it. */
export type EvmCall = NonNullable<Reservation['call']>;

/**
 * Has the connected wallet send a call, on the right chain first; returns the transaction's hash, which is in no block yet.
 * Rejects with a `UserRejectedError` or a `WalletError`.
 */
export async function sendCall(
	handlers: WalletHandlers,
	account: Address,
	{ chainId, to, data, valueWei }: EvmCall,
	signal: AbortSignal,
): Promise<Hex> {
	try {
		if (handlers.now().chainId !== chainId) await handlers.switchTo(chainId, signal);
		const client = await handlers.openClient({ account, chainId });
		signal.throwIfAborted();
		const call = { account, chain: client.chain, to: to as Address, data: data as Hex, value: BigInt(valueWei) };
		return await sendTransaction(client, call);
	} catch (error) {
		if (signal.aborted) throw error;
		if (isUserRejection(error)) throw new UserRejectedError('The request was closed', { cause: error });
		throw new WalletError('The wallet did not send', { cause: error });
	}
}
