import { sql } from 'kysely';
import type { Database } from '../../client/database.ts';
import type { OwnerScope } from '../../schema/database-schema.ts';
import type { GeneratedImageRow, GenerationJobRow } from '../../schema/generation-tables.ts';
import type { BlobRow } from '../../schema/upload-tables.ts';

/** A stored image with its job's name and the facts an archive's layout is computed from. */
export type PartImage = Pick<GeneratedImageRow, 'id' | 'jobId' | 'ownerId' | 'tokenNumber' | 'traits'> &
	Pick<GenerationJobRow, 'projectName'> & { readonly jobNumber: number } & Pick<
		BlobRow,
		'sha256' | 'sizeBytes' | 'crc32' | 'mime'
	>;

/**
 * The stored images of one part, by owner, job number and token. An image belongs to part h mod `partCount` + 1, where
 * h is the first four bytes of the SHA-256 of its id as an unsigned big-endian number.
 */
export async function listPartImages(
	db: Database,
	scope: OwnerScope,
	{ part, partCount }: { readonly part: number; readonly partCount: number },
): Promise<PartImage[]> {
	const hash = sql<number>`('x' || left(encode(sha256(convert_to(image.id, 'UTF8')), 'hex'), 8))::bit(32)::bigint`;
	return db
		.selectFrom('generatedImages as image')
		.innerJoin('generationJobs as job', 'job.id', 'image.jobId')
		.innerJoin('blobs as blob', 'blob.sha256', 'image.blobSha256')
		.select(['image.id', 'image.jobId', 'image.ownerId', 'image.tokenNumber', 'image.traits'])
		.select(['job.number as jobNumber', 'job.projectName'])
		.select(['blob.sha256', 'blob.sizeBytes', 'blob.crc32', 'blob.mime'])
		.where('image.state', '=', 'stored')
		.$if(scope !== 'all', (query) => query.where('image.ownerId', '=', scope))
		.where(sql`${hash} % ${partCount}::bigint`, '=', part - 1)
		.orderBy('image.ownerId')
		.orderBy('job.number')
		.orderBy('image.tokenNumber')
		.execute();
}
