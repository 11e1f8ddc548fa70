import type { ImageTraits } from '@adx/validators/generation';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../client.ts';
import { json } from '../json.ts';
import type { BlobRow, GeneratedImageRow, GeneratedImagesTable, ImageState, OwnerScope } from '../schema.ts';

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
	readonly traits: ImageTraits;
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
		const rows = json(images.slice(start, start + chunkRows));
		await sql`
			insert into generated_images (
				id, job_id, owner_id, token_number, filename, traits, dna, image_seed,
				rarity_score, rarity_rank, rarity_unique_traits, created_at
			)
			select
				id, ${jobId}, ${ownerId}, "tokenNumber", filename, traits, dna, "imageSeed",
				"rarityScore", "rarityRank", "rarityUniqueTraits", "createdAt"
			from jsonb_to_recordset(${rows}) as planned (
				id text, "tokenNumber" integer, filename text, traits jsonb, dna text, "imageSeed" text,
				"rarityScore" double precision, "rarityRank" integer, "rarityUniqueTraits" integer,
				"createdAt" timestamptz
			)`.execute(db);
	}
}

export interface ImageClaim {
	readonly limit: number;
	/** Names this claim; results are written only under it. */
	readonly token: string;
	readonly claimedUntil: Date;
	readonly now: Date;
	/** Leaves alone what was taken up this often already. */
	readonly attemptsBelow?: number;
}

/**
 * Takes up to `limit` images of a job that are open, due and in nobody's hands (or whose claim ran
 * out), counts the attempt and returns them by token number. Simultaneous claims never get the same image.
 */
export async function claimImages(db: Database, jobId: string, claim: ImageClaim): Promise<GeneratedImageRow[]> {
	const { limit, token, claimedUntil, now, attemptsBelow } = claim;
	return db
		.with('open', (cte) =>
			cte
				.selectFrom('generatedImages')
				.select('id')
				.where('jobId', '=', jobId)
				.where('state', '=', 'planned')
				.where((eb) => eb.or([eb('notBefore', 'is', null), eb('notBefore', '<=', now)]))
				.where((eb) => eb.or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<=', now)]))
				.$if(attemptsBelow !== undefined, (query) => query.where('attempts', '<', attemptsBelow ?? 0))
				.orderBy('tokenNumber')
				.limit(limit)
				.forUpdate()
				.skipLocked(),
		)
		.with('claimed', (cte) =>
			cte
				.updateTable('generatedImages as image')
				.from('open')
				.set((eb) => ({ claimToken: token, claimedUntil, attempts: eb('image.attempts', '+', 1) }))
				.whereRef('image.id', '=', 'open.id')
				.returningAll('image'),
		)
		.selectFrom('claimed')
		.selectAll()
		.orderBy('tokenNumber')
		.execute();
}

/** Prolongs everything still held under the token; returns how many images that is. */
export async function renewClaim(db: Database, token: string, claimedUntil: Date): Promise<number> {
	const { numUpdatedRows } = await db
		.updateTable('generatedImages')
		.set({ claimedUntil })
		.where('claimToken', '=', token)
		.executeTakeFirstOrThrow();
	return Number(numUpdatedRows);
}

/** Hands back everything still held under the token, as if it had not been taken up; returns how many. */
export async function releaseClaim(db: Database, token: string): Promise<number> {
	const { numUpdatedRows } = await db
		.updateTable('generatedImages')
		.set((eb) => ({ claimToken: null, claimedUntil: null, attempts: eb('attempts', '-', 1) }))
		.where('claimToken', '=', token)
		.executeTakeFirstOrThrow();
	return Number(numUpdatedRows);
}

/**
 * Frees every claim there is, for the start of a process that is the only one; returns how many. The
 * attempts stay counted, because one of these images may be what killed the process before.
 */
export async function releaseAllClaims(db: Database): Promise<number> {
	const { numUpdatedRows } = await db
		.updateTable('generatedImages')
		.set({ claimToken: null, claimedUntil: null })
		.where('claimToken', 'is not', null)
		.executeTakeFirstOrThrow();
	return Number(numUpdatedRows);
}

/** A drawn image; its three blobs must be recorded before. */
export interface CompletedImage {
	readonly id: string;
	readonly token: string;
	readonly blobSha256: string;
	readonly preview512Sha256: string;
	readonly preview200Sha256: string;
	readonly metadata?: Record<string, unknown>;
	readonly storedAt: Date;
}

/** Stores the result under its claim. False, and nothing written, when the claim is no longer held. */
export async function completeImage(db: Database, image: CompletedImage): Promise<boolean> {
	const { id, token, metadata = {}, ...columns } = image;
	const { numUpdatedRows } = await db
		.updateTable('generatedImages')
		.set({ ...columns, state: 'stored', metadata: json(metadata), lastError: null, ...unclaimed })
		.where('id', '=', id)
		.where('claimToken', '=', token)
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

const unclaimed = { claimToken: null, claimedUntil: null, notBefore: null } as const;

/** Gives an image up. False, and nothing written, when the claim is no longer held. */
export async function failImage(
	db: Database,
	{ id, token, lastError }: { readonly id: string; readonly token: string; readonly lastError: string },
): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('generatedImages')
		.set({ state: 'failed', lastError, ...unclaimed })
		.where('id', '=', id)
		.where('claimToken', '=', token)
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

export interface ImageRetry {
	readonly id: string;
	readonly token: string;
	/** Nobody takes it up before. */
	readonly notBefore: Date;
	readonly lastError: string;
	/** False when the fault was not the image's own, as when the engine asked for a pause. Default true. */
	readonly countAttempt?: boolean;
}

/** Puts an image back to be tried later. False, and nothing written, when the claim is no longer held. */
export async function retryImageLater(db: Database, retry: ImageRetry): Promise<boolean> {
	const { id, token, notBefore, lastError, countAttempt = true } = retry;
	const { numUpdatedRows } = await db
		.updateTable('generatedImages')
		.set((eb) => ({
			...unclaimed,
			notBefore,
			lastError,
			attempts: countAttempt ? eb.ref('attempts') : eb('attempts', '-', 1),
		}))
		.where('id', '=', id)
		.where('claimToken', '=', token)
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/** How many images of the job are in each state. */
export async function countImagesByState(db: Database, jobId: string): Promise<Record<ImageState, number>> {
	const rows = await db
		.selectFrom('generatedImages')
		.select((eb) => ['state', eb.fn.countAll<number>().as('count')])
		.where('jobId', '=', jobId)
		.groupBy('state')
		.execute();
	return { planned: 0, stored: 0, failed: 0, ...Object.fromEntries(rows.map((row) => [row.state, row.count])) };
}

/** Images of a job by token number, all unless a part is asked for; whose job it is, is the caller's to check. */
export async function listImages(
	db: Database,
	jobId: string,
	{ from = 0, limit }: { readonly from?: number; readonly limit?: number | undefined } = {},
): Promise<GeneratedImageRow[]> {
	let query = db.selectFrom('generatedImages').selectAll().where('jobId', '=', jobId).orderBy('tokenNumber');
	if (from > 0) query = query.offset(from);
	if (limit !== undefined) query = query.limit(limit);
	return query.execute();
}

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
		.where('job.id', 'in', sql<string>`(select jsonb_array_elements_text(${json(jobIds)}))`)
		.orderBy('image.jobId')
		.orderBy('image.tokenNumber')
		.execute();
}

export async function findImage(db: Database, ownerId: OwnerScope, id: string): Promise<GeneratedImageRow | undefined> {
	return db
		.selectFrom('generatedImages')
		.selectAll()
		.where('id', '=', id)
		.$if(ownerId !== 'all', (query) => query.where('ownerId', '=', ownerId))
		.executeTakeFirst();
}

/** A stored image with the facts an archive's layout is computed from. */
export type ArchiveImage = GeneratedImageRow &
	Pick<BlobRow, 'sha256' | 'sizeBytes' | 'crc32' | 'mime' | 'width' | 'height'>;

/** The stored images of a job with their original's bytes described, by token number. */
export async function listArchiveImages(db: Database, jobId: string): Promise<ArchiveImage[]> {
	return db
		.selectFrom('generatedImages as image')
		.innerJoin('blobs as blob', 'blob.sha256', 'image.blobSha256')
		.selectAll('image')
		.select(['blob.sha256', 'blob.sizeBytes', 'blob.crc32', 'blob.mime', 'blob.width', 'blob.height'])
		.where('image.jobId', '=', jobId)
		.where('image.state', '=', 'stored')
		.orderBy('image.tokenNumber')
		.execute();
}
