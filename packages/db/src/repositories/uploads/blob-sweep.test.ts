import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DatabaseTransaction } from '../../client/database.ts';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { addBlob, addPlannedJob, addUser, secondsAfterStart, sha256, storeImages } from '../../testing/rows-testing.ts';
import { insertPreview } from '../platform/image-previews.ts';
import { lockUnreferencedBlobs, markUnreferencedSlice, referencingColumns } from './blob-sweep.ts';
import { deleteBlobs, findBlob, insertBlob, insertOwnerBlob } from './blobs.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

async function markAll(now: Date, limit = 2): Promise<void> {
	for (let after: string | null = ''; after !== null; ) {
		after = await markUnreferencedSlice(database.db, after, { now, limit });
	}
}

const marked = async () => {
	const rows = await database.db
		.selectFrom('blobs')
		.select('sha256')
		.where('unreferencedSince', 'is not', null)
		.execute();
	return rows.map((row) => row.sha256).toSorted();
};

const take = (trx: DatabaseTransaction, before = secondsAfterStart(100)) =>
	lockUnreferencedBlobs(trx, '', { before, limit: 10 });
const sweep = (before?: Date) =>
	database.db.transaction().execute(async (trx) => {
		const { unreferenced } = await take(trx, before);
		await deleteBlobs(trx, unreferenced);
		return unreferenced.toSorted();
	});

test('every column that names a blob keeps it, but for what a preview shows and the list that layers are of', async () => {
	const { rows } = await sql<{ place: string }>`
		select conrelid::regclass || '.' || attname as place
		from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
		where contype = 'f' and confrelid = 'blobs'::regclass`.execute(database.db);
	const toSnake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
	const known = [...referencingColumns.map(toSnake), 'image_previews.sha256', 'layer_files.list_sha256'];
	expect(rows.map(({ place }) => place).toSorted()).toEqual(known.toSorted());
});

test('blobs that nothing refers to are marked once, and unmarked when something does again', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const { job } = await addPlannedJob(db, ownerId, 2);
	await storeImages(db, job.id, 2);
	const loose = [await addBlob(db, 'a'), await addBlob(db, 'b'), await addBlob(db, 'c')];
	await markAll(secondsAfterStart(1));
	expect(await marked()).toEqual(loose.toSorted());
	await insertOwnerBlob(db, { ownerId, sha256: sha256('b') });
	await markAll(secondsAfterStart(2));
	expect(await marked()).toEqual([sha256('a'), sha256('c')].toSorted());
	expect(await findBlob(db, sha256('a'))).toMatchObject({ unreferencedSince: secondsAfterStart(1) });
});

test('only what is marked long enough and still without a reference goes', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	for (const content of ['a', 'b']) await addBlob(db, content);
	await markAll(secondsAfterStart(1));
	await addBlob(db, 'c');
	await markAll(secondsAfterStart(5));
	await insertOwnerBlob(db, { ownerId, sha256: sha256('b') });
	expect(await sweep(secondsAfterStart(5))).toEqual([sha256('a')]);
	expect(await findBlob(db, sha256('b'))).toBeDefined();
	expect(await sweep(secondsAfterStart(6))).toEqual([sha256('c')]);
});

test('a preview goes after what it shows, and never before', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const [picture, preview] = [await addBlob(db, 'picture'), await addBlob(db, 'preview')];
	await insertPreview(db, { sha256: picture, sizePx: 512, previewSha256: preview });
	await insertOwnerBlob(db, { ownerId, sha256: picture });
	await markAll(secondsAfterStart(1));
	expect(await marked()).toEqual([]);
	await db.deleteFrom('ownerBlobs').execute();
	await markAll(secondsAfterStart(2));
	expect(await sweep()).toEqual([picture]);
	await markAll(secondsAfterStart(3));
	expect(await sweep()).toEqual([preview]);
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('with many connections', () => {
	/** Begins, lets the test do something, and commits when asked to. */
	async function hold(
		work: (trx: DatabaseTransaction) => Promise<unknown>,
		atLast: (trx: DatabaseTransaction) => Promise<unknown> = async () => {},
	) {
		const [started, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const ended = database.db.transaction().execute(async (trx) => {
			await work(trx);
			started.resolve();
			await mayEnd.promise;
			await atLast(trx);
		});
		await Promise.race([started.promise, ended]);
		return async () => {
			mayEnd.resolve();
			await ended;
		};
	}
	const isWaiting = async () => {
		const { rows } = await sql`
			select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
			database.db,
		);
		return rows.length > 0;
	};

	test('whom somebody is just beginning to refer to is left out', async () => {
		const { db } = database;
		const ownerId = await addUser(db);
		for (const content of ['a', 'b']) await addBlob(db, content);
		await markAll(secondsAfterStart(1));
		const commit = await hold((trx) => insertOwnerBlob(trx, { ownerId, sha256: sha256('a') }));
		expect(await sweep()).toEqual([sha256('b')]);
		await commit();
		expect(await sweep()).toEqual([]);
		expect(await findBlob(db, sha256('a'))).toBeDefined();
	});

	test.each([
		['is deleted', true],
		['is kept after all', false],
	])('whoever stores bytes while their row is locked waits, and has a row when it %s', async (_, isDeleted) => {
		const { db } = database;
		const ownerId = await addUser(db);
		const hash = await addBlob(db, 'a');
		await markAll(secondsAfterStart(1));
		const commit = await hold(
			async (trx) => expect((await take(trx)).unreferenced).toEqual([hash]),
			(trx) => deleteBlobs(trx, isDeleted ? [hash] : []),
		);
		const blob = { sha256: hash, sizeBytes: 1, crc32: 1, mime: 'image/png', width: 1, height: 1 };
		const storing = db.transaction().execute(async (trx) => {
			await insertBlob(trx, blob);
			await insertOwnerBlob(trx, { ownerId, sha256: hash });
		});
		try {
			await expect.poll(isWaiting, { timeout: 15_000 }).toBe(true);
		} finally {
			await Promise.all([commit(), storing]);
		}
		expect(await findBlob(db, hash)).toBeDefined();
		await markAll(secondsAfterStart(2));
		expect(await sweep()).toEqual([]);
	});
});
