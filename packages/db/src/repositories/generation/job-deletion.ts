import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { StoredMintStatus } from '../../schema/mint-tables.ts';
import { type FileSlice, insertDeletion, type NewDeletion, type SliceRequest } from '../deletion/deletions.ts';
import type { RowsToDelete } from '../uploads/blob-sweep.ts';

/**
 * Deletes the job with its Idempotency-Key, and notes that its images and files are to be freed: from now on
 * `listDeletions` names it. What reads an image asks for its job, so that nobody sees those that are left.
 */
export async function deleteGenerationJob(trx: DatabaseTransaction, deletion: NewDeletion): Promise<void> {
	await insertDeletion(trx, 'job', deletion);
	await trx.deleteFrom('generationJobs').where('id', '=', deletion.id).execute();
}

/** How many images of a job have a mint that is done or can still come true, by how far it is. */
export async function countJobMints(
	db: Database,
	jobId: string,
): Promise<Readonly<Partial<Record<StoredMintStatus, number>>>> {
	const rows = await db
		.selectFrom('mintedTokens as mint')
		.innerJoin('generatedImages as image', 'image.id', 'mint.imageId')
		.select((eb) => ['mint.status', eb.fn.countAll<number>().as('count')])
		.where('image.jobId', '=', jobId)
		.where('mint.isFinal', '=', false)
		.groupBy('mint.status')
		.execute();
	return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** What the next `limit` images of a job refer to: the originals and previews of all their versions. */
export async function listImageFiles(db: Database, jobId: string, { after, limit }: SliceRequest): Promise<FileSlice> {
	const { rows } = await sql<{ readonly tokenNumber: number; readonly hashes: readonly string[] }>`
		select image.token_number, coalesce((
			select jsonb_agg(file.sha256)
			from image_versions version, unnest(
				array[version.blob_sha256, version.preview512_sha256, version.preview200_sha256]
			) as file (sha256)
			where version.image_id = image.id and version.blob_sha256 is not null
		), '[]') as hashes
		from generated_images image
		where image.job_id = ${jobId} and image.token_number > ${after}
		order by image.token_number limit ${limit}`.execute(db);
	return {
		hashes: [...new Set(rows.flatMap(({ hashes }) => hashes))],
		next: rows.length < limit ? null : (rows.at(-1)?.tokenNumber ?? null),
	};
}

/** Deletes the next `limit` images of a job with their versions, and returns what they referred to. */
export async function deleteImageSlice(
	trx: DatabaseTransaction,
	jobId: string,
	request: SliceRequest,
): Promise<FileSlice> {
	const ids = await trx
		.selectFrom('generatedImages')
		.select('id')
		.where('jobId', '=', jobId)
		.where('tokenNumber', '>', request.after)
		.orderBy('tokenNumber')
		.limit(request.limit)
		// A version that is just being added is waited for, and is in the list.
		.forUpdate()
		.execute();
	const slice = await listImageFiles(trx, jobId, request);
	if (ids.length > 0) {
		const deleted = ids.map(({ id }) => id);
		await trx.deleteFrom('generatedImages').where('id', 'in', deleted).execute();
	}
	return slice;
}

/** What the pictures that go with the job's calls refer to. */
export async function listReferenceFiles(db: Database, jobId: string): Promise<string[]> {
	const rows = await db
		.selectFrom('jobReferences')
		.select(['blobSha256', 'previewSha256'])
		.where('jobId', '=', jobId)
		.execute();
	return rows.flatMap(({ blobSha256, previewSha256 }) => [blobSha256, previewSha256]);
}

/** Which rows refer to nothing any more once the job is deleted; what its owner holds is none of them. */
export const toJobRows = (id: string): RowsToDelete => ({
	generationJobs: sql`generation_jobs.id = ${id}`,
	generatedImages: sql`generated_images.job_id = ${id}`,
	jobReferences: sql`job_references.job_id = ${id}`,
	imageVersions: sql`exists (
		select from generated_images image where image.id = image_versions.image_id and image.job_id = ${id}
	)`,
});
