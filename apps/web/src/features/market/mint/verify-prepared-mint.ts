import type { PreparedMint } from '@adx/validators/mint';
import { type Address, isAddressEqual } from 'viem';
import { RefusedTransactionError } from '../../wallets/signing-errors.ts';
import { mintTexts } from './mint-texts.ts';

const texts = mintTexts.problems.refused;

/** What the wallet is about to be asked for. */
export interface ExpectedMint {
	readonly imageId: string;
	readonly chainId: number;
	/** Who gets the token. */
	readonly account: Address;
}

/**
 * Reads what a prepared mint would have the wallet send; throws a `RefusedTransactionError` where that is not this image, for
 * this wallet, free and on this chain. The page itself builds the call from it, so that it can do nothing else.
 */
export function verifyPreparedMint(prepared: PreparedMint, { imageId, chainId, account }: ExpectedMint): PreparedMint {
	const refuse = (reason: string): never => {
		throw new RefusedTransactionError(reason);
	};
	const { to, price } = prepared.voucher;
	if (prepared.chainId !== chainId) refuse(texts.network);
	if (prepared.imageId !== imageId) refuse(texts.image);
	if (!isAddressEqual(to as Address, account)) refuse(texts.owner);
	if (price !== '0') refuse(texts.price);
	return prepared;
}
