import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { addAttributeJob, addBlob, addUser, secondsAfterStart } from '../../testing/rows-testing.ts';
import {
	type AttributeResult,
	completeAttributeJob,
	countAttributeFailure,
	deleteEndedAttributeJobs,
	failAttributeJob,
	findAttributeJob,
	insertAttributeJob,
	listAttributeJobs,
	listUnfinishedAttributeJobs,
	updateAttributeProgress,
} from './attribute-jobs.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

const progress = { status: 'processing', progress: 40, processedImages: 1, errorMessage: null } as const;
const resultOf = async (name: string): Promise<AttributeResult> => ({
	indexSha256: await addBlob(database.db, `index ${name}`),
	packSha256: await addBlob(database.db, `pack ${name}`),
	archiveBytes: 5_000_000_000,
	archiveEtag: name,
	findingCount: 2,
	findings: [{ filename: 'a', problem: 'b' }],
	completedAt: secondsAfterStart(9),
});

describe('a row of the attribute generator', () => {
	it('begins as specified, is its owner’s, and one per key (ENT-16)', async () => {
		const { db } = database;
		const [ownerId, otherId] = [await addUser(db), await addUser(db)];
		const { id } = await addAttributeJob(db, ownerId, { idempotencyKey: 'k', requestHash: 'h' });
		expect(await findAttributeJob(db, ownerId, id)).toMatchObject({
			status: 'pending',
			progress: 0,
			totalImages: 3,
			processedImages: 0,
			errorMessage: null,
			completedAt: null,
			createdAt: secondsAfterStart(0),
			options: { folderSize: 3, existingTraits: 'keep', seed: 'seed' },
		});
		expect(await findAttributeJob(db, otherId, id)).toBeUndefined();
		const options = { folderSize: 9, existingTraits: 'keep', seed: 's' } as const;
		const again = {
			id: randomUUID(),
			ownerId,
			projectName: '',
			options,
			totalImages: 9,
			createdAt: secondsAfterStart(1),
		};
		expect(await insertAttributeJob(db, { ...again, idempotencyKey: 'k' })).toEqual({ id, requestHash: 'h' });
		expect(await insertAttributeJob(db, { ...again, ownerId: otherId, idempotencyKey: 'k' })).toMatchObject({
			id: again.id,
		});
		expect(await listAttributeJobs(db, ownerId, { limit: 5 })).toHaveLength(1);
	});

	it('ends once: what comes later changes nothing', async () => {
		const { db } = database;
		const { id } = await addAttributeJob(db, await addUser(db), { folderSha256: await addBlob(db, 'folder') });
		expect(await updateAttributeProgress(db, id, progress)).toBe(true);
		const result = await resultOf('first');
		expect(await completeAttributeJob(db, id, result)).toBe(true);
		const done = await findAttributeJob(db, 'all', id);
		expect(done).toMatchObject({
			...result,
			status: 'completed',
			progress: 100,
			processedImages: 3,
			folderSha256: null,
		});
		expect(await updateAttributeProgress(db, id, progress)).toBe(false);
		expect(await failAttributeJob(db, id, { errorMessage: 'No.', completedAt: secondsAfterStart(1) })).toBe(false);
		expect(await completeAttributeJob(db, id, await resultOf('second'))).toBe(false);
		expect(await findAttributeJob(db, 'all', id)).toEqual(done);
	});

	it('is listed newest first, and as open until it ends, oldest first', async () => {
		const { db } = database;
		const ownerId = await addUser(db);
		const ids = [];
		for (const second of [3, 1, 2])
			ids.push((await addAttributeJob(db, ownerId, { createdAt: secondsAfterStart(second) })).id);
		const [newest, oldest, middle] = ids as [string, string, string];
		expect((await listAttributeJobs(db, ownerId, { limit: 2 })).map(({ id }) => id)).toEqual([newest, middle]);
		await failAttributeJob(db, middle, { errorMessage: 'No.', completedAt: secondsAfterStart(4) });
		await updateAttributeProgress(db, newest, progress);
		expect(await listUnfinishedAttributeJobs(db)).toEqual([{ id: oldest }, { id: newest }]);
		expect([await countAttributeFailure(db, oldest), await countAttributeFailure(db, oldest)]).toEqual([1, 2]);
	});

	it('is deleted once it ended before a time, and never before it has ended', async () => {
		const { db } = database;
		const ownerId = await addUser(db);
		const ids = [];
		for (let job = 0; job < 4; job++) ids.push((await addAttributeJob(db, ownerId)).id);
		const [completed, failed, later, open] = ids as [string, string, string, string];
		await completeAttributeJob(db, completed, { ...(await resultOf('old')), completedAt: secondsAfterStart(9) });
		await failAttributeJob(db, failed, { errorMessage: 'No.', completedAt: secondsAfterStart(9) });
		await completeAttributeJob(db, later, { ...(await resultOf('new')), completedAt: secondsAfterStart(10) });
		expect(await deleteEndedAttributeJobs(db, secondsAfterStart(10))).toBe(2);
		expect((await listAttributeJobs(db, ownerId, { limit: 9 })).map(({ id }) => id).sort()).toEqual(
			[later, open].sort(),
		);
	});

	it('rejects more processed images than there are', async () => {
		const { db } = database;
		const { id } = await addAttributeJob(db, await addUser(db));
		await expect(updateAttributeProgress(db, id, { ...progress, processedImages: 4 })).rejects.toThrow();
	});
});
