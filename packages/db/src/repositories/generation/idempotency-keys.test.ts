import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { addJob, addUser, secondsAfterStart } from '../../testing/rows-testing.ts';
import { findGenerationJob, listGenerationJobs } from './generation-jobs.ts';
import { deleteOldIdempotencyKeys, findIdempotencyKey, insertIdempotencyKey } from './idempotency-keys.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

/** Takes the key and, when it was free, stores a job; returns the id of the job that holds the key. */
const start = (ownerId: string, key: string, requestHash = 'hash') =>
	database.db.transaction().execute(async (trx) => {
		const jobId = randomUUID();
		const holder = await insertIdempotencyKey(trx, {
			ownerId,
			key,
			requestHash,
			jobId,
			createdAt: secondsAfterStart(0),
		});
		if (holder.jobId === jobId) await addJob(trx, ownerId, { id: jobId });
		return holder;
	});

test('the second to take a key gets the row of the first', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const first = await start(ownerId, 'key', 'first');
	const second = await start(ownerId, 'key', 'second');
	expect(second).toEqual(first);
	expect(await findIdempotencyKey(db, ownerId, 'key')).toEqual(first);
	expect(await listGenerationJobs(db, 'all')).toHaveLength(1);
});

test('each owner has their own keys', async () => {
	const { db } = database;
	const [owner, other] = [await addUser(db), await addUser(db)];
	const { jobId } = await start(owner, 'key');
	expect(await findIdempotencyKey(db, other, 'key')).toBeUndefined();
	expect((await start(other, 'key')).jobId).not.toBe(jobId);
});

test('rejects, at the commit, a key whose job was not stored', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const committing = db.transaction().execute(async (trx) => {
		await insertIdempotencyKey(trx, { ownerId, key: 'key', requestHash: 'hash', jobId: 'none' });
	});
	await expect(committing).rejects.toThrow('foreign key');
	expect(await findIdempotencyKey(db, ownerId, 'key')).toBeUndefined();
});

test('a deleted job frees its key', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const { jobId } = await start(ownerId, 'key');
	await db.deleteFrom('generationJobs').where('id', '=', jobId).execute();
	expect(await findIdempotencyKey(db, ownerId, 'key')).toBeUndefined();
});

test('forgets the keys taken before a time and keeps their jobs', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const { jobId } = await start(ownerId, 'key');
	expect(await deleteOldIdempotencyKeys(db, secondsAfterStart(0))).toBe(0);
	expect(await findIdempotencyKey(db, ownerId, 'key')).toBeDefined();
	expect(await deleteOldIdempotencyKeys(db, secondsAfterStart(1))).toBe(1);
	expect(await findIdempotencyKey(db, ownerId, 'key')).toBeUndefined();
	expect(await findGenerationJob(db, ownerId, jobId)).toBeDefined();
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('with many connections', () => {
	test('20 simultaneous starts under one key make one job', async () => {
		const { db } = database;
		const ownerId = await addUser(db);
		const holders = await Promise.all(Array.from({ length: 20 }, () => start(ownerId, 'key')));
		const jobIds = new Set(holders.map((holder) => holder.jobId));
		expect(jobIds.size).toBe(1);
		expect(await findGenerationJob(db, ownerId, holders[0]!.jobId)).toBeDefined();
		expect(await listGenerationJobs(db, 'all')).toHaveLength(1);
	});
});
