import type { MintChain } from '@adx/validators/minted-token';
import { sql } from 'kysely';
import type { Database } from '../../client/database.ts';
import { databaseNow } from '../../client/database-time.ts';
import { toJsonb } from '../../schema/column-types.ts';
import type { ListPage } from '../../schema/list-page.ts';
import type { MintedTokenRow, MintMetadataRow } from '../../schema/mint-tables.ts';

/**
 * Notes the transaction that the browser reported. False when there is no such mint of that owner, or it is done, or
 * failed with that very transaction or for good.
 */
export async function recordSubmittedMint(
	db: Database,
	ownerId: string,
	{ imageId, chain, txHash }: { readonly imageId: string; readonly chain: MintChain; readonly txHash: string },
): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('mintedTokens')
		.set({
			status: 'minting',
			txHash,
			errorMessage: null,
			cancelledAt: null,
			txReportedAt: sql<Date>`case when tx_hash is not distinct from ${txHash} then tx_reported_at else ${databaseNow} end`,
			txIsUnknown: sql<boolean>`tx_hash is not distinct from ${txHash} and tx_is_unknown`,
		})
		.where('ownerId', '=', ownerId)
		.where('imageId', '=', imageId)
		.where('chain', '=', chain)
		.where('isFinal', '=', false)
		.where((eb) =>
			eb.or([
				eb('status', 'in', ['prepared', 'minting']),
				eb.and([eb('status', '=', 'failed'), sql<boolean>`tx_hash is distinct from ${txHash}`]),
			]),
		)
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/**
 * Gives up a mint that is prepared or under way, for its owner. The chain can still prove it wrong, so it is not a final
 * failure. False where there is no such mint.
 */
export async function cancelOpenMint(
	db: Database,
	ownerId: string,
	{
		imageId,
		chain,
		errorMessage,
	}: { readonly imageId: string; readonly chain: MintChain; readonly errorMessage: string },
): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('mintedTokens')
		.set({ status: 'failed', errorMessage, cancelledAt: databaseNow, txIsUnknown: false })
		.where('ownerId', '=', ownerId)
		.where('imageId', '=', imageId)
		.where('chain', '=', chain)
		.where('status', 'in', ['prepared', 'minting'])
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/** A mint as its owner sees it. */
export type ListedMint = Pick<
	MintedTokenRow,
	| 'imageId'
	| 'chain'
	| 'status'
	| 'txHash'
	| 'txIsUnknown'
	| 'contractAddress'
	| 'tokenId'
	| 'ownerAddress'
	| 'errorMessage'
	| 'isFinal'
	| 'cancelledAt'
> & {
	/** Until when a voucher that was signed for it holds. */
	readonly deadline: Date | null;
	/** Whether its document and image were published. */
	readonly isPublished: boolean;
};

/** A mint as its image shows it. */
export type MintOfImage = Pick<
	MintedTokenRow,
	| 'imageId'
	| 'chain'
	| 'status'
	| 'contractAddress'
	| 'tokenId'
	| 'ownerAddress'
	| 'txHash'
	| 'errorMessage'
	| 'isFinal'
>;

/** The mints of these images on all chains, oldest first. */
export async function listMintsOfImages(db: Database, imageIds: readonly string[]): Promise<MintOfImage[]> {
	if (imageIds.length === 0) return [];
	return db
		.selectFrom('mintedTokens')
		.select(['imageId', 'chain', 'status', 'contractAddress', 'tokenId', 'ownerAddress', 'txHash'])
		.select(['errorMessage', 'isFinal'])
		.where('imageId', 'in', sql<string>`(select jsonb_array_elements_text(${toJsonb(imageIds)}))`)
		.orderBy('createdAt')
		.orderBy('id')
		.execute();
}

/** The owner's mint of an image. */
export async function findMint(
	db: Database,
	ownerId: string,
	imageId: string,
	chain: MintChain,
): Promise<MintedTokenRow | undefined> {
	return db
		.selectFrom('mintedTokens')
		.selectAll()
		.where('ownerId', '=', ownerId)
		.where('imageId', '=', imageId)
		.where('chain', '=', chain)
		.executeTakeFirst();
}

/** The owner's mints on a chain, oldest first; all, or `limit` of them after that of the image `after`. */
export async function listMints(
	db: Database,
	ownerId: string,
	chain: MintChain,
	{ after, limit }: Partial<ListPage> = {},
): Promise<ListedMint[]> {
	return listedMints(db, ownerId, chain)
		.$if(after !== undefined, (query) =>
			query.where(
				sql<boolean>`(created_at, id) > (select created_at, id from minted_tokens where image_id = ${after} and chain = ${chain})`,
			),
		)
		.$if(limit !== undefined, (query) => query.limit(limit ?? 0))
		.orderBy('createdAt')
		.orderBy('id')
		.execute();
}

/** One of them, by its image. */
export async function findListedMint(
	db: Database,
	ownerId: string,
	imageId: string,
	chain: MintChain,
): Promise<ListedMint | undefined> {
	return listedMints(db, ownerId, chain).where('imageId', '=', imageId).executeTakeFirst();
}

function listedMints(db: Database, ownerId: string, chain: MintChain) {
	return db
		.selectFrom('mintedTokens')
		.select(['imageId', 'chain', 'status', 'txHash', 'txIsUnknown', 'contractAddress', 'tokenId', 'ownerAddress'])
		.select(['errorMessage', 'isFinal', 'cancelledAt'])
		.select(({ selectFrom }) =>
			selectFrom('mintVouchers')
				.select('mintVouchers.deadline')
				.whereRef('mintVouchers.mintId', '=', 'mintedTokens.id')
				.as('deadline'),
		)
		.select(({ exists, selectFrom }) =>
			exists(
				selectFrom('mintMetadata')
					.select(sql.lit(1).as('one'))
					.whereRef('mintMetadata.mintId', '=', 'mintedTokens.id')
					.whereRef('mintMetadata.sha256', '=', 'mintedTokens.metadataSha256')
					.where('mintMetadata.publishedAt', 'is not', null),
			)
				.$castTo<boolean>()
				.as('isPublished'),
		)
		.where('ownerId', '=', ownerId)
		.where('chain', '=', chain);
}

/** The time until which a mint can be redeemed. */
export async function findVoucherDeadline(db: Database, mintId: string): Promise<Date | null> {
	const row = await db.selectFrom('mintVouchers').select('deadline').where('mintId', '=', mintId).executeTakeFirst();
	return row?.deadline ?? null;
}

/** The document that a mint's digest stands for. */
export async function findMintMetadata(
	db: Database,
	mintId: string,
	sha256: string,
): Promise<MintMetadataRow | undefined> {
	return db
		.selectFrom('mintMetadata')
		.selectAll()
		.where('mintId', '=', mintId)
		.where('sha256', '=', sha256)
		.orderBy('createdAt', 'desc')
		.limit(1)
		.executeTakeFirst();
}
