import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DatabaseTransaction } from '../client.ts';
import { addBlob, addJob, addPlannedJob, addUser, at } from '../test-rows.ts';
import { createTestDatabase, type TestDatabase, truncateAll } from '../testing.ts';
import { moveGeneratedImages, moveGenerationJobs, moveIdempotencyKeys, moveOwnerBlobs } from './adoption.ts';
import { insertOwnerBlob } from './blobs.ts';
import { findGenerationJob, listGenerationJobs } from './generation-jobs.ts';
import { findIdempotencyKey, insertIdempotencyKey } from './idempotency-keys.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

const inTransaction = <Result>(work: (trx: DatabaseTransaction) => Promise<Result>) =>
	database.db.transaction().execute(work);

test('jobs go to the new owner with the next numbers, in the order they had, and new versions', async () => {
	const { db } = database;
	const [fromId, toId, otherId] = [await addUser(db), await addUser(db), await addUser(db)];
	await addJob(db, toId, { seed: 'theirs' });
	const moved = [await addJob(db, fromId, { seed: 'a' }), await addJob(db, fromId, { seed: 'b' })];
	await addJob(db, otherId, { seed: 'others' });
	expect(await inTransaction((trx) => moveGenerationJobs(trx, { fromId, toId }))).toBe(2);
	await addJob(db, toId, { seed: 'later' });
	const jobs = (await listGenerationJobs(db, toId)).map(({ number, seed }) => [number, seed]);
	expect(jobs.toSorted()).toEqual([
		[1, 'theirs'],
		[2, 'a'],
		[3, 'b'],
		[4, 'later'],
	]);
	for (const { id, version } of moved) expect((await findGenerationJob(db, toId, id))?.version).toBe(version + 1);
	expect(await listGenerationJobs(db, otherId)).toHaveLength(1);
	expect(await inTransaction((trx) => moveGenerationJobs(trx, { fromId, toId }))).toBe(0);
});

test('images, bytes and keys go along, and what both hold stays once', async () => {
	const { db } = database;
	const [fromId, toId] = [await addUser(db), await addUser(db)];
	const { job } = await addPlannedJob(db, fromId, 3);
	const theirs = await addJob(db, toId);
	const [shared, own] = [await addBlob(db, 'shared'), await addBlob(db, 'own')];
	for (const [ownerId, sha256] of [
		[fromId, shared],
		[fromId, own],
		[toId, shared],
	] as const) {
		await insertOwnerBlob(db, { ownerId, sha256 });
	}
	const take = (ownerId: string, key: string, jobId: string) =>
		insertIdempotencyKey(db, { ownerId, key, requestHash: key, jobId, createdAt: at(0) });
	await take(fromId, 'both', job.id);
	await take(fromId, 'mine', job.id);
	await take(toId, 'both', theirs.id);
	await inTransaction(async (trx) => {
		await moveGeneratedImages(trx, { fromId, toId });
		await moveOwnerBlobs(trx, { fromId, toId });
		await moveIdempotencyKeys(trx, { fromId, toId });
	});
	const images = await db.selectFrom('generatedImages').select('ownerId').execute();
	expect(images.map(({ ownerId }) => ownerId)).toEqual([toId, toId, toId]);
	const blobs = await db.selectFrom('ownerBlobs').selectAll().orderBy('sha256').execute();
	expect(blobs).toEqual([shared, own].toSorted().map((sha256) => ({ ownerId: toId, sha256 })));
	expect(await findIdempotencyKey(db, toId, 'both')).toMatchObject({ jobId: theirs.id });
	expect(await findIdempotencyKey(db, toId, 'mine')).toMatchObject({ jobId: job.id });
	expect(await findIdempotencyKey(db, fromId, 'both')).toBeUndefined();
});

test('every table that names a user is moved here, or ends with the user’s sessions', async () => {
	const { rows } = await sql<{ place: string }>`
		select conrelid::regclass || '.' || attname as place
		from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
		where contype = 'f' and confrelid = 'users'::regclass`.execute(database.db);
	// A table that is new in this list needs a function of its own above, called where work is adopted.
	expect(rows.map(({ place }) => place).toSorted()).toEqual([
		'access_tokens.user_id',
		'generated_images.owner_id',
		'generation_jobs.owner_id',
		'idempotency_keys.owner_id',
		'owner_blobs.owner_id',
		'sessions.user_id',
	]);
});
