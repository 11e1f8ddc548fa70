import {
	type Hex,
	keccak256,
	type LocalAccount,
	parseSignature,
	signatureToCompactSignature,
	stringToBytes,
} from 'viem';
import { type Voucher, voucherDomain, voucherTypes } from './abi.ts';

/** A signature as `redeem` takes it (EIP-2098). */
export interface CompactSignature {
	readonly r: Hex;
	readonly vs: Hex;
}

/**
 * Token id and voucher nonce of an image: the first 8 bytes of keccak256 of its id's UTF-8, as an unsigned number. It
 * follows from the id alone, so an image never gets a second one, whatever becomes of the database.
 */
export function toTokenId(imageId: string): bigint {
	return BigInt(keccak256(stringToBytes(imageId)).slice(0, 18));
}

/** A voucher as EIP-712 typed data, for wallets, signers and verifiers. */
export function voucherTypedData(chainId: number, contract: Hex, voucher: Voucher) {
	return {
		domain: voucherDomain(chainId, contract),
		types: voucherTypes,
		primaryType: 'Voucher',
		message: voucher,
	} as const;
}

/** Signs a voucher for the contract at an address of a chain; `redeem` takes voucher, `r` and `vs`. */
export async function signVoucher(
	signer: LocalAccount,
	chainId: number,
	contract: Hex,
	voucher: Voucher,
): Promise<CompactSignature> {
	return compactSignature(await signer.signTypedData(voucherTypedData(chainId, contract, voucher)));
}

/** The 64-byte form of a 65-byte signature whose s is the lower one, as every signing library makes it. */
export function compactSignature(signature: Hex): CompactSignature {
	const { r, yParityAndS } = signatureToCompactSignature(parseSignature(signature));
	return { r, vs: yParityAndS };
}
