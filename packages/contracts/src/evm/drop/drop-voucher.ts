import { type Address, encodeDeployData, type Hex, type LocalAccount, zeroHash } from 'viem';
import { adxDropAbi } from '../adx-drop-abi.gen.ts';
import { adxDropBytecode } from '../adx-drop-bytecode.gen.ts';
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

/**
 * What a drop is deployed with. `owner` is the creator, who is paid and gets the royalty (`royaltyBps` in hundredths of a
 * percent, at most 1000); `signer` signs vouchers. `baseUri` is the folder with `1.json` and on; with a `seedCommitment`
 * one file that stands for every item until the reveal. `provenance` is the SHA-256 of the list of all items' files.
 */
export interface DropSettings {
	readonly name: string;
	readonly symbol: string;
	readonly contractUri: string;
	readonly baseUri: string;
	readonly owner: Address;
	readonly signer: Address;
	readonly cap: number;
	readonly royaltyBps: number;
	readonly provenance: Hex;
	readonly seedCommitment?: Hex;
}

/** The data of the transaction that creates a drop. */
export function dropDeploymentData({ contractUri, baseUri, royaltyBps, ...settings }: DropSettings): Hex {
	return encodeDeployData({
		abi: adxDropAbi,
		bytecode: adxDropBytecode,
		args: [
			{
				seedCommitment: zeroHash,
				...settings,
				contractURI: contractUri,
				baseURI: baseUri,
				royaltyBps: BigInt(royaltyBps),
			},
		],
	});
}

/** A voucher as EIP-712 typed data, for signers and verifiers. */
export function dropVoucherTypedData(chainId: number, verifyingContract: Address, voucher: DropVoucher) {
	return {
		domain: { name: 'ADX Drop', version: '1', chainId, verifyingContract },
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
