import type { MintChain } from '@adx/validators/minted-token';
import type { Insertable, Updateable } from 'kysely';
import type { DatabaseTransaction } from '../../client/database.ts';
import type { GeneratedImageRow } from '../../schema/generation-tables.ts';
import type {
	MintedTokenRow,
	MintedTokensTable,
	MintMetadataTable,
	MintVouchersTable,
} from '../../schema/mint-tables.ts';

type NewToken = Insertable<MintedTokensTable>;
type NewVoucher = Insertable<MintVouchersTable>;

/** A mint as it is prepared: what it will say, and the permission that the wallet takes to the contract. */
export interface PreparedMintRows {
	readonly token: Pick<
		NewToken,
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
	readonly metadata: Pick<Insertable<MintMetadataTable>, 'json' | 'imageSha256' | 'publishedAt'>;
	readonly voucher: Pick<NewVoucher, 'id' | 'signature' | 'deadline' | 'signedAtBlock'>;
}

/** A token that is on the chain though nothing here says so: its voucher's text is lost with what it says of itself. */
export interface RecoveredMintRows {
	readonly token: Pick<
		NewToken,
		| 'id'
		| 'ownerId'
		| 'imageId'
		| 'chain'
		| 'contractAddress'
		| 'tokenId'
		| 'ownerAddress'
		| 'metadataSha256'
		| 'metadataCid'
		| 'tokenUri'
		| 'createdAt'
	>;
	/** `deadline`: until when a voucher that is not known here can hold at most. */
	readonly voucher: Pick<NewVoucher, 'id' | 'deadline' | 'signedAtBlock'>;
}

/**
 * Keeps an image with its owner until the transaction ends, so that nobody takes it over meanwhile, and for this
 * transaction alone: two that insert the first mint of one image would meet in its several unique indexes, where one is
 * given up. Undefined when it is not theirs, or not there.
 */
export async function lockOwnedImage(
	trx: DatabaseTransaction,
	ownerId: string,
	imageId: string,
): Promise<Pick<GeneratedImageRow, 'blobSha256' | 'redraw'> | undefined> {
	return (
		trx
			.selectFrom('generatedImages as image')
			.innerJoin('generationJobs as job', 'job.id', 'image.jobId')
			.select(['image.blobSha256', 'image.redraw'])
			.where('image.id', '=', imageId)
			.where('image.ownerId', '=', ownerId)
			.forNoKeyUpdate('image')
			// A deletion of the job waits for the mint, and is refused.
			.forKeyShare('job')
			.executeTakeFirst()
	);
}

/**
 * Stores a preparation: a first one, or another of an image whose mint is not under way. Returns null when it is, or is
 * done, or is open on another contract. The nonce stays, so that whatever was signed before can never be a second token.
 */
export async function savePreparedMint(
	trx: DatabaseTransaction,
	{ token, metadata, voucher }: PreparedMintRows,
): Promise<MintedTokenRow | null> {
	const before = await lockMint(trx, token);
	const { id: _, imageId: _imageId, chain: _chain, tokenId: _tokenId, createdAt, ...said } = token;
	const saved = await upsertToken(trx, { ...token, status: 'prepared' }, { ...said, status: 'prepared' });
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
		.onConflict((conflict) =>
			conflict.columns(['mintId', 'sha256', 'ownerAddress']).doUpdateSet((eb) => ({
				publishedAt: eb.fn.coalesce('mintMetadata.publishedAt', 'excluded.publishedAt'),
			})),
		)
		.execute();
	await upsertVoucher(trx, { saved, before }, { ...voucher, createdAt }, { signature: voucher.signature });
	return saved;
}

/**
 * Stores that the chain has the token of an image: as one that is under way, which the chain then confirms. False where
 * a row says as much already, or that of another contract may still come true.
 */
export async function saveRecoveredMint(
	trx: DatabaseTransaction,
	{ token, voucher }: RecoveredMintRows,
): Promise<boolean> {
	const before = await lockMint(trx, token);
	const { ownerId, contractAddress } = token;
	const found = { ownerId, contractAddress, status: 'minting' } as const;
	const unknown = { nftName: '', nftDescription: '', imageCid: '' };
	const saved = await upsertToken(trx, { ...token, ...unknown, status: 'minting' }, found);
	if (saved === undefined) return false;
	await upsertVoucher(trx, { saved, before }, { ...voucher, createdAt: token.createdAt, signature: '' }, {});
	return true;
}

/** The mint of an image on a chain, locked until the transaction ends. */
async function lockMint(
	trx: DatabaseTransaction,
	{ imageId, chain }: { readonly imageId: string; readonly chain: MintChain },
): Promise<MintedTokenRow | undefined> {
	return trx
		.selectFrom('mintedTokens')
		.selectAll()
		.where('imageId', '=', imageId)
		.where('chain', '=', chain)
		.forUpdate()
		.executeTakeFirst();
}

/** What a row knows before anything became of it. */
const fresh = {
	txHash: null,
	txReportedAt: null,
	txIsUnknown: false,
	errorMessage: null,
	isFinal: false,
	cancelledAt: null,
};

/** Undefined where the row that is there may not be changed so. */
async function upsertToken(
	trx: DatabaseTransaction,
	token: NewToken,
	change: Updateable<MintedTokensTable>,
): Promise<MintedTokenRow | undefined> {
	return trx
		.insertInto('mintedTokens')
		.values(token)
		.onConflict((conflict) =>
			conflict
				.columns(['imageId', 'chain'])
				.doUpdateSet({ ...change, ...fresh })
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
}

async function upsertVoucher(
	trx: DatabaseTransaction,
	{ saved, before }: { readonly saved: MintedTokenRow; readonly before: MintedTokenRow | undefined },
	voucher: PreparedMintRows['voucher'] & Pick<NewVoucher, 'createdAt'>,
	change: Pick<Updateable<MintVouchersTable>, 'signature'>,
): Promise<void> {
	const { id: mintId, chain, tokenId: nonce } = saved;
	const isElsewhere = before !== undefined && before.contractAddress !== saved.contractAddress;
	await trx
		.insertInto('mintVouchers')
		.values({ ...voucher, mintId, chain, nonce })
		.onConflict((conflict) =>
			conflict.column('mintId').doUpdateSet((eb) => ({
				...change,
				...(isElsewhere ? { signedAtBlock: voucher.signedAtBlock } : {}),
				// An earlier voucher holds for as long as it says.
				deadline: eb.fn<Date>('greatest', ['mintVouchers.deadline', 'excluded.deadline']),
			})),
		)
		.execute();
}
