import { sql } from 'kysely';
import type { Database } from '../../client/database.ts';
import type { ImagePreviewsTable, PngCopySize, PreviewSize } from '../../schema/merge-tables.ts';
import type { BlobRow } from '../../schema/upload-tables.ts';

export const pngCopySizePx: PngCopySize = 2_147_483_647;

/** Where the previews stand that are made together with a generated picture. */
const generatedPreviews = {
	512: 'imageVersions.preview512Sha256',
	200: 'imageVersions.preview200Sha256',
} as const satisfies Record<PreviewSize, string>;

/** The blob that shows this one in the given size: made when somebody looked, or together with a generated picture. */
export async function findPreview(db: Database, sha256: string, sizePx: PreviewSize): Promise<BlobRow | undefined> {
	const made = await db
		.selectFrom('imagePreviews')
		.innerJoin('blobs', 'blobs.sha256', 'imagePreviews.previewSha256')
		.selectAll('blobs')
		.where('imagePreviews.sha256', '=', sha256)
		.where('imagePreviews.sizePx', '=', sizePx)
		.executeTakeFirst();
	if (made !== undefined) return made;
	return db
		.selectFrom('imageVersions')
		.innerJoin('blobs', 'blobs.sha256', generatedPreviews[sizePx])
		.selectAll('blobs')
		.where('imageVersions.blobSha256', '=', sha256)
		.limit(1)
		.executeTakeFirst();
}

/** Originals of which this blob is the preview that was made when somebody looked. */
export async function listPreviewSources(
	db: Database,
	previewSha256: string,
): Promise<Pick<ImagePreviewsTable, 'sha256' | 'sizePx'>[]> {
	return db
		.selectFrom('imagePreviews')
		.select(['sha256', 'sizePx'])
		.where('previewSha256', '=', previewSha256)
		.execute();
}

/** A blob that is the PNG of another one's pixels. */
export interface PngCopy extends Pick<BlobRow, 'sha256' | 'sizeBytes' | 'crc32' | 'mime' | 'width' | 'height'> {
	readonly originalSha256: string;
}

/** The PNGs of these originals that were made and are not known to be damaged. */
export async function listPngCopies(db: Database, hashes: readonly string[]): Promise<PngCopy[]> {
	if (hashes.length === 0) return [];
	return db
		.selectFrom('imagePreviews')
		.innerJoin('blobs', 'blobs.sha256', 'imagePreviews.previewSha256')
		.select(['imagePreviews.sha256 as originalSha256', 'blobs.sha256', 'blobs.sizeBytes', 'blobs.crc32'])
		.select(['blobs.mime', 'blobs.width', 'blobs.height'])
		.where('imagePreviews.sha256', 'in', hashes)
		.where('imagePreviews.sizePx', '=', pngCopySizePx)
		.where('blobs.damagedAt', 'is', null)
		.execute();
}

/** The blobs that show these, one for every size that was made. */
export async function listPreviewHashes(db: Database, hashes: readonly string[]): Promise<string[]> {
	if (hashes.length === 0) return [];
	const rows = await db.selectFrom('imagePreviews').select('previewSha256').where('sha256', 'in', hashes).execute();
	return rows.map(({ previewSha256 }) => previewSha256);
}

/** How many originals each of these blobs shows, in whatever size; those that show none are left out. */
export async function countPreviewUses(db: Database, hashes: readonly string[]): Promise<ReadonlyMap<string, number>> {
	if (hashes.length === 0) return new Map();
	const rows = await db
		.selectFrom('imagePreviews')
		.select((eb) => ['previewSha256', eb.fn.countAll<number>().as('count')])
		.where('previewSha256', 'in', hashes)
		.groupBy('previewSha256')
		.execute();
	return new Map(rows.map(({ previewSha256, count }) => [previewSha256, count]));
}

/** Notes that another blob shows this one by now. */
export async function replacePreview(
	db: Database,
	{ sha256, sizePx, previewSha256 }: ImagePreviewsTable,
): Promise<void> {
	await db
		.updateTable('imagePreviews')
		.set({ previewSha256 })
		.where('sha256', '=', sha256)
		.where('sizePx', '=', sizePx)
		.execute();
}

/** Notes which blob, whose row exists, shows this one; the first note stays. Does nothing when the original is gone. */
export async function insertPreview(
	db: Database,
	{ sha256, sizePx, previewSha256 }: ImagePreviewsTable,
): Promise<void> {
	await sql`
		insert into image_previews (sha256, size_px, preview_sha256)
		select sha256, ${sizePx}::integer, ${previewSha256} from blobs where sha256 = ${sha256} for key share
		on conflict do nothing`.execute(db);
}
