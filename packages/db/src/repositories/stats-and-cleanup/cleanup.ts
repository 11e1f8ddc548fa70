import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { OwnerScope, Schema } from '../../schema/database-schema.ts';

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

/** Whether something finished needs an image, so that no cleanup may take it: a merge of the same owner that holds any version of it. */
export const isImageInUse = ({
	exists,
	selectFrom,
}: Pick<ExpressionBuilder<Schema, 'generatedImages'>, 'exists' | 'selectFrom'>): Expression<SqlBool> =>
	exists(
		selectFrom('imageVersions as used')
			.innerJoin('mergedImages', 'mergedImages.blobSha256', 'used.blobSha256')
			.innerJoin('mergeJobs', 'mergeJobs.id', 'mergedImages.mergeJobId')
			.select('used.imageId')
			.whereRef('used.imageId', '=', 'generatedImages.id')
			.whereRef('mergeJobs.ownerId', '=', 'generatedImages.ownerId'),
	);

/**
 * Takes from the owners the bytes that only images which are about to be deleted hold, so that a sweeper may remove the
 * files. Call it before `deleteImages`.
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
export async function deleteImages(trx: DatabaseTransaction, scope: OwnerScope): Promise<number> {
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

/** How many drawn images there are. */
export async function countStoredImages(db: Database, scope: OwnerScope): Promise<number> {
	const { count } = await db
		.selectFrom('generatedImages')
		.select((eb) => eb.fn.countAll<number>().as('count'))
		.where('state', '=', 'stored')
		.$if(scope !== 'all', (query) => query.where('ownerId', '=', scope))
		.executeTakeFirstOrThrow();
	return count;
}
