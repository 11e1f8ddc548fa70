import { type Address, encodeFunctionData, type Hex, type LocalAccount } from 'viem';
import { adxDropAbi } from '../adx-drop-abi.gen.ts';
import { compactSignature } from '../voucher.ts';
import { dropDomain } from './drop-voucher.ts';

// The calls that lead from the end of a sale to the reveal of its items. Anybody may send them.

const abi = adxDropAbi;

/** The data of the call that ends a sale of which every item is sold; before that it is the owner's. */
export const endSaleData: Hex = encodeFunctionData({ abi, functionName: 'endSale' });

/** That by which the hash of the block is kept that decides on the order. */
export const drawData: Hex = encodeFunctionData({ abi, functionName: 'draw' });

/** The drop at an address of a chain, and the account whose signature its reveal takes. */
export interface RevealSigner {
	readonly revealer: LocalAccount;
	readonly chainId: number;
	readonly contract: Address;
}

/** That by which anybody ends a sale with the revealer's word. */
export async function encodeSignedEnd({ revealer, chainId, contract }: RevealSigner): Promise<Hex> {
	const { r, vs } = compactSignature(
		await revealer.signTypedData({
			domain: dropDomain(chainId, contract),
			types: { EndSale: [] },
			primaryType: 'EndSale',
			message: {},
		}),
	);
	return encodeFunctionData({ abi, functionName: 'endSaleBySignature', args: [r, vs] });
}

/** What a reveal shows: `shuffle` is what seed and block make, `baseUri` the folder with `1.json` and on. */
export interface RevealFiles {
	readonly seed: Hex;
	readonly shuffle: Hex;
	readonly baseUri: string;
}

/** That by which the items are shown. */
export async function encodeReveal(
	{ revealer, chainId, contract }: RevealSigner,
	{ seed, shuffle, baseUri }: RevealFiles,
): Promise<Hex> {
	const { r, vs } = compactSignature(
		await revealer.signTypedData({
			domain: dropDomain(chainId, contract),
			types: {
				Reveal: [
					{ name: 'shuffle', type: 'bytes32' },
					{ name: 'baseURI', type: 'string' },
				],
			},
			primaryType: 'Reveal',
			message: { shuffle, baseURI: baseUri },
		}),
	);
	return encodeFunctionData({ abi, functionName: 'reveal', args: [seed, baseUri, r, vs] });
}
