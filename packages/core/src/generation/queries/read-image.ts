import type { Readable } from 'node:stream';
import {
	type ChosenFile,
	findChosenFile,
	type ImageFileColumn,
} from '@adx/db/repositories/generation/generated-images';
import { findImageVersion } from '@adx/db/repositories/generation/image-versions';
import { findBlob } from '@adx/db/repositories/uploads/blobs';
import type { ImageVersionRow } from '@adx/db/schema/generation-tables';
import type { BlobRow } from '@adx/db/schema/upload-tables';
import type { ImageFileSize, ImageInput } from '@adx/validators/generation/job-inputs';
import { ownerScope, type RequestContext } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { isRowId } from '../../platform/ids.ts';
import { openStoredOrRepair } from '../../platform/storage/integrity/open-stored.ts';
import type { ByteRange } from '../../platform/storage/types.ts';

export interface ImageFile {
	/** Names the bytes, hence a strong validator for them. */
	readonly sha256: string;
	readonly sizeBytes: number;
	readonly mime: string;
	readonly fileName: string;
	/** Rejects with 502 `file_damaged` or 409 `storage_away`. */
	open(range?: ByteRange): Promise<Readable>;
}

const hashColumns = {
	full: 'blobSha256',
	'512': 'preview512Sha256',
	'200': 'preview200Sha256',
} as const satisfies Record<ImageFileSize, ImageFileColumn & keyof ImageVersionRow>;

/**
 * The bytes of one image in the asked size, by default of the chosen version; 404 for a stranger's, for one that is
 * not drawn yet and for a version that is not there.
 */
export async function readImage(ctx: RequestContext, input: ImageInput): Promise<ImageFile> {
	const owner = ownerScope(ctx, input.scope);
	const column = hashColumns[input.size];
	const chosen = isRowId(input.imageId) ? await findChosenFile(ctx.db, owner, input.imageId, column) : undefined;
	const file = chosen && (await fileOf(ctx, chosen, input));
	if (chosen === undefined || file === undefined) throw notFound('image');
	const { sha256, sizeBytes, mime } = file;
	const open = (range?: ByteRange) => openStoredOrRepair(ctx, file, range);
	return { sha256, sizeBytes, mime, fileName: chosen.filename, open };
}

async function fileOf(
	{ db }: RequestContext,
	chosen: ChosenFile,
	{ imageId, version, size }: ImageInput,
): Promise<Pick<BlobRow, 'sha256' | 'sizeBytes' | 'mime' | 'damagedAt'> | undefined> {
	if (version === undefined || version === chosen.chosenVersion) return chosen;
	if (version > chosen.versionCount) return undefined;
	const sha256 = (await findImageVersion(db, imageId, version))?.[hashColumns[size]];
	return sha256 === undefined ? undefined : findBlob(db, sha256);
}
