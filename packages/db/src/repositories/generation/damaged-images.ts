import { sql } from 'kysely';
import type { Database } from '../../client/database.ts';
import { toJsonb } from '../../schema/column-types.ts';
import type { GeneratedImageRow } from '../../schema/generation-tables.ts';
import { listDamagedBlobs, type RecordedBlob } from '../platform/blob-damage.ts';

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

/** An image whose picture is known to be missing or damaged, and its file. */
export type DamagedImage = Pick<GeneratedImageRow, 'id'> & RecordedBlob;

/** The images of a job of which the chosen version's original is known to be missing or damaged. */
export async function listDamagedImages(db: Database, jobId: string): Promise<DamagedImage[]> {
	if (!(await isAnyDamaged(db))) return [];
	return selectDamaged(db, jobId).select(['image.id', 'blobs.sha256', 'blobs.sizeBytes', 'blobs.damagedAt']).execute();
}

/** Images that have the same of what decides whether they can be generated again. */
export interface ImageGroup extends Pick<GeneratedImageRow, 'state' | 'locked' | 'redraw'> {
	/** Whether a token shows them, and whether one may come to show them. */
	readonly isMinted: boolean;
	readonly isMinting: boolean;
	readonly images: number;
}

/** How many images `listDamagedImages` has, in groups: a few rows, however many are lost. */
export async function groupDamagedImages(db: Database, jobId: string): Promise<ImageGroup[]> {
	if (!(await isAnyDamaged(db))) return [];
	return selectDamaged(db, jobId)
		.innerJoinLateral(
			(eb) =>
				eb
					.selectFrom('mintedTokens')
					.select([
						sql<boolean>`coalesce(bool_or(status = 'confirmed'), false)`.as('isMinted'),
						sql<boolean>`coalesce(bool_or(not is_final), false)`.as('isMinting'),
					])
					.whereRef('mintedTokens.imageId', '=', 'image.id')
					.as('mints'),
			(join) => join.onTrue(),
		)
		.select(['image.state', 'image.locked', 'image.redraw', 'mints.isMinted', 'mints.isMinting'])
		.select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('images'))
		.groupBy(['image.state', 'image.locked', 'image.redraw', 'mints.isMinted', 'mints.isMinting'])
		.execute();
}

/** Usually nothing is, and then no image of the job is read. */
const isAnyDamaged = async (db: Database) => (await listDamagedBlobs(db, { limit: 1 })).length > 0;

/**
 * One lookup for each image of the job. A plain join may scan all of them once for each damaged file of the installation,
 * namely while statistics are from before the damage; PostgreSQL does not reorder a lateral query with an offset.
 */
const selectDamaged = (db: Database, jobId: string) =>
	db
		.selectFrom('generatedImages as image')
		.innerJoinLateral(
			(eb) =>
				eb
					.selectFrom('blobs')
					.select(['sha256', 'sizeBytes', 'damagedAt'])
					.whereRef('blobs.sha256', '=', 'image.blobSha256')
					.where('damagedAt', 'is not', null)
					.offset(0)
					.as('blobs'),
			(join) => join.onTrue(),
		)
		.where('image.jobId', '=', jobId);
