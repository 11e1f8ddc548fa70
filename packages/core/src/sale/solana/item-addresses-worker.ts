import { createPrivateKey, createPublicKey } from 'node:crypto';
import { deriveSeed, itemLabel } from '@adx/contracts/solana/sale-keys';
import { getAddressDecoder } from '@solana/kit';
import { saleOrder } from '../sale-secret.ts';

export interface ItemAddressesTask {
	/** 32 bytes. */
	readonly secret: Uint8Array;
	readonly supply: number;
}

/** An item with its place in the order of sale, from 0. */
export interface ItemAddress {
	readonly tokenNumber: number;
	readonly position: number;
	readonly mintAddress: string;
}

/** What stands before the seed of an Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const privateKeyHead = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicKeyBytes = 32;

/** The mint addresses of all items of a sale, in the order of sale. */
export default function runItemAddressesTask({ secret, supply }: ItemAddressesTask): ItemAddress[] {
	const decoder = getAddressDecoder();
	return saleOrder(secret, supply).map((tokenNumber, position) => {
		const seed = deriveSeed(secret, itemLabel(tokenNumber));
		// A quarter of the time that Web Crypto takes.
		const key = createPrivateKey({ key: Buffer.concat([privateKeyHead, seed]), format: 'der', type: 'pkcs8' });
		const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-publicKeyBytes);
		return { tokenNumber, position, mintAddress: decoder.decode(publicKey) };
	});
}
