import type { Readable } from 'node:stream';
import { findBlob } from '@adx/db/repositories/blobs';
import { findImage } from '@adx/db/repositories/generated-images';
import { findImageVersion } from '@adx/db/repositories/image-versions';
import type { GeneratedImageRow, ImageVersionRow } from '@adx/db/schema';
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

/** Named alike in images, which show their chosen version, and in versions. */
const hashColumns = {
	full: 'blobSha256',
	'512': 'preview512Sha256',
	'200': 'preview200Sha256',
} as const satisfies Record<ImageFileSize, keyof GeneratedImageRow & keyof ImageVersionRow>;

/**
 * The bytes of one image in the asked size, of the chosen version unless told; 404 for a stranger's, for one that is
 * not drawn yet and for a version that is not there.
 */
export async function readImage(ctx: RequestContext, input: ImageInput): Promise<ImageFile> {
	const owner = ownerScope(ctx, input.scope);
	const image = isRowId(input.imageId) ? await findImage(ctx.db, owner, input.imageId) : undefined;
	const source = image && (await versionOf(ctx, image, input.version));
	const sha256 = source?.[hashColumns[input.size]];
	const blob = sha256 ? await findBlob(ctx.db, sha256) : undefined;
	if (image === undefined || blob === undefined) throw notFound('image');
	const { sizeBytes, mime } = blob;
	const stream = (range?: ByteRange) => ctx.storage.read(blob.sha256, range);
	return { sha256: blob.sha256, sizeBytes, mime, fileName: image.filename, stream };
}

async function versionOf(
	{ db }: RequestContext,
	image: GeneratedImageRow,
	version: number | undefined,
): Promise<GeneratedImageRow | ImageVersionRow | undefined> {
	if (version === undefined || version === image.chosenVersion) return image;
	return version > image.versionCount ? undefined : findImageVersion(db, image.id, version);
}
