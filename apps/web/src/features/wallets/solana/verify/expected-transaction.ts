interface AnyExpected {
	/** The wallet that signs, pays, and gets what is created. */
	readonly wallet: string;
	/** What rent and fees of all transactions together take, as the server says. */
	readonly costLamports: bigint;
	readonly symbol: string;
}

/** What the page said of the purchase of an item. */
export interface ExpectedItem extends AnyExpected {
	readonly creates: 'item';
	/** Most items, each of which is a transaction of its own. */
	readonly most: number;
	/** The address that receives the price; null where there is none. */
	readonly recipient: string | null;
	/** For each one. */
	readonly priceLamports: bigint;
	/** Mint of the collection that it joins. */
	readonly collection: string;
	/** Whether the sale's own key may name other files later: the items are covered until the reveal. */
	readonly isCovered: boolean;
}

/** What the page said of a new collection. */
export interface ExpectedCollection extends AnyExpected {
	readonly creates: 'collection';
	readonly name: string;
	/** How many items there can be. */
	readonly supply: number;
	/** Percent. */
	readonly royalty: number;
	/** What a collection whose items are covered commits to; null where they are shown from the start. */
	readonly commitment: Readonly<Record<'provenance' | 'seedCommitment', string>> | null;
}

export type ExpectedTransaction = ExpectedItem | ExpectedCollection;

/** What a transaction does, as its bytes say. */
export interface TransactionDetails {
	readonly creates: 'collection' | 'item';
	/** The address that pays, and receives what is created. */
	readonly wallet: string;
	/** Moved to the recipient; null where nobody gets anything. */
	readonly recipient: string | null;
	readonly priceLamports: bigint;
	/** The rent of the accounts that are created, with the deposit of a collection. */
	readonly rentLamports: bigint;
	/** What a collection leaves with the key that lets items in; most of it comes back. 0 for an item. */
	readonly depositLamports: bigint;
	readonly feeLamports: bigint;
	/** The address of what is created. */
	readonly mint: string;
	readonly name: string;
	readonly symbol: string;
	/** The URI of its metadata. */
	readonly uri: string;
	/** Whether the sale's own key may name other files later. */
	readonly isCovered: boolean;
	/** For a collection only: its maximum size, the declared royalty in basis points, and the authority that admits items. */
	readonly group: { readonly maxSize: bigint; readonly royaltyBasisPoints: string; readonly authority: string } | null;
	/** Names of the programs it calls, each once. */
	readonly programs: readonly string[];
}
