import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { OwnerScope, Schema } from '../../schema/database-schema.ts';
import type { GenerationJobRow } from '../../schema/generation-tables.ts';
import { isOfAJob } from '../generation/generated-images.ts';

/**
 * Keeps new work out and takes what is there away from the workers until the transaction ends: a start and an adoption
 * wait for the owner, a worker for the image that it wants to write. In the order in which they lock: owners, images,
 * jobs.
 */
export async function lockForCleanup(trx: DatabaseTransaction, scope: OwnerScope): Promise<void> {
	await trx
		.selectFrom(
			trx
				.selectFrom('users')
				.select('id')
				.$if(scope !== 'all', (query) => query.where('id', '=', scope))
				.orderBy('id')
				.forNoKeyUpdate()
				.as('locked'),
		)
		.select((eb) => eb.fn.countAll().as('count'))
		.execute();
	for (const table of ['generatedImages', 'generationJobs'] as const) {
		await trx
			.selectFrom(
				trx
					.selectFrom(table)
					.select('id')
					.$if(scope !== 'all', (query) => query.where('ownerId', '=', scope))
					.orderBy('id')
					.forUpdate()
					.as('locked'),
			)
			.select((eb) => eb.fn.countAll().as('count'))
			.execute();
	}
}

/**
 * Whether something needs an image, so that no cleanup may take it: a merge of the same owner that holds any version of it,
 * or a mint that is done or can still come true.
 */
export const isImageInUse = ({
	exists,
	or,
	selectFrom,
}: Pick<ExpressionBuilder<Schema, 'generatedImages'>, 'exists' | 'or' | 'selectFrom'>): Expression<SqlBool> =>
	or([
		exists(
			selectFrom('imageVersions as used')
				.innerJoin('mergedImages', 'mergedImages.blobSha256', 'used.blobSha256')
				.innerJoin('mergeJobs', 'mergeJobs.id', 'mergedImages.mergeJobId')
				.select('used.imageId')
				.whereRef('used.imageId', '=', 'generatedImages.id')
				.whereRef('mergeJobs.ownerId', '=', 'generatedImages.ownerId'),
		),
		exists(
			selectFrom('mintedTokens as mint')
				.select('mint.imageId')
				.whereRef('mint.imageId', '=', 'generatedImages.id')
				.where('mint.isFinal', '=', false),
		),
	]);

/**
 * Takes from the owners the bytes that only images which are about to be deleted hold, so that a sweeper may remove the
 * files. Call it before `deleteUnusedImages`.
 */
export async function releaseImageBlobs(trx: DatabaseTransaction, scope: OwnerScope): Promise<void> {
	await trx
		.deleteFrom('ownerBlobs')
		.$if(scope !== 'all', (query) => query.where('ownerBlobs.ownerId', '=', scope))
		.where((eb) => eb.exists(imagesHoldingBlob(eb)))
		.where((eb) => eb.not(eb.exists(imagesHoldingBlob(eb).where(isImageInUse))))
		.execute();
}

const imagesHoldingBlob = ({ selectFrom }: Pick<ExpressionBuilder<Schema, 'ownerBlobs'>, 'selectFrom'>) =>
	selectFrom('imageVersions')
		.innerJoin('generatedImages', 'generatedImages.id', 'imageVersions.imageId')
		.select('imageVersions.imageId')
		.whereRef('imageVersions.blobSha256', '=', 'ownerBlobs.sha256')
		.whereRef('generatedImages.ownerId', '=', 'ownerBlobs.ownerId');

/** Deletes every image that nothing uses, drawn or not, with its versions; returns how many drawn ones there were. */
export async function deleteUnusedImages(trx: DatabaseTransaction, scope: OwnerScope): Promise<number> {
	const { count } = await trx
		.with('deleted', (cte) =>
			cte
				.deleteFrom('generatedImages')
				.$if(scope !== 'all', (query) => query.where('ownerId', '=', scope))
				.where((eb) => eb.not(isImageInUse(eb)))
				.returning('state'),
		)
		.selectFrom('deleted')
		.select((eb) => eb.fn.countAll<number>().as('count'))
		.where('state', '=', 'stored')
		.executeTakeFirstOrThrow();
	return count;
}

/** Deletes every job that holds no image any more, with its idempotency key; returns how many. */
export async function deleteEmptyJobs(trx: DatabaseTransaction, scope: OwnerScope): Promise<number> {
	const { numDeletedRows } = await trx
		.deleteFrom('generationJobs')
		.$if(scope !== 'all', (query) => query.where('ownerId', '=', scope))
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom('generatedImages')
						.select('generatedImages.id')
						.whereRef('generatedImages.jobId', '=', 'generationJobs.id'),
				),
			),
		)
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}

/** What decides whether versions that are asked for can still be made. */
export type ReducedJob = Pick<GenerationJobRow, 'id' | 'engine' | 'redraws' | 'sealedApiKey'>;

/**
 * Makes every job that has lost images one of those that it still holds, all of them drawn, and returns these jobs. What
 * they cost stays. Call it after `deleteEmptyJobs`. A job that was under way ends; its key is forgotten unless other
 * versions of its images are still to be made.
 */
export async function reduceJobs(trx: DatabaseTransaction, scope: OwnerScope, now: Date): Promise<ReducedJob[]> {
	return trx
		.updateTable('generationJobs as job')
		.from((eb) =>
			eb
				.selectFrom('generatedImages')
				.select('jobId')
				.select(({ fn }) => [
					fn.countAll<number>().as('images'),
					fn.countAll<number>().filterWhere('redraw', '=', true).as('redraws'),
				])
				.$if(scope !== 'all', (query) => query.where('ownerId', '=', scope))
				.groupBy('jobId')
				.as('held'),
		)
		.set((eb) => ({
			batchSize: eb.ref('held.images'),
			progress: eb.ref('held.images'),
			totalImages: eb.ref('held.images'),
			failedImages: 0,
			redraws: eb.ref('held.redraws'),
			phase: 'done',
			status: 'completed',
			completedAt: sql<Date>`coalesce(job.completed_at, ${now})`,
			estimatedTime: null,
			errorMessage: null,
			pauseReason: null,
			pausedAt: null,
			sealedApiKey: sql<string | null>`case when held.redraws > 0 then job.sealed_api_key end`,
			version: eb('job.version', '+', 1),
		}))
		.whereRef('held.jobId', '=', 'job.id')
		.whereRef('held.images', '<>', 'job.batchSize')
		.returning(['job.id', 'job.engine', 'job.redraws', 'job.sealedApiKey'])
		.execute();
}

/** How many drawn images there are. */
export async function countStoredImages(db: Database, scope: OwnerScope): Promise<number> {
	const { count } = await db
		.selectFrom('generatedImages')
		.select((eb) => eb.fn.countAll<number>().as('count'))
		.where('state', '=', 'stored')
		.where(isOfAJob)
		.$if(scope !== 'all', (query) => query.where('ownerId', '=', scope))
		.executeTakeFirstOrThrow();
	return count;
}
