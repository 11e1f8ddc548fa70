import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database-testing.ts';
import {
	addAttributeJob,
	addBlob,
	addJob,
	addMerge,
	addUser,
	finishMerge,
	secondsAfterStart,
} from '../../testing/rows-testing.ts';
import { updateGenerationJob } from '../generation/generation-jobs.ts';
import { listOpenJobs } from './open-jobs.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());

it('counts what a worker has to go on with, and tells since when', async () => {
	const { db } = database;
	expect(await listOpenJobs(db)).toEqual([]);
	const ownerId = await addUser(db);
	await addJob(db, ownerId, { createdAt: secondsAfterStart(2) });
	await addJob(db, ownerId, { createdAt: secondsAfterStart(1) });
	const running = await addJob(db, ownerId, { createdAt: secondsAfterStart(3) });
	await updateGenerationJob(db, running.id, { phase: 'running' });
	const done = await addJob(db, ownerId);
	await updateGenerationJob(db, done.id, { phase: 'done', status: 'completed' });
	await addMerge(db, ownerId, { createdAt: secondsAfterStart(4) });
	const finished = await addMerge(db, ownerId);
	await finishMerge(db, finished.id, [{ sha256: await addBlob(db, 'a picture') }]);
	await addAttributeJob(db, ownerId, { createdAt: secondsAfterStart(5) });
	const open = await listOpenJobs(db);
	expect(open.toSorted((a, b) => a.oldestAt.getTime() - b.oldestAt.getTime())).toEqual([
		{ subject: 'generation', phase: 'queued', count: 2, oldestAt: secondsAfterStart(1) },
		{ subject: 'generation', phase: 'running', count: 1, oldestAt: secondsAfterStart(3) },
		{ subject: 'merge', phase: 'queued', count: 1, oldestAt: secondsAfterStart(4) },
		{ subject: 'attributes', phase: 'pending', count: 1, oldestAt: secondsAfterStart(5) },
	]);
});
