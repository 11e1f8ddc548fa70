import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isUniqueViolation } from '../../client/database-errors.ts';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { addJob, addPlannedJob, addUser, plannedImages, sha256, storeImages } from '../../testing/rows-testing.ts';
import {
	findChosenFile,
	findImage,
	insertPlannedImages,
	listArchiveImages,
	listCoverImages,
	listImages,
} from './generated-images.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

describe('insertPlannedImages', () => {
	test('keeps every planned value as it was (ENT-05)', async () => {
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

describe('reading images', () => {
	test("a stranger's image is not found", async () => {
		const { db } = database;
		const [owner, stranger] = [await addUser(db), await addUser(db)];
		const { images } = await addPlannedJob(db, owner, 1);
		const { id } = images[0]!;
		expect((await findImage(db, owner, id))?.id).toBe(id);
		expect(await findImage(db, stranger, id)).toBeUndefined();
	});

	test("a chosen version's file is found by its owner once it is stored", async () => {
		const { db } = database;
		const [owner, stranger] = [await addUser(db), await addUser(db)];
		const { job, images } = await addPlannedJob(db, owner, 2);
		await storeImages(db, job.id, 1);
		const [stored, planned] = images;
		const row = await findImage(db, owner, stored!.id);
		const { filename, chosenVersion, versionCount, blobSha256, preview200Sha256 } = row!;
		const facts = { filename, chosenVersion, versionCount };
		expect(await findChosenFile(db, owner, stored!.id, 'blobSha256')).toMatchObject({ ...facts, sha256: blobSha256 });
		expect(await findChosenFile(db, 'all', stored!.id, 'preview200Sha256')).toMatchObject({
			...facts,
			sha256: preview200Sha256,
		});
		expect(await findChosenFile(db, stranger, stored!.id, 'blobSha256')).toBeUndefined();
		expect(await findChosenFile(db, owner, planned!.id, 'blobSha256')).toBeUndefined();
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
			sha256: sha256(`${job.id} 1`),
			sizeBytes: `${job.id} 1`.length,
			crc32: 4_294_967_295,
			mime: 'image/png',
			width: 1024,
			height: 1024,
		});
	});
});
