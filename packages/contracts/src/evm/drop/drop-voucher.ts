import { type Address, encodeFunctionData, type Hex, keccak256, type LocalAccount, stringToBytes } from 'viem';
import { adxDropAbi } from '../adx-drop-abi.gen.ts';
import { type CompactSignature, compactSignature } from '../voucher.ts';

export { adxDropAbi };

/** The most items of one voucher, as the contract has it. */
export const dropBatchMax = 20;

/** The longest time that a voucher can hold, in seconds, as the contract has it. */
export const dropVoucherMaxSeconds = 3_600;

/**
 * The contract's Voucher: a permission for `buyer` to buy `items` (1 to 20 numbers) for `price` wei together, up to and
 * including Unix second `deadline`, at most an hour ahead. `reservation` has 64 bits.
 */
export interface DropVoucher {
	readonly buyer: Address;
	readonly price: bigint;
	readonly reservation: bigint;
	readonly deadline: bigint;
	readonly items: readonly number[];
}

/** EIP-712 domain of the drop at an address of a chain. */
export function dropDomain(chainId: number, verifyingContract: Address) {
	return { name: 'ADX Drop', version: '1', chainId, verifyingContract } as const;
}

/** A voucher as EIP-712 typed data, for signers and verifiers. */
export function dropVoucherTypedData(chainId: number, verifyingContract: Address, voucher: DropVoucher) {
	return {
		domain: dropDomain(chainId, verifyingContract),
		types: {
			Voucher: [
				{ name: 'buyer', type: 'address' },
				{ name: 'price', type: 'uint256' },
				{ name: 'reservation', type: 'uint64' },
				{ name: 'deadline', type: 'uint64' },
				{ name: 'items', type: 'uint32[]' },
			],
		},
		primaryType: 'Voucher',
		message: voucher,
	} as const;
}

/** Signs a voucher for the drop at an address of a chain; `redeem` takes voucher, `r` and `vs`. */
export async function signDropVoucher(
	signer: LocalAccount,
	chainId: number,
	contract: Address,
	voucher: DropVoucher,
): Promise<CompactSignature> {
	return compactSignature(await signer.signTypedData(dropVoucherTypedData(chainId, contract, voucher)));
}

/** What names a reservation on the chain: the first 8 bytes of keccak256 of its id's UTF-8, as an unsigned number. */
export function toReservationNumber(reservationId: string): bigint {
	return BigInt(keccak256(stringToBytes(reservationId)).slice(0, 18));
}

/** The data of the transaction that redeems a voucher. */
export function toRedeemData(voucher: DropVoucher, { r, vs }: CompactSignature): Hex {
	return encodeFunctionData({ abi: adxDropAbi, functionName: 'redeem', args: [voucher, r, vs] });
}
