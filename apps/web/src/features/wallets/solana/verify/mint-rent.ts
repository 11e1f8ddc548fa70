/** What a mint holds on the chain beside the fixed part, in bytes as Token-2022 lays them out. */
export interface MintMetadataSize {
	readonly name: string;
	readonly symbol: string;
	readonly uri: string;
	/** Further fields with their values. */
	readonly fields: readonly (readonly [string, string])[];
}

/** A mint, padded to where every account of Token-2022 says what it is. */
const mintBytes = 166;
/** Type and length before each extension. */
const headBytes = 4;
const pointerBytes = headBytes + 64;
const groupBytes = { collection: headBytes + 80, item: headBytes + 72 } as const;
/** Data of a wallet's account for a token. */
const tokenAccountBytes = 170;
/** What the rent of every account counts beyond its data. */
const accountBytes = 128;

const textBytes = (text: string) => 4 + new TextEncoder().encode(text).length;

/** Data of a mint with its pointers to metadata and group, before anything else is written. */
export const emptyMintBytes = mintBytes + 2 * pointerBytes;

/** Data of the same with everything written. */
export function writtenMintBytes(
	creates: 'collection' | 'item',
	{ name, symbol, uri, fields }: MintMetadataSize,
): number {
	const texts = [name, symbol, uri, ...fields.flat()].reduce((sum, text) => sum + textBytes(text), 0);
	return emptyMintBytes + headBytes + 64 + texts + 4 + groupBytes[creates];
}

/**
 * Rent of all accounts that a transaction makes, in lamports. What it pays for the mint says what the network takes for a
 * byte, and so what it will take for the wallet's account of an item, of which the bytes say nothing. Null where the mint
 * is not paid for exactly.
 */
export function getRent(creates: 'collection' | 'item', mint: MintMetadataSize, paidLamports: bigint): bigint | null {
	const counted = BigInt(accountBytes + writtenMintBytes(creates, mint));
	if (paidLamports === 0n || paidLamports % counted !== 0n) return null;
	const tokenAccount = creates === 'item' ? BigInt(accountBytes + tokenAccountBytes) : 0n;
	return paidLamports + tokenAccount * (paidLamports / counted);
}

/** What the deposit of a collection holds beyond the rent of its account. */
const depositReserveLamports = 100_000n;

/** What a collection leaves with the key that lets its items in, in lamports, by what its mint pays for a byte. */
export const getDeposit = (mint: MintMetadataSize, paidLamports: bigint): bigint =>
	(paidLamports / BigInt(accountBytes + writtenMintBytes('collection', mint))) * BigInt(accountBytes) +
	depositReserveLamports;

/** Items that a transaction reveals, and what is put aside for each such transaction. */
const reveal = { items: 5, lamports: 15_000n } as const;

/** What a collection leaves for the reveal of so many covered items, in lamports; most of it comes back. */
export const getRevealReserve = (coveredItems: number): bigint =>
	BigInt(Math.ceil(coveredItems / reveal.items)) * reveal.lamports;
