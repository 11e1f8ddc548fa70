import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteSession, findSession } from '../repositories/auth/sessions.ts';
import { listCoverImages, listImages } from '../repositories/generation/generated-images.ts';
import {
	findGenerationJob,
	listGenerationJobs,
	listRunnableJobs,
	startRunning,
} from '../repositories/generation/generation-jobs.ts';
import { claimImages } from '../repositories/generation/image-claims.ts';
import { requestRegeneration } from '../repositories/generation/image-review.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database-testing.ts';
import { addPlannedJob, addUser, secondsAfterStart } from '../testing/rows-testing.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());

describe.skipIf(process.env.TEST_DATABASE_URL)('the count of changes', () => {
	const count = () => database.changes?.count() ?? Number.NaN;
	async function changedBy(work: () => Promise<unknown>): Promise<boolean> {
		const before = count();
		await work();
		return count() !== before;
	}

	test('stays while rows are only read, and while a write finds nothing to change', async () => {
		const { db } = database;
		const userId = await addUser(db);
		const { job } = await addPlannedJob(db, userId, 2);
		expect(await changedBy(() => listGenerationJobs(db, userId))).toBe(false);
		expect(await changedBy(() => findGenerationJob(db, userId, job.id))).toBe(false);
		expect(await changedBy(() => listCoverImages(db, [job.id], 4))).toBe(false);
		expect(await changedBy(() => listImages(db, job.id))).toBe(false);
		expect(await changedBy(() => listRunnableJobs(db))).toBe(false);
		expect(await changedBy(() => findSession(db, 'nothing'))).toBe(false);
		expect(await changedBy(() => deleteSession(db, 'nothing'))).toBe(false);
		expect(await changedBy(() => startRunning(db, 'nothing', secondsAfterStart(0)))).toBe(false);
	});

	test('moves with every kind of write', async () => {
		const { db } = database;
		const userId = await addUser(db);
		const { job, images } = await addPlannedJob(db, userId, 2);
		const claim = { limit: 1, token: 'a', forMs: 60_000 };
		const writes: readonly (() => Promise<unknown>)[] = [
			() => addUser(db),
			() => startRunning(db, job.id, secondsAfterStart(0)),
			() => claimImages(db, job.id, claim),
			() => requestRegeneration(db, [images[1]!.id]),
			() => sql`update users set name = 'x' where false`.execute(db).catch(() => sql`select 1`.execute(db)),
			() => db.transaction().execute((trx) => addUser(trx)),
			() => db.deleteFrom('generationJobs').where('id', '=', job.id).execute(),
		];
		for (const [index, write] of writes.entries()) expect([index, await changedBy(write)]).toEqual([index, true]);
	});

	test('has moved by the time a write can be seen', async () => {
		const { db } = database;
		const before = count();
		const adding = db.transaction().execute((trx) => addUser(trx));
		const id = await adding;
		expect(count()).toBeGreaterThan(before);
		expect(await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()).toBeDefined();
	});
});
