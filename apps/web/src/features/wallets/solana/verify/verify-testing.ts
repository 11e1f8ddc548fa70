import { RefusedTransactionError } from '../../signing-errors.ts';
import { reviewTransactions } from '../sign/sign-transactions.ts';
import { buyer, collectionMint, creator } from '../solana-testing.ts';
import type { ExpectedCollection, ExpectedItem, ExpectedTransaction } from './expected-transaction.ts';

export const toBytes = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
export const toWire = (bytes: ArrayLike<number>) =>
	btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** What a page expects of what `buildItem` and `buildCollection` make. */
export const expectedItem: ExpectedItem = {
	creates: 'item',
	wallet: buyer,
	most: 1,
	recipient: creator,
	priceLamports: 100_000_000n,
	costLamports: 6_800_000n,
	collection: collectionMint,
	isCovered: false,
	symbol: 'FF',
};
export const expectedCollection: ExpectedCollection = {
	creates: 'collection',
	wallet: creator,
	costLamports: 5_800_000n,
	name: 'Frost & Fire',
	symbol: 'FF',
	supply: 30,
	royalty: 5,
	commitment: null,
};

/** The facts of one transaction, or the sentence that refuses it. */
export async function verify(wire: string, expected: ExpectedTransaction): Promise<unknown> {
	try {
		return (await reviewTransactions([wire], expected)).facts[0];
	} catch (error) {
		if (error instanceof RefusedTransactionError) return error.message;
		throw error;
	}
}
