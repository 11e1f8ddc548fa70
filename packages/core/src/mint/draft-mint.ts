import { createHash } from 'node:crypto';
import { rawCid } from '@adx/collection/archive/cid';
import { fileCid } from '@adx/collection/archive/cid-tree';
import { metadataText, mimeFromFileName, toCollectionName, tokenMetadata } from '@adx/collection/metadata/metadata';
import { listForgeVersions } from '@adx/db/repositories/generation/image-versions';
import { findBlob } from '@adx/db/repositories/uploads/blobs';
import type { GeneratedImageRow, GenerationJobRow } from '@adx/db/schema/generation-tables';
import type { PrepareMintInput } from '@adx/validators/mint';
import type { RequestContext } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { hashChunks } from '../platform/ipfs/hash-chunks.ts';

/** What a token will say of itself. */
export interface MintDraft {
	/** The metadata's text; its SHA-256 is what the contract stores. */
	readonly json: string;
	readonly sha256: string;
	readonly metadataCid: string;
	readonly tokenUri: string;
	readonly imageSha256: string;
	readonly imageCid: string;
}

/** The royalty as the contract has it. */
export interface TokenRoyalty {
	readonly bps: number;
	readonly receiver: string;
}

/** Writes the metadata of an image as a token of its own. Same image, same words, same royalty: same bytes. */
export async function draftMint(
	ctx: Pick<RequestContext, 'db' | 'storage' | 'clock' | 'log'>,
	image: GeneratedImageRow,
	job: Pick<GenerationJobRow, 'projectName'>,
	{ name, description }: Pick<PrepareMintInput, 'name' | 'description'>,
	royalty: TokenRoyalty,
): Promise<MintDraft> {
	const imageSha256 = image.blobSha256;
	const blob = imageSha256 === null ? undefined : await findBlob(ctx.db, imageSha256);
	if (imageSha256 === null || blob === undefined) throw notFound('image');
	const chunks = (await hashChunks(ctx, [imageSha256])).get(imageSha256) ?? [];
	const cid = await fileCid({ path: image.filename, sizeBytes: blob.sizeBytes, sha256: imageSha256, chunks });
	const imageCid = cid.toString();
	const mime = mimeFromFileName(image.filename);
	const facts = { name: toCollectionName(job.projectName), description, sellerFeeBasisPoints: royalty.bps };
	const forgeVersion = (await listForgeVersions(ctx.db, [image.id])).get(image.id) ?? null;
	const { tokenNumber, traits } = image;
	const metadata = tokenMetadata(facts, { tokenNumber, traits, mime, forgeVersion });
	const uri = `ipfs://${imageCid}`;
	const properties = { ...metadata.properties, files: [{ uri, type: mime }] };
	const recipient = royalty.bps === 0 ? {} : { fee_recipient: royalty.receiver };
	const json = metadataText({ ...metadata, name, image: uri, properties, ...recipient });
	const sha256 = createHash('sha256').update(json).digest('hex');
	const metadataCid = rawCid(sha256).toString();
	return { json, sha256, metadataCid, tokenUri: `ipfs://${metadataCid}`, imageSha256, imageCid };
}
