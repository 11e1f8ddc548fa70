import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DatabaseTransaction } from '../../client/database.ts';
import type { OwnerScope } from '../../schema/database-schema.ts';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import {
	addBlob,
	addMerge,
	addPlannedJob,
	addUser,
	finishMerge,
	secondsAfterStart,
	sha256,
	storeImages,
} from '../../testing/rows-testing.ts';
import { insertIdempotencyKey } from '../generation/idempotency-keys.ts';
import { claimImages } from '../generation/image-claims.ts';
import { completeImage } from '../generation/image-results.ts';
import { insertOwnerBlob } from '../uploads/blobs.ts';
import {
	countStoredImages,
	deleteEmptyJobs,
	deleteUnusedImages,
	lockForCleanup,
	reduceJobs,
	releaseImageBlobs,
} from './cleanup.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

async function cleanUp(trx: DatabaseTransaction, scope: OwnerScope) {
	await lockForCleanup(trx, scope);
	await releaseImageBlobs(trx, scope);
	return { images: await deleteUnusedImages(trx, scope), jobs: await deleteEmptyJobs(trx, scope) };
}

const cleanUpOf = (scope: OwnerScope) => database.db.transaction().execute((trx) => cleanUp(trx, scope));

/** A job of three images, two of them drawn, whose bytes the owner holds. */
async function addWork(ownerId: string) {
	const { db } = database;
	const { job } = await addPlannedJob(db, ownerId, 3);
	await storeImages(db, job.id, 2);
	for (const number of [1, 2]) {
		await insertOwnerBlob(db, { ownerId, sha256: await addBlob(db, `${job.id} ${number}`) });
	}
	return job;
}

const countOf = async (table: 'generationJobs' | 'generatedImages' | 'imageVersions' | 'idempotencyKeys' | 'blobs') =>
	(
		await database.db
			.selectFrom(table)
			.select((eb) => eb.fn.countAll<number>().as('count'))
			.executeTakeFirstOrThrow()
	).count;

test('takes one owner’s jobs with images, versions and keys, and counts the drawn ones', async () => {
	const { db } = database;
	const [ownerId, otherId] = [await addUser(db), await addUser(db)];
	const [job] = [await addWork(ownerId), await addWork(ownerId)];
	await addWork(otherId);
	await insertIdempotencyKey(db, {
		ownerId,
		key: 'k',
		requestHash: 'h',
		jobId: job.id,
		createdAt: secondsAfterStart(0),
	});
	expect(await cleanUpOf(ownerId)).toEqual({ images: 4, jobs: 2 });
	expect(await countOf('generationJobs')).toBe(1);
	expect(await countOf('generatedImages')).toBe(3);
	expect(await countOf('imageVersions')).toBe(2);
	expect(await countOf('idempotencyKeys')).toBe(0);
	expect([await countStoredImages(db, ownerId), await countStoredImages(db, 'all')]).toEqual([0, 2]);
});

test('takes everybody’s', async () => {
	const { db } = database;
	await addWork(await addUser(db));
	await addWork(await addUser(db));
	expect(await cleanUpOf('all')).toEqual({ images: 4, jobs: 2 });
	expect(await countOf('generatedImages')).toBe(0);
	expect(await db.selectFrom('ownerBlobs').selectAll().execute()).toEqual([]);
	// The files are the sweeper's.
	expect(await countOf('blobs')).toBeGreaterThan(0);
});

test('takes the owner’s hold of what was drawn, older versions included, and leaves uploads and other owners’', async () => {
	const { db } = database;
	const [ownerId, otherId] = [await addUser(db), await addUser(db)];
	const job = await addWork(ownerId);
	const [image] = await db.selectFrom('generatedImages').selectAll().where('jobId', '=', job.id).execute();
	const older = await addBlob(db, 'older');
	await db
		.insertInto('imageVersions')
		.values({
			imageId: image!.id,
			number: 9,
			blobSha256: older,
			preview512Sha256: older,
			preview200Sha256: older,
			imageSeed: 's',
		})
		.execute();
	const upload = await addBlob(db, 'upload');
	for (const sha256 of [older, upload]) await insertOwnerBlob(db, { ownerId, sha256 });
	await insertOwnerBlob(db, { ownerId: otherId, sha256: older });
	await cleanUpOf(ownerId);
	expect(await db.selectFrom('ownerBlobs').select(['ownerId', 'sha256']).orderBy('ownerId').execute()).toEqual(
		[
			{ ownerId, sha256: upload },
			{ ownerId: otherId, sha256: older },
		].toSorted((left, right) => (left.ownerId < right.ownerId ? -1 : 1)),
	);
});

test('keeps what a merge of the same owner holds, in any version, with its job and the owner’s hold of it', async () => {
	const { db } = database;
	const [ownerId, otherId] = [await addUser(db), await addUser(db)];
	const [job, others] = [await addWork(ownerId), await addWork(otherId)];
	// The other owner's merge holds bytes that both of them have.
	const [mine, theirs] = [sha256(`${job.id} 1`), sha256(`${others.id} 2`)];
	await finishMerge(db, (await addMerge(db, ownerId)).id, [{ sha256: mine }, { sha256: theirs }]);
	expect(await cleanUpOf(ownerId)).toEqual({ images: 1, jobs: 0 });
	expect(await countStoredImages(db, ownerId)).toBe(1);
	const held = await db.selectFrom('ownerBlobs').select('sha256').where('ownerId', '=', ownerId).execute();
	expect(held).toEqual([{ sha256: mine }]);
	expect(await cleanUpOf(otherId)).toEqual({ images: 2, jobs: 1 });
});

describe('a job that keeps some of its images', () => {
	const cost = { paidCalls: 3, costMicroUsd: 120_000, costRestNanoUsd: 500, estimatedMicroUsd: 40_000 };

	/** A paused job of three, two of them drawn, of which a merge holds the second. */
	async function addMergedWork(ownerId: string, sealedApiKey: string | null = null) {
		const { db } = database;
		const job = await addWork(ownerId);
		await finishMerge(db, (await addMerge(db, ownerId)).id, [{ sha256: sha256(`${job.id} 2`) }]);
		await db
			.updateTable('generationJobs')
			.set({ ...cost, progress: 2, totalImages: 2, failedImages: 1, sealedApiKey })
			.set({ phase: 'paused', status: 'generating', pauseReason: 'user', pausedAt: secondsAfterStart(2) })
			.set({ errorMessage: 'Stopped after 2 of 3 images', estimatedTime: 5 })
			.where('id', '=', job.id)
			.execute();
		return job;
	}

	const cleanUpAndReduce = (scope: OwnerScope) =>
		database.db.transaction().execute(async (trx) => {
			await cleanUp(trx, scope);
			return reduceJobs(trx, scope, secondsAfterStart(9));
		});
	const findJob = (id: string) =>
		database.db.selectFrom('generationJobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

	test('is a finished job of these from then on, at the same price', async () => {
		const ownerId = await addUser(database.db);
		const { id, version } = await addMergedWork(ownerId);
		expect(await cleanUpAndReduce(ownerId)).toEqual([{ id, engine: 'forge', redraws: 0, sealedApiKey: null }]);
		const counts = { batchSize: 1, progress: 1, totalImages: 1, failedImages: 0, redraws: 0 };
		const ended = { phase: 'done', status: 'completed', completedAt: secondsAfterStart(9) };
		const cleared = { pauseReason: null, pausedAt: null, errorMessage: null, estimatedTime: null };
		const job = await findJob(id);
		expect(job).toMatchObject({ ...counts, ...ended, ...cleared, ...cost });
		expect(job.version).toBeGreaterThan(version);
		// The next cleanup finds nothing to change.
		expect(await cleanUpAndReduce(ownerId)).toEqual([]);
		expect(await findJob(id)).toEqual(job);
	});

	test('keeps when it ended, and its key while another version is asked for', async () => {
		const { db } = database;
		const ownerId = await addUser(db);
		const [plain, redrawn] = [await addMergedWork(ownerId, 'sealed'), await addMergedWork(ownerId, 'sealed')];
		await db
			.updateTable('generationJobs')
			.set({ completedAt: secondsAfterStart(3) })
			.execute();
		await db.updateTable('generatedImages').set({ redraw: true }).where('jobId', '=', redrawn.id).execute();
		const reduced = await cleanUpAndReduce('all');
		expect(new Map(reduced.map(({ id, redraws, sealedApiKey }) => [id, [redraws, sealedApiKey]]))).toEqual(
			new Map([
				[plain.id, [0, null]],
				[redrawn.id, [1, 'sealed']],
			]),
		);
		expect((await findJob(plain.id)).completedAt).toEqual(secondsAfterStart(3));
	});

	test('leaves whole jobs and those of others as they are', async () => {
		const { db } = database;
		const [ownerId, otherId] = [await addUser(db), await addUser(db)];
		const theirs = await findJob((await addMergedWork(otherId)).id);
		const { job: whole } = await addPlannedJob(db, ownerId, 1);
		await storeImages(db, whole.id, 1);
		await finishMerge(db, (await addMerge(db, ownerId)).id, [{ sha256: sha256(`${whole.id} 1`) }]);
		const before = await findJob(whole.id);
		expect(await cleanUpAndReduce(ownerId)).toEqual([]);
		expect(await findJob(whole.id)).toEqual(before);
		expect(await findJob(theirs.id)).toEqual(theirs);
	});
});

test('a worker that still draws finds no row to write to', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const { job } = await addPlannedJob(db, ownerId, 1);
	const [image] = await claimImages(db, job.id, {
		limit: 1,
		token: 't',
		forMs: 60_000,
	});
	await cleanUpOf(ownerId);
	const blobSha256 = await addBlob(db, 'late');
	const bytes = { blobSha256, preview512Sha256: blobSha256, preview200Sha256: blobSha256 };
	expect(await completeImage(db, { id: image!.id, token: 't', ...bytes, storedAt: secondsAfterStart(1) })).toBeNull();
	expect(await countOf('generatedImages')).toBe(0);
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('with many connections', () => {
	test('waits for a worker that is just storing an image, and takes that one too', async () => {
		const { db } = database;
		const ownerId = await addUser(db);
		const { job } = await addPlannedJob(db, ownerId, 2);
		const [image] = await claimImages(db, job.id, {
			limit: 1,
			token: 't',
			forMs: 60_000,
		});
		const blobSha256 = await addBlob(db, 'just in time');
		const bytes = { blobSha256, preview512Sha256: blobSha256, preview200Sha256: blobSha256 };
		const isWaiting = async () => {
			const { rows } = await sql`select 1 from pg_stat_activity
				where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
			return rows.length > 0;
		};
		let cleaning: ReturnType<typeof cleanUpOf> | undefined;
		await db.transaction().execute(async (trx) => {
			await completeImage(trx, { id: image!.id, token: 't', ...bytes, storedAt: secondsAfterStart(1) });
			cleaning = cleanUpOf(ownerId);
			while (!(await isWaiting())) await new Promise((resolve) => setTimeout(resolve, 5));
			await insertOwnerBlob(trx, { ownerId, sha256: blobSha256 });
		});
		expect(await cleaning).toEqual({ images: 1, jobs: 1 });
		expect(await db.selectFrom('ownerBlobs').selectAll().execute()).toEqual([]);
	});
});
