import { createDb } from '@adx/db/client/database';
import { deleteSession, insertSession } from '@adx/db/repositories/auth/sessions';
import { touchGenerationJob } from '@adx/db/repositories/generation/job-phases';
import { type DatabaseLink, openDatabaseLink } from '@adx/db/testing/database-link-testing';
import { createTestDatabase, type TestDatabase, truncateAll } from '@adx/db/testing/database-testing';
import { addJob, addUser } from '@adx/db/testing/rows-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOwnerChanges, type OwnerChanges } from './owner-changes.ts';

let database: TestDatabase;
let changes: OwnerChanges;
let userId: string;
let jobId: string;
let otherJobId: string;
beforeAll(async () => {
	database = await createTestDatabase();
	changes = createOwnerChanges(database);
});
afterAll(() => database.destroy());
beforeEach(async () => {
	await truncateAll(database.db);
	userId = await addUser(database.db);
	jobId = (await addJob(database.db, userId)).id;
	otherJobId = (await addJob(database.db, await addUser(database.db))).id;
});

/** The first mark that is not null. */
async function markOf(from: OwnerChanges): Promise<number> {
	await expect.poll(() => from.mark()).not.toBeNull();
	return from.mark()!;
}
/** A mark that no change so far is after. */
async function settledMark(from: OwnerChanges): Promise<number> {
	await from.isUnchanged(userId, await markOf(from));
	return markOf(from);
}

describe('what an owner has', () => {
	test('is unchanged while others change what they have', async () => {
		const mark = await settledMark(changes);
		await touchGenerationJob(database.db, otherJobId);
		expect(await changes.isUnchanged(userId, mark)).toBe(true);
	});

	test('has changed as soon as the change is committed, however often', async () => {
		for (let round = 0; round < 50; round += 1) {
			const mark = await settledMark(changes);
			expect([round, await changes.isUnchanged(userId, mark)]).toEqual([round, true]);
			await touchGenerationJob(database.db, jobId);
			expect([round, await changes.isUnchanged(userId, mark)]).toEqual([round, false]);
		}
	});

	test('has changed for all of 50 who ask at the same moment after a change', async () => {
		const mark = await settledMark(changes);
		const askAll = () => Promise.all(Array.from({ length: 50 }, () => changes.isUnchanged(userId, mark)));
		expect(await askAll()).toEqual(Array(50).fill(true));
		// Some are on their way meanwhile.
		const earlier = askAll();
		await touchGenerationJob(database.db, jobId);
		expect(await askAll()).toEqual(Array(50).fill(false));
		await earlier;
	});

	test('has changed when a session of theirs ended', async () => {
		const end = new Date(8.64e12);
		await insertSession(database.db, {
			id: 'one',
			userId,
			method: 'community',
			expiresAt: end,
			absoluteExpiresAt: end,
		});
		const mark = await settledMark(changes);
		await deleteSession(database.db, 'one');
		expect(await changes.isUnchanged(userId, mark)).toBe(false);
	});
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('on a server', () => {
	let link: DatabaseLink;
	beforeAll(async () => {
		link = await openDatabaseLink(database.databaseUrl!);
	});
	afterAll(() => link.close());

	test('nothing is known across a gap in what was heard, nor while the server is away, and all is again afterwards', async () => {
		const handle = await createDb({ databaseUrl: link.databaseUrl, maxConnections: 1 });
		const ours = createOwnerChanges(handle);
		const mark = await settledMark(ours);
		expect(await ours.isUnchanged(userId, mark)).toBe(true);
		await link.close();
		await touchGenerationJob(database.db, jobId);
		expect(await ours.isUnchanged(userId, mark)).toBe(false);
		await link.reopen();
		await expect.poll(async () => ours.isUnchanged(userId, ours.mark()!), { timeout: 20_000 }).toBe(true);
		expect(await ours.isUnchanged(userId, mark)).toBe(false);
		await handle.destroy();
	});
});
