import type { MintChain, MintStatus } from '@adx/validators/minted-token';
import type { Generated, Selectable } from 'kysely';
import type { CreatedAt, Nullable } from './column-types.ts';

/** `none` is the absence of a row. */
export type StoredMintStatus = Exclude<MintStatus, 'none'>;

/** One image on one chain, from its first preparation on. */
export interface MintedTokensTable {
	id: string;
	ownerId: string;
	imageId: string;
	chain: MintChain;
	contractAddress: string;
	/** Unsigned 64-bit, decimal. */
	tokenId: string;
	status: StoredMintStatus;
	/** The owner once it is minted. */
	ownerAddress: string;
	nftName: string;
	nftDescription: string;
	/** The SHA-256 of the metadata JSON: says which of the prepared ones is the token's. */
	metadataSha256: string;
	metadataCid: string;
	imageCid: string;
	tokenUri: string;
	/** The hash that the browser reported, then the one that the chain has. */
	txHash: Nullable<string>;
	/** When that was reported first. */
	txReportedAt: Nullable<Date>;
	/** Whether the node knew nothing of it a while after. */
	txIsUnknown: Generated<boolean>;
	/** Block with the Minted event, once it was confirmed. */
	blockNumber: Nullable<number>;
	blockHash: Nullable<string>;
	/** Why it failed; null for a final failure is a permission that ran out before any transaction was reported. */
	errorMessage: Nullable<string>;
	/** For a failed mint: none of its vouchers can be redeemed any more. */
	isFinal: Generated<boolean>;
	/** For a failed mint: when its owner gave it up. */
	cancelledAt: Nullable<Date>;
	createdAt: CreatedAt;
	mintedAt: Nullable<Date>;
}
export type MintedTokenRow = Selectable<MintedTokensTable>;

/** What a mint was ever prepared with: an older voucher may be the one that is redeemed. */
export interface MintMetadataTable {
	mintId: string;
	/** The SHA-256 of `json`, lower-case hex. */
	sha256: string;
	/** Derived from the same hash. */
	cid: string;
	json: string;
	nftName: string;
	nftDescription: string;
	ownerAddress: string;
	imageSha256: string;
	imageCid: string;
	/** When it was published with its image; null while it is its owner's to publish. */
	publishedAt: Nullable<Date>;
	createdAt: CreatedAt;
}
export type MintMetadataRow = Selectable<MintMetadataTable>;

/** The permission to mint; signed again, it stays the same row. */
export interface MintVouchersTable {
	id: string;
	mintId: string;
	chain: MintChain;
	/** The token's id: unsigned 64-bit, decimal. */
	nonce: string;
	/** Compact, 64 bytes in hex; empty of a token that was found on the chain without its voucher. */
	signature: string;
	deadline: Date;
	used: Generated<boolean>;
	/** Block at which it was first signed, before which nothing holds its mint; or at which its token was found. */
	signedAtBlock: number;
	createdAt: CreatedAt;
	usedAt: Nullable<Date>;
}
export type MintVoucherRow = Selectable<MintVouchersTable>;

/** Up to where a contract's events were read. */
export interface ChainCursorsTable {
	chain: MintChain;
	contractAddress: string;
	blockNumber: number;
	/** Whether it is a contract of a sale, not one that single images are minted on. */
	isSale: Generated<boolean>;
	updatedAt: Generated<Date>;
}
