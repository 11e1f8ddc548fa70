import type { Readable } from 'node:stream';
import { findBlob } from '@adx/db/repositories/blobs';
import { findImage } from '@adx/db/repositories/generated-images';
import type { GeneratedImageRow } from '@adx/db/schema';
import type { ImageFileSize, ImageInput } from '@adx/validators/generation';
import { ownerScope, type RequestContext } from '../context.ts';
import { notFound } from '../errors.ts';
import type { ByteRange } from '../storage/types.ts';
import { isRowId } from './find-job.ts';

export interface ImageFile {
	/** Names the bytes, hence a strong validator for them. */
	readonly sha256: string;
	readonly sizeBytes: number;
	readonly mime: string;
	readonly fileName: string;
	stream(range?: ByteRange): Readable;
}

const hashColumns = {
	full: 'blobSha256',
	'512': 'preview512Sha256',
	'200': 'preview200Sha256',
} as const satisfies Record<ImageFileSize, keyof GeneratedImageRow>;

/** The bytes of one image in the asked size; 404 for a stranger's and for one that is not drawn yet. */
export async function readImage(ctx: RequestContext, input: ImageInput): Promise<ImageFile> {
	const owner = ownerScope(ctx, input.scope);
	const image = isRowId(input.imageId) ? await findImage(ctx.db, owner, input.imageId) : undefined;
	const sha256 = image?.[hashColumns[input.size]];
	const blob = sha256 ? await findBlob(ctx.db, sha256) : undefined;
	if (image === undefined || blob === undefined) throw notFound('image');
	const { sizeBytes, mime } = blob;
	const stream = (range?: ByteRange) => ctx.storage.read(blob.sha256, range);
	return { sha256: blob.sha256, sizeBytes, mime, fileName: image.filename, stream };
}
