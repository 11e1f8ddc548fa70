import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { addJob, addPlannedJob, addUser, secondsAfterStart, storeImages } from '../../testing/rows-testing.ts';
import { setDatabaseTime } from '../../testing/time-testing.ts';
import {
	findGenerationJob,
	hasOtherRunnableJob,
	listGenerationJobs,
	listRunnableJobs,
	startRunning,
	updateGenerationJob,
} from './generation-jobs.ts';
import { claimImages } from './image-claims.ts';
import { failImage, noCost, retryImageLater } from './image-results.ts';
import { countGenerationFailure, endGenerationJob, recordFinishedAttempt } from './job-phases.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

const free = { redraws: 0, requestFailures: 0, isPicture: false, cost: noCost } as const;
const stored = { ...free, isPicture: true, stored: 1, failed: 0 } as const;
const failed = { ...free, stored: 0, failed: 1 } as const;

describe('insertGenerationJob', () => {
	test('a new job is pending with the defaults of the specification (ENT-03)', async () => {
		const { db } = database;
		const job = await addJob(db, await addUser(db), { races: ['elf', 'human'], batchSize: 5 });
		expect(job).toMatchObject({
			number: 1,
			races: ['elf', 'human'],
			classes: ['wizard'],
			artStyle: 'bold-classic',
			backgroundType: 'purple-blue-gradient',
			afflictions: [],
			batchSize: 5,
			projectName: null,
			phase: 'queued',
			status: 'pending',
			progress: 0,
			totalImages: 0,
			failedImages: 0,
			estimatedTime: null,
			planOptions: null,
			errorMessage: null,
			version: 0,
			createdAt: secondsAfterStart(0),
			startedAt: null,
			completedAt: null,
		});
	});

	test('keeps what steered the plan, keys of any spelling included', async () => {
		const { db } = database;
		const planOptions = {
			weights: { race: { elf: 3, 'half-elf': 0.5 }, magicalStone: { snake_case: 1 } },
			rules: [{ kind: 'never', left: { trait: 'race', value: 'elf' }, right: { trait: 'class', value: 'orc' } }],
		} as const;
		const { id } = await addJob(db, await addUser(db), { planOptions });
		expect((await findGenerationJob(db, 'all', id))?.planOptions).toEqual(planOptions);
	});

	test('numbers run per owner from 1, and a deleted job does not free its number (AMB-54)', async () => {
		const { db } = database;
		const [first, second] = [await addUser(db), await addUser(db)];
		await addJob(db, first);
		const { id, number } = await addJob(db, first);
		expect(number).toBe(2);
		await db.deleteFrom('generationJobs').where('id', '=', id).execute();
		expect((await addJob(db, first)).number).toBe(3);
		expect((await addJob(db, second)).number).toBe(1);
	});

	test('rejects a job of nobody', async () => {
		await expect(addJob(database.db, 'nobody')).rejects.toThrow(/null value|foreign key/);
	});

	test('leaves no trace when its transaction fails', async () => {
		const { db } = database;
		const ownerId = await addUser(db);
		const failing = db.transaction().execute(async (trx) => {
			await addPlannedJob(trx, ownerId, 3);
			throw new Error('no');
		});
		await expect(failing).rejects.toThrow('no');
		expect(await listGenerationJobs(db, 'all')).toEqual([]);
		expect((await addJob(db, ownerId)).number).toBe(1);
	});
});

describe('reading jobs', () => {
	test("a stranger's job is not found", async () => {
		const { db } = database;
		const [owner, stranger] = [await addUser(db), await addUser(db)];
		const { id } = await addJob(db, owner);
		expect((await findGenerationJob(db, owner, id))?.id).toBe(id);
		expect((await findGenerationJob(db, 'all', id))?.id).toBe(id);
		expect(await findGenerationJob(db, stranger, id)).toBeUndefined();
	});

	test('the list is the owner’s own, newest first, or everybody’s', async () => {
		const { db } = database;
		const [owner, other] = [await addUser(db), await addUser(db)];
		const older = await addJob(db, owner, { createdAt: secondsAfterStart(1) });
		const newer = await addJob(db, owner, { createdAt: secondsAfterStart(2) });
		const sameMoment = await addJob(db, owner, { createdAt: secondsAfterStart(2) });
		const foreign = await addJob(db, other, { createdAt: secondsAfterStart(3) });
		const idsOf = async (owner: string) => (await listGenerationJobs(db, owner)).map((job) => job.id);
		expect(await idsOf(owner)).toEqual([sameMoment.id, newer.id, older.id]);
		expect(await idsOf('all')).toEqual([foreign.id, sameMoment.id, newer.id, older.id]);
	});
});

describe('listRunnableJobs', () => {
	const idsAt = async (seconds: number) => {
		await setDatabaseTime(database.db, secondsAfterStart(seconds));
		return (await listRunnableJobs(database.db)).map((job) => job.id);
	};

	test('holds queued and running jobs with open images, oldest first', async () => {
		const { db } = database;
		const ownerId = await addUser(db);
		const { job: running } = await addPlannedJob(db, ownerId, 2, { createdAt: secondsAfterStart(2) });
		await startRunning(db, running.id, secondsAfterStart(3));
		const { job: queued } = await addPlannedJob(db, ownerId, 2, { createdAt: secondsAfterStart(1) });
		const { job: paused } = await addPlannedJob(db, ownerId, 2);
		await updateGenerationJob(db, paused.id, { phase: 'paused' });
		await addJob(db, ownerId);
		expect(await idsAt(9)).toEqual([queued.id, running.id]);
		await storeImages(db, queued.id, 2);
		expect(await idsAt(9)).toEqual([running.id]);
	});

	test('leaves out a job whose images are all in hand or not due, until they are', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 2);
		await setDatabaseTime(db, secondsAfterStart(0));
		const [first] = await claimImages(db, job.id, { token: 'token', forMs: 30_000, limit: 2 });
		expect(await idsAt(29)).toEqual([]);
		expect(await idsAt(30)).toEqual([job.id]);
		await retryImageLater(db, { id: first!.id, token: 'token', delayMs: 5_000, lastError: 'busy' });
		await db
			.updateTable('generatedImages')
			.set({ claimedUntil: secondsAfterStart(90) })
			.where('claimToken', '=', 'token')
			.execute();
		expect(await idsAt(34)).toEqual([]);
		expect(await idsAt(35)).toEqual([job.id]);
	});

	test('hasOtherRunnableJob tells whether anybody else waits for the same engine', async () => {
		const { db } = database;
		const ownerId = await addUser(db);
		const { job } = await addPlannedJob(db, ownerId, 1);
		await addPlannedJob(db, ownerId, 1, { engine: 'gemini' });
		expect(await hasOtherRunnableJob(db, 'forge', job.id)).toBe(false);
		await addPlannedJob(db, ownerId, 1);
		expect(await hasOtherRunnableJob(db, 'forge', job.id)).toBe(true);
	});
});

describe('a job’s progress', () => {
	test('startRunning moves a queued job only', async () => {
		const { db } = database;
		const { id } = await addJob(db, await addUser(db));
		expect(await startRunning(db, id, secondsAfterStart(5))).toBe(true);
		expect(await findGenerationJob(db, 'all', id)).toMatchObject({
			phase: 'running',
			status: 'generating',
			startedAt: secondsAfterStart(5),
			version: 1,
		});
		expect(await startRunning(db, id, secondsAfterStart(6))).toBe(false);
	});

	test('counts failures of ours in a row, which a picture ends', async () => {
		const { db } = database;
		const { id } = await addJob(db, await addUser(db), { batchSize: 3 });
		expect(await countGenerationFailure(db, id)).toBe(1);
		expect(await recordFinishedAttempt(db, id, failed)).toMatchObject({ failures: 1 });
		expect(await countGenerationFailure(db, id)).toBe(2);
		expect(await recordFinishedAttempt(db, id, stored)).toMatchObject({ failures: 0 });
		expect(await countGenerationFailure(db, 'gone')).toBe(0);
	});

	test('counts finished images, and each change moves the version', async () => {
		const { db } = database;
		const { id } = await addJob(db, await addUser(db), { batchSize: 2 });
		expect(await recordFinishedAttempt(db, id, stored)).toMatchObject({
			progress: 1,
			totalImages: 1,
			failedImages: 0,
			version: 1,
		});
		expect(await recordFinishedAttempt(db, id, failed)).toMatchObject({
			progress: 1,
			totalImages: 1,
			failedImages: 1,
			version: 2,
		});
	});

	test('a change meant for one phase leaves a job in another alone', async () => {
		const { db } = database;
		const { id } = await addJob(db, await addUser(db));
		const change = { phase: 'paused', status: 'generating', estimatedTime: 12.5 } as const;
		expect(await updateGenerationJob(db, id, change, { onlyIn: ['running'] })).toBeUndefined();
		expect(await updateGenerationJob(db, id, change, { onlyIn: ['queued'] })).toMatchObject({ ...change, version: 1 });
	});

	test('ends, and forgets its key unless versions are still to be made with it', async () => {
		const { db } = database;
		const key = { sealedApiKey: 'sealed', apiKeyId: 'id' };
		const { id } = await addJob(db, await addUser(db), { engine: 'gemini', model: 'painter', ...key });
		await updateGenerationJob(db, id, { estimatedTime: 3 });
		const end = { phase: 'done', status: 'completed', errorMessage: null, completedAt: secondsAfterStart(9) } as const;
		await db.updateTable('generationJobs').set({ redraws: 1 }).where('id', '=', id).execute();
		expect(await endGenerationJob(db, id, end)).toMatchObject({ ...end, ...key, estimatedTime: null, version: 2 });
		const { redraws } = await recordFinishedAttempt(db, id, { ...free, stored: 0, failed: 0, redraws: 1 });
		expect(redraws).toBe(0);
		expect(await endGenerationJob(db, id, end)).toMatchObject({ ...end, sealedApiKey: null, apiKeyId: 'id' });
	});
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('with many connections', () => {
	test('20 simultaneous inserts of one owner get 20 consecutive numbers', async () => {
		const { db } = database;
		const ownerId = await addUser(db);
		const jobs = await Promise.all(Array.from({ length: 20 }, () => addJob(db, ownerId)));
		expect(jobs.map((job) => job.number).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
	});

	test('of the transactions that finish a job’s images at the same time exactly one sees the last', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 16);
		const claimed = await claimImages(db, job.id, {
			limit: 16,
			token: 'token',
			forMs: 60_000,
		});
		const sawLast = await Promise.all(
			claimed.map(({ id }) =>
				db.transaction().execute(async (trx) => {
					await failImage(trx, { id, token: 'token', failure: 'engine', lastError: 'no' });
					const { progress, failedImages, batchSize } = await recordFinishedAttempt(trx, job.id, failed);
					return progress + failedImages === batchSize;
				}),
			),
		);
		expect(sawLast.filter((isLast) => isLast)).toHaveLength(1);
	});
});
