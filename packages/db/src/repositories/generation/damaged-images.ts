import { sql } from 'kysely';
import type { Database } from '../../client/database.ts';
import { toJsonb } from '../../schema/column-types.ts';
import type { GeneratedImageRow } from '../../schema/generation-tables.ts';
import type { RecordedBlob } from '../platform/blob-damage.ts';

/** Those of these files that are known to be missing or damaged, as their rows describe them; null is no file. */
export async function listDamagedFiles(
	db: Database,
	images: readonly Pick<GeneratedImageRow, 'blobSha256'>[],
): Promise<RecordedBlob[]> {
	const hashes = images.flatMap(({ blobSha256 }) => blobSha256 ?? []);
	if (hashes.length === 0) return [];
	return db
		.selectFrom('blobs')
		.select(['sha256', 'sizeBytes', 'damagedAt'])
		.where('damagedAt', 'is not', null)
		.where('sha256', 'in', sql<string>`(select jsonb_array_elements_text(${toJsonb(hashes)}))`)
		.execute();
}

/** An image whose picture is known to be missing or damaged, with what decides whether it can be generated again, and its file. */
export type DamagedImage = Pick<GeneratedImageRow, 'id' | 'state' | 'locked' | 'redraw'> & RecordedBlob;

/** The images of a job of which the chosen version's original is known to be missing or damaged. */
export async function listDamagedImages(db: Database, jobId: string): Promise<DamagedImage[]> {
	return db
		.selectFrom('blobs')
		.innerJoin('generatedImages as image', 'image.blobSha256', 'blobs.sha256')
		.select(['image.id', 'image.state', 'image.locked', 'image.redraw'])
		.select(['blobs.sha256', 'blobs.sizeBytes', 'blobs.damagedAt'])
		.where('blobs.damagedAt', 'is not', null)
		.where('image.jobId', '=', jobId)
		.execute();
}
