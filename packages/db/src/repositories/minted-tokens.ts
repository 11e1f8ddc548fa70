import type { MintChain } from '@adx/validators/mint';
import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../client.ts';
import type {
	MintedTokenRow,
	MintedTokensTable,
	MintMetadataRow,
	MintMetadataTable,
	MintVouchersTable,
} from '../mint-schema.ts';

/** A mint as it is prepared: what it will say, and the permission that the wallet takes to the contract. */
export interface PreparedMintRows {
	readonly token: Pick<
		Insertable<MintedTokensTable>,
		| 'id'
		| 'ownerId'
		| 'imageId'
		| 'chain'
		| 'contractAddress'
		| 'tokenId'
		| 'ownerAddress'
		| 'nftName'
		| 'nftDescription'
		| 'metadataSha256'
		| 'metadataCid'
		| 'imageCid'
		| 'tokenUri'
		| 'createdAt'
	>;
	readonly metadata: Pick<Insertable<MintMetadataTable>, 'json' | 'imageSha256'>;
	readonly voucher: Pick<Insertable<MintVouchersTable>, 'id' | 'signature' | 'deadline' | 'signedAtBlock'>;
}

/** The mint of an image on a chain, locked until the transaction ends. */
async function lockMint(
	trx: DatabaseTransaction,
	imageId: string,
	chain: MintChain,
): Promise<MintedTokenRow | undefined> {
	return trx
		.selectFrom('mintedTokens')
		.selectAll()
		.where('imageId', '=', imageId)
		.where('chain', '=', chain)
		.forUpdate()
		.executeTakeFirst();
}

/**
 * Stores a preparation: a first one, or another of an image whose mint is not under way. Returns null when it is, or is
 * done, or is open on another contract. The nonce stays, so that whatever was signed before can never be a second token.
 */
export async function savePreparedMint(
	trx: DatabaseTransaction,
	{ token, metadata, voucher }: PreparedMintRows,
): Promise<MintedTokenRow | null> {
	const { id: _, ownerId, imageId, chain, tokenId, createdAt, ...said } = token;
	const before = await lockMint(trx, imageId, chain);
	const saved = await trx
		.insertInto('mintedTokens')
		.values({ ...token, status: 'prepared' })
		.onConflict((conflict) =>
			conflict
				.columns(['imageId', 'chain'])
				.doUpdateSet({ ...said, status: 'prepared', txHash: null, errorMessage: null, isFinal: false })
				.where('mintedTokens.status', 'in', ['prepared', 'failed'])
				.where((eb) =>
					eb.or([
						eb('mintedTokens.contractAddress', '=', token.contractAddress),
						eb('mintedTokens.isFinal', '=', true),
					]),
				),
		)
		.returningAll()
		.executeTakeFirst();
	if (saved === undefined) return null;
	await trx
		.insertInto('mintMetadata')
		.values({
			mintId: saved.id,
			sha256: token.metadataSha256,
			cid: token.metadataCid,
			nftName: token.nftName,
			nftDescription: token.nftDescription,
			ownerAddress: token.ownerAddress,
			imageCid: token.imageCid,
			createdAt,
			...metadata,
		})
		.onConflict((conflict) => conflict.doNothing())
		.execute();
	const { id: _voucherId, ...signed } = voucher;
	const { signedAtBlock, deadline: _deadline, ...signedAgain } = signed;
	const isElsewhere = before !== undefined && before.contractAddress !== token.contractAddress;
	await trx
		.insertInto('mintVouchers')
		.values({ ...voucher, mintId: saved.id, chain, nonce: tokenId, createdAt })
		.onConflict((conflict) =>
			conflict.column('mintId').doUpdateSet((eb) => ({
				...signedAgain,
				...(isElsewhere ? { signedAtBlock } : {}),
				// An earlier voucher holds for as long as it says.
				deadline: eb.fn<Date>('greatest', ['mintVouchers.deadline', 'excluded.deadline']),
			})),
		)
		.execute();
	return saved;
}

/**
 * Notes the transaction that the browser reported. False when there is no such mint of that owner, or it is done, or
 * failed with that very transaction or for good.
 */
export async function noteSubmittedMint(
	db: Database,
	ownerId: string,
	{ imageId, chain, txHash }: { readonly imageId: string; readonly chain: MintChain; readonly txHash: string },
): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('mintedTokens')
		.set({ status: 'minting', txHash, errorMessage: null })
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

/** A mint as its owner sees it. */
export type ListedMint = Pick<
	MintedTokenRow,
	'imageId' | 'status' | 'txHash' | 'contractAddress' | 'tokenId' | 'errorMessage'
> & {
	/** Whether its document and image were published. */
	readonly isPublished: boolean;
};

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

/** The owner's mints on a chain, oldest first. */
export async function listMints(db: Database, ownerId: string, chain: MintChain): Promise<ListedMint[]> {
	return listedMints(db, ownerId, chain).orderBy('createdAt').orderBy('id').execute();
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
		.select(['imageId', 'status', 'txHash', 'contractAddress', 'tokenId', 'errorMessage'])
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

/** Until when a mint can be redeemed. */
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

/** Notes that a document and its image can be had from IPFS. */
export async function notePublishedMint(db: Database, mintId: string, sha256: string, now: Date): Promise<void> {
	await db
		.updateTable('mintMetadata')
		.set({ publishedAt: now })
		.where('mintId', '=', mintId)
		.where('sha256', '=', sha256)
		.where('publishedAt', 'is', null)
		.execute();
}
