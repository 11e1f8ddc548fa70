import type { Voucher } from '@adx/contracts/evm/abi';
import { type CompactSignature, signVoucher, toTokenId } from '@adx/contracts/evm/voucher';
import { privateKeyToAccount } from 'viem/accounts';

/** Signs vouchers with the operator's key, which it does not give away. */
export interface VoucherSigner {
	readonly address: `0x${string}`;
	/** The one nonce of an image. */
	nonceOf(imageId: string): bigint;
	sign(chainId: number, contract: `0x${string}`, voucher: Voucher): Promise<CompactSignature>;
}

/** @param key the operator's, of 32 bytes as hex with 0x */
export function createVoucherSigner(key: `0x${string}`): VoucherSigner {
	const account = privateKeyToAccount(key);
	return {
		address: account.address,
		nonceOf: toTokenId,
		sign: (chainId, contract, voucher) => signVoucher(account, chainId, contract, voucher),
	};
}
