import type { Reservation } from '@adx/validators/sale/sales';
import { type Address, BaseError, type Client, ExecutionRevertedError, type Hex } from 'viem';
import { estimateGas, getGasPrice, sendTransaction, signMessage } from 'viem/actions';
import { ContractRefusalError, UserRejectedError, WalletError } from '../../signing-errors.ts';
import { untilAborted } from '../../solana/until-aborted.ts';
import type { WalletHandlers } from '../use-wallet.ts';
import { isUserRejection } from '../wallet-errors.ts';
import { callTexts } from './call-texts.ts';

/** A call as the server builds it. */
export type EvmCall = NonNullable<Reservation['call']>;

/**
 * Has the connected wallet send a call, on the right chain first; returns the transaction's hash, which is in no block yet.
 * Rejects with a `UserRejectedError` or a `WalletError`, and with a `ContractRefusalError` where the wallet says that the
 * contract refuses it.
 */
export async function sendCall(
	handlers: WalletHandlers,
	account: Address,
	{ chainId, to, data, valueWei }: EvmCall,
	signal: AbortSignal,
): Promise<Hex> {
	return askWallet(handlers, { account, chainId, signal }, (client) => {
		const call = { account, chain: client.chain, to: to as Address, data: data as Hex, value: BigInt(valueWei) };
		return sendTransaction(client, call);
	});
}

/**
 * About what a call costs, in gwei, on the right chain first. Rejects as `sendCall`, and with a `ContractRefusalError`
 * where the chain would refuse it.
 */
export async function estimateCall(
	handlers: WalletHandlers,
	account: Address,
	{ chainId, to, data, valueWei }: EvmCall,
	signal: AbortSignal,
): Promise<bigint> {
	let refusal: unknown;
	const wei = await askWallet(handlers, { account, chainId, signal }, async (client) => {
		const call = { account, to: to as Address, data: data as Hex, value: BigInt(valueWei) };
		const [gas, price] = await Promise.all([
			estimateGas(client, call).catch((error: unknown) => {
				refusal = error;
				return 0n;
			}),
			getGasPrice(client),
		]);
		return gas * price;
	});
	if (refusal !== undefined) throw new ContractRefusalError(callTexts.refusedByContract, { cause: refusal });
	return wei / weiPerGwei;
}

const weiPerGwei = 1_000_000_000n;

interface WalletRequest {
	readonly account: Address;
	readonly chainId: number;
	readonly signal: AbortSignal;
}

/** Has the connected wallet sign a text (`personal_sign`); hex. Rejects as `sendCall`. */
export const signEvmMessage = (handlers: WalletHandlers, request: WalletRequest, message: string): Promise<Hex> =>
	askWallet(handlers, request, (client) => {
		const signing = signMessage(client, { account: request.account, message });
		return untilAborted(signing, request.signal);
	});

/** Has the wallet do something on that chain. */
async function askWallet<T>(
	handlers: WalletHandlers,
	{ account, chainId, signal }: WalletRequest,
	ask: (client: Client) => Promise<T>,
): Promise<T> {
	try {
		if (handlers.now().chainId !== chainId) await handlers.switchTo(chainId, signal);
		const client = await handlers.openClient({ account, chainId });
		signal.throwIfAborted();
		return await ask(client);
	} catch (error) {
		if (signal.aborted) throw error;
		if (isUserRejection(error)) throw new UserRejectedError('The request was closed', { cause: error });
		if (isRevert(error)) throw new ContractRefusalError(callTexts.refusedByContract, { cause: error });
		throw new WalletError('The wallet did not do it', { cause: error });
	}
}

const isRevert = (error: unknown): boolean =>
	error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError) !== null;
