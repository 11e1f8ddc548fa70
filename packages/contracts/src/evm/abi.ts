export { adxCollectionAbi } from './adx-collection-abi.gen.ts';
export { adxDropAbi } from './adx-drop-abi.gen.ts';
export { estimateRedeemGas } from './redeem-gas.ts';

/**
 * The contract's Voucher: a permission to mint token `nonce` with metadata whose SHA-256 is `digest`, for `price` wei,
 * up to and including Unix second `deadline`. Integers as the ABI takes them; `nonce` and `deadline` have 64 bits.
 */
export interface Voucher {
	readonly to: `0x${string}`;
	readonly digest: `0x${string}`;
	readonly price: bigint;
	readonly nonce: bigint;
	readonly deadline: bigint;
}

/** EIP-712 types of a voucher. */
export const voucherTypes = {
	Voucher: [
		{ name: 'to', type: 'address' },
		{ name: 'digest', type: 'bytes32' },
		{ name: 'price', type: 'uint256' },
		{ name: 'nonce', type: 'uint64' },
		{ name: 'deadline', type: 'uint64' },
	],
} as const;

/** EIP-712 domain of the contract at an address of a chain. */
export function voucherDomain(chainId: number, verifyingContract: `0x${string}`) {
	return { name: 'ADX Voucher', version: '1', chainId, verifyingContract } as const;
}

/** What the contract's `stateOf` says of a nonce, by the number that it answers. */
export const nonceStates = ['unused', 'redeemed', 'cancelled'] as const;
