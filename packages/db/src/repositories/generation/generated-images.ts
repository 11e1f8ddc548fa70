import type { AnyTraits } from '@adx/validators/catalogue/image-traits';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../../client/database.ts';
import { toJsonb } from '../../schema/column-types.ts';
import type { OwnerScope, Schema } from '../../schema/database-schema.ts';
import type {
	GeneratedImageRow,
	GeneratedImagesTable,
	ImageDrawing,
	ImageState,
	ImageVersionRow,
} from '../../schema/generation-tables.ts';
import type { BlobRow } from '../../schema/upload-tables.ts';

/** An image as it was planned; it starts open. */
export interface PlannedImage
	extends Pick<
		Selectable<GeneratedImagesTable>,
		| 'id'
		| 'tokenNumber'
		| 'filename'
		| 'dna'
		| 'imageSeed'
		| 'rarityScore'
		| 'rarityRank'
		| 'rarityUniqueTraits'
		| 'createdAt'
	> {
	readonly traits: AnyTraits;
	/** Absent for engines that draw by the traits alone. */
	readonly drawing?: ImageDrawing;
}

/** Measured on 10,000 rows: larger chunks are no faster and hold more memory. */
const chunkRows = 2_000;

/** Stores a whole plan, in chunks; call it inside the transaction that stores the job. */
export async function insertPlannedImages(
	db: Database,
	ownerId: string,
	jobId: string,
	images: readonly PlannedImage[],
): Promise<void> {
	for (let start = 0; start < images.length; start += chunkRows) {
		// One parameter per chunk: a parameter per column would meet PostgreSQL's limit of 65,535.
		const rows = toJsonb(images.slice(start, start + chunkRows));
		await sql`
			insert into generated_images (
				id, job_id, owner_id, token_number, filename, traits, dna, image_seed,
				rarity_score, rarity_rank, rarity_unique_traits, created_at, drawing
			)
			select
				id, ${jobId}, ${ownerId}, "tokenNumber", filename, traits, dna, "imageSeed",
				"rarityScore", "rarityRank", "rarityUniqueTraits", "createdAt", drawing
			from jsonb_to_recordset(${rows}) as planned (
				id text, "tokenNumber" integer, filename text, traits jsonb, dna text, "imageSeed" text,
				"rarityScore" double precision, "rarityRank" integer, "rarityUniqueTraits" integer,
				"createdAt" timestamptz, drawing jsonb
			)`.execute(db);
	}
}

/** Token numbers, both included. */
export interface TokenRange {
	readonly first: number;
	readonly last: number;
}

/** Some of a job's images, beginning with a token number. */
export interface ImageSlice {
	readonly first: number;
	readonly limit: number;
	/** Leaves out images in any other state. */
	readonly state?: ImageState | undefined;
}

/** Images of a job by token number, all unless a slice is asked for; whose job it is, is the caller's to check. */
export async function listImages(db: Database, jobId: string, slice?: ImageSlice): Promise<GeneratedImageRow[]> {
	let query = selectImages(db, jobId, slice?.state).selectAll();
	if (slice !== undefined) query = query.where('tokenNumber', '>=', slice.first).limit(slice.limit);
	return query.execute();
}

/** The token number at a place, counted from 0, among a job's images in that state; undefined behind the last one. */
export async function findTokenNumberAtOffset(
	db: Database,
	jobId: string,
	place: number,
	state?: ImageState,
): Promise<number | undefined> {
	const query = selectImages(db, jobId, state).select('tokenNumber').offset(place).limit(1);
	return (await query.executeTakeFirst())?.tokenNumber;
}

/** The largest token number among a job's images, which may lie beyond their count; 0 without any. */
export async function findLastTokenNumber(db: Database, jobId: string): Promise<number> {
	const last = await db
		.selectFrom('generatedImages')
		.select('tokenNumber')
		.where('jobId', '=', jobId)
		.orderBy('tokenNumber', 'desc')
		.limit(1)
		.executeTakeFirst();
	return last?.tokenNumber ?? 0;
}

const selectImages = (db: Database, jobId: string, state?: ImageState) =>
	db
		.selectFrom('generatedImages')
		.where('jobId', '=', jobId)
		.$if(state !== undefined, (query) => query.where('state', '=', state!))
		.orderBy('tokenNumber');

/** The first `limit` stored images of each job, by token number within a job. */
export async function listCoverImages(
	db: Database,
	jobIds: readonly string[],
	limit: number,
): Promise<GeneratedImageRow[]> {
	if (jobIds.length === 0) return [];
	return db
		.selectFrom('generationJobs as job')
		.innerJoinLateral(
			(eb) =>
				eb
					.selectFrom('generatedImages')
					.selectAll()
					.whereRef('generatedImages.jobId', '=', 'job.id')
					.where('state', '=', 'stored')
					.orderBy('tokenNumber')
					.limit(limit)
					.as('image'),
			(join) => join.onTrue(),
		)
		.selectAll('image')
		.where('job.id', 'in', sql<string>`(select jsonb_array_elements_text(${toJsonb(jobIds)}))`)
		.orderBy('image.jobId')
		.orderBy('image.tokenNumber')
		.execute();
}

/** Whether its job is there: those of a deleted one stay until they are freed, and nobody sees them. */
export const isOfAJob = ({
	exists,
	selectFrom,
}: Pick<ExpressionBuilder<Schema, 'generatedImages'>, 'exists' | 'selectFrom'>) =>
	exists(
		selectFrom('generationJobs')
			.select('generationJobs.id')
			.whereRef('generationJobs.id', '=', 'generatedImages.jobId'),
	);

export async function findImage(db: Database, ownerId: OwnerScope, id: string): Promise<GeneratedImageRow | undefined> {
	return db
		.selectFrom('generatedImages')
		.selectAll()
		.where('id', '=', id)
		.where(isOfAJob)
		.$if(ownerId !== 'all', (query) => query.where('ownerId', '=', ownerId))
		.executeTakeFirst();
}

/** The column that names an image's original or one of its previews. */
export type ImageFileColumn = 'blobSha256' | 'preview512Sha256' | 'preview200Sha256';

/** What serving an image's chosen version needs. */
export type ChosenFile = Pick<GeneratedImageRow, 'filename' | 'chosenVersion' | 'versionCount'> &
	Pick<BlobRow, 'sha256' | 'sizeBytes' | 'mime' | 'damagedAt'>;

/**
 * One file of an image's chosen version; undefined while the image is not stored. One query, since a page of tiles asks
 * for dozens at once.
 */
export async function findChosenFile(
	db: Database,
	ownerId: OwnerScope,
	id: string,
	column: ImageFileColumn,
): Promise<ChosenFile | undefined> {
	return db
		.selectFrom('generatedImages as image')
		.innerJoin('generationJobs as job', 'job.id', 'image.jobId')
		.innerJoin('blobs as blob', 'blob.sha256', `image.${column}`)
		.select(['image.filename', 'image.chosenVersion', 'image.versionCount'])
		.select(['blob.sha256', 'blob.sizeBytes', 'blob.mime', 'blob.damagedAt'])
		.where('image.id', '=', id)
		.$if(ownerId !== 'all', (query) => query.where('image.ownerId', '=', ownerId))
		.executeTakeFirst();
}

const archivedColumns = ['id', 'tokenNumber', 'traits', 'dna', 'chosenVersion'] as const;

/** A stored image with the facts an archive's layout is computed from. */
export type ArchiveImageRow = Pick<GeneratedImageRow, (typeof archivedColumns)[number] | 'imageSeed'> &
	Pick<ImageVersionRow, 'forgeVersion'> &
	Pick<BlobRow, 'sha256' | 'sizeBytes' | 'crc32' | 'mime' | 'width' | 'height'>;

/** The stored images of a job with their chosen original's bytes described and the seed and forge it was drawn with, by token number. */
export async function listArchiveImages(db: Database, jobId: string, range?: TokenRange): Promise<ArchiveImageRow[]> {
	return db
		.selectFrom('generatedImages as image')
		.innerJoin('blobs as blob', 'blob.sha256', 'image.blobSha256')
		.innerJoin('imageVersions as version', (join) =>
			join.onRef('version.imageId', '=', 'image.id').onRef('version.number', '=', 'image.chosenVersion'),
		)
		.select(archivedColumns.map((column) => `image.${column}` as const))
		.select(['version.imageSeed', 'version.forgeVersion'])
		.select(['blob.sha256', 'blob.sizeBytes', 'blob.crc32', 'blob.mime', 'blob.width', 'blob.height'])
		.where('image.jobId', '=', jobId)
		.where('image.state', '=', 'stored')
		.$if(range !== undefined, (query) =>
			query.where('image.tokenNumber', '>=', range?.first ?? 0).where('image.tokenNumber', '<=', range?.last ?? 0),
		)
		.orderBy('image.tokenNumber')
		.execute();
}
