import { AppError } from '../../platform/errors.ts';

/** 400 unless the text is the address of a wallet: 32 bytes in base58, a point of the curve, so that it can sign. */
export async function checkWalletAddress(text: string): Promise<void> {
	const { isAddress, isOffCurveAddress } = await import('@solana/kit');
	if (!isAddress(text)) throw badWallet('This is not an address of Solana.');
	if (isOffCurveAddress(text)) throw badWallet('This address belongs to a program and cannot sign. Use a wallet.');
}

const badWallet = (message: string) =>
	new AppError('INVALID', { reason: 'bad_input', message, meta: { fields: { walletAddress: message } } });
