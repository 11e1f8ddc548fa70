import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isUniqueViolation } from '../errors.ts';
import { addBlob, addJob, addPlannedJob, addUser, at, plannedImages, sha256, storeImages } from '../test-rows.ts';
import { createTestDatabase, type TestDatabase, truncateAll } from '../testing.ts';
import {
	claimImages,
	completeImage,
	countImagesByState,
	failImage,
	findImage,
	insertPlannedImages,
	listArchiveImages,
	listCoverImages,
	listImages,
	releaseAllClaims,
	releaseClaim,
	renewClaim,
	retryImageLater,
} from './generated-images.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

const claim = (token: string, limit: number, fromSeconds = 0) => ({
	token,
	limit,
	claimedUntil: at(fromSeconds + 30),
	now: at(fromSeconds),
});

describe('insertPlannedImages', () => {
	test('ENT-05 keeps every planned value as it was', async () => {
		const { db } = database;
		const ownerId = await addUser(db);
		const { job, images } = await addPlannedJob(db, ownerId, 3);
		const rows = await listImages(db, job.id);
		expect(rows).toMatchObject(images);
		expect(rows[0]).toMatchObject({
			jobId: job.id,
			ownerId,
			state: 'planned',
			attempts: 0,
			claimToken: null,
			blobSha256: null,
			metadata: {},
			lastError: null,
			storedAt: null,
		});
	});

	test('takes 10,000 rows, quickly and in token order', async () => {
		const { db } = database;
		const ownerId = await addUser(db);
		const job = await addJob(db, ownerId, { batchSize: 10_000 });
		const images = plannedImages(10_000);
		const startedAt = performance.now();
		await db.transaction().execute((trx) => insertPlannedImages(trx, ownerId, job.id, images));
		expect(performance.now() - startedAt).toBeLessThan(10_000);
		const rows = await listImages(db, job.id);
		expect(rows.map((row) => row.id)).toEqual(images.map((image) => image.id));
	});

	test('rejects a token number that the job has already', async () => {
		const { db } = database;
		const ownerId = await addUser(db);
		const { job } = await addPlannedJob(db, ownerId, 1);
		const error = await insertPlannedImages(db, ownerId, job.id, plannedImages(1)).catch((error: unknown) => error);
		expect(isUniqueViolation(error, 'generated_images_job_id_token_number_unique')).toBe(true);
		expect(isUniqueViolation(error, 'generated_images_pkey')).toBe(false);
	});
});

describe('claiming', () => {
	test('takes the first open images in token order and counts the attempt', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 5);
		const first = await claimImages(db, job.id, claim('a', 2));
		expect(first.map((row) => row.tokenNumber)).toEqual([1, 2]);
		expect(first[0]).toMatchObject({ attempts: 1, claimToken: 'a', claimedUntil: at(30), state: 'planned' });
		const second = await claimImages(db, job.id, claim('b', 9));
		expect(second.map((row) => row.tokenNumber)).toEqual([3, 4, 5]);
		expect(await claimImages(db, job.id, claim('c', 9))).toEqual([]);
	});

	test('takes over what a vanished worker held once its claim ran out', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 1);
		await claimImages(db, job.id, claim('a', 1));
		expect(await claimImages(db, job.id, claim('b', 1, 29))).toEqual([]);
		const [taken] = await claimImages(db, job.id, claim('b', 1, 30));
		expect(taken).toMatchObject({ claimToken: 'b', attempts: 2 });
	});

	test('a renewed claim is kept', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 2);
		await claimImages(db, job.id, claim('a', 2));
		expect(await renewClaim(db, 'a', at(60))).toBe(2);
		expect(await claimImages(db, job.id, claim('b', 2, 59))).toEqual([]);
		expect(await renewClaim(db, 'b', at(90))).toBe(0);
	});

	test('a released claim costs no attempt; releasing all claims does', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 3);
		await claimImages(db, job.id, claim('a', 1));
		expect(await releaseClaim(db, 'a')).toBe(1);
		await claimImages(db, job.id, claim('b', 2));
		expect(await releaseAllClaims(db)).toBe(2);
		const rows = await listImages(db, job.id);
		expect(rows.map((row) => row.attempts)).toEqual([1, 1, 0]);
		expect(rows.map((row) => row.claimToken)).toEqual([null, null, null]);
	});

	test('an image put back is claimed again only when it is due', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 2);
		const [first, second] = await claimImages(db, job.id, claim('a', 2));
		const retry = { token: 'a', notBefore: at(10), lastError: 'busy' };
		expect(await retryImageLater(db, { ...retry, id: first!.id })).toBe(true);
		expect(await retryImageLater(db, { ...retry, id: second!.id, countAttempt: false })).toBe(true);
		expect(await claimImages(db, job.id, claim('b', 9, 9))).toEqual([]);
		const again = await claimImages(db, job.id, claim('b', 9, 10));
		expect(again.map(({ attempts, lastError }) => ({ attempts, lastError }))).toEqual([
			{ attempts: 2, lastError: 'busy' },
			{ attempts: 1, lastError: 'busy' },
		]);
	});
});

describe('results', () => {
	const previews = async () => ({
		preview512Sha256: await addBlob(database.db, '512'),
		preview200Sha256: await addBlob(database.db, '200'),
	});

	test('are stored under the claim, which ends', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 1);
		const [row] = await claimImages(db, job.id, claim('a', 1));
		const blobs = { blobSha256: await addBlob(db, 'full'), ...(await previews()) };
		const metadata = { engine_version: 'forge/1', nestedKey: { snake_key: 1 } };
		expect(await completeImage(db, { id: row!.id, token: 'a', ...blobs, metadata, storedAt: at(5) })).toBe(true);
		expect(await findImage(db, 'all', row!.id)).toMatchObject({
			state: 'stored',
			...blobs,
			metadata,
			storedAt: at(5),
			claimToken: null,
			claimedUntil: null,
		});
		expect(await claimImages(db, job.id, claim('b', 1, 99))).toEqual([]);
	});

	test('rejects the writes of a worker that lost its claim', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 1);
		const [row] = await claimImages(db, job.id, claim('late', 1));
		await claimImages(db, job.id, claim('now', 1, 30));
		const late = { id: row!.id, token: 'late' };
		const blobs = { blobSha256: await addBlob(db, 'full'), ...(await previews()) };
		expect(await completeImage(db, { ...late, ...blobs, storedAt: at(40) })).toBe(false);
		expect(await failImage(db, { ...late, lastError: 'no' })).toBe(false);
		expect(await retryImageLater(db, { ...late, lastError: 'no', notBefore: at(99) })).toBe(false);
		expect(await findImage(db, 'all', row!.id)).toMatchObject({ state: 'planned', claimToken: 'now', lastError: null });
	});

	test('rejects an image whose bytes are not recorded', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 1);
		const [row] = await claimImages(db, job.id, claim('a', 1));
		const blobs = { blobSha256: sha256('unknown'), ...(await previews()) };
		const storing = completeImage(db, { id: row!.id, token: 'a', ...blobs, storedAt: at(5) });
		await expect(storing).rejects.toThrow('foreign key');
	});

	test('a given-up image is not claimed again', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 1);
		const [row] = await claimImages(db, job.id, claim('a', 1));
		expect(await failImage(db, { id: row!.id, token: 'a', lastError: 'poison' })).toBe(true);
		expect(await claimImages(db, job.id, claim('b', 1, 99))).toEqual([]);
		expect(await findImage(db, 'all', row!.id)).toMatchObject({ state: 'failed', lastError: 'poison', attempts: 1 });
		expect(await countImagesByState(db, job.id)).toEqual({ planned: 0, stored: 0, failed: 1 });
	});
});

describe('reading images', () => {
	test("a stranger's image is not found", async () => {
		const { db } = database;
		const [owner, stranger] = [await addUser(db), await addUser(db)];
		const { images } = await addPlannedJob(db, owner, 1);
		const { id } = images[0]!;
		expect((await findImage(db, owner, id))?.id).toBe(id);
		expect(await findImage(db, stranger, id)).toBeUndefined();
	});

	test('covers are the first stored images of each job', async () => {
		const { db } = database;
		const ownerId = await addUser(db);
		const jobs = [
			await addPlannedJob(db, ownerId, 6),
			await addPlannedJob(db, ownerId, 3),
			await addPlannedJob(db, ownerId, 2),
		];
		const [many, few, none] = jobs.map(({ job }) => job.id) as [string, string, string];
		await storeImages(db, many, 5);
		await storeImages(db, few, 1);
		const covers = await listCoverImages(db, [many, few, none], 4);
		const byJob = Map.groupBy(covers, (cover) => cover.jobId);
		expect(byJob.get(many)?.map((cover) => cover.tokenNumber)).toEqual([1, 2, 3, 4]);
		expect(byJob.get(few)?.map((cover) => cover.tokenNumber)).toEqual([1]);
		expect(byJob.has(none)).toBe(false);
		expect(await listCoverImages(db, [], 4)).toEqual([]);
	});

	test('the archive lists stored images with their bytes described, in token order', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 3);
		await storeImages(db, job.id, 2);
		const images = await listArchiveImages(db, job.id);
		expect(images.map((image) => image.tokenNumber)).toEqual([1, 2]);
		expect(images[0]).toMatchObject({
			filename: '1.png',
			sha256: sha256(`${job.id} 1`),
			sizeBytes: `${job.id} 1`.length,
			crc32: 4_294_967_295,
			mime: 'image/png',
			width: 1024,
			height: 1024,
		});
	});

	test('counts images by state', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 4);
		await storeImages(db, job.id, 3);
		expect(await countImagesByState(db, job.id)).toEqual({ planned: 1, stored: 3, failed: 0 });
	});
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('with many connections', () => {
	test('simultaneous claims never hold the same image and together take every one', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 400);
		const claimUntilNoneIsLeft = async () => {
			const ids: string[] = [];
			for (;;) {
				const rows = await claimImages(db, job.id, claim(randomUUID(), 7));
				if (rows.length === 0) return ids;
				ids.push(...rows.map((row) => row.id));
			}
		};
		const workers = await Promise.all(Array.from({ length: 10 }, claimUntilNoneIsLeft));
		expect(workers.filter((ids) => ids.length > 0).length).toBeGreaterThan(1);
		const ids = workers.flat();
		expect(new Set(ids).size).toBe(ids.length);
		const rows = await listImages(db, job.id);
		expect(rows.map((row) => row.attempts)).toEqual(rows.map(() => 1));
	});
});
