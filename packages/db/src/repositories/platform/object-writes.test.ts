import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { insertBlob } from '../uploads/blobs.ts';
import {
	beginObjectDeletion,
	beginObjectWrite,
	deleteRecordedObjectWrites,
	endObjectDeletion,
	listUnrecordedObjects,
} from './object-writes.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
beforeEach(() => truncateAll(database.db));
afterAll(() => database.destroy());

const sha256 = 'ab'.repeat(32);
const hourMs = 3_600_000;
const write = (hash = sha256) => beginObjectWrite(database.db, hash);
const startDeletion = (token: string, { unwrittenForMs = hourMs, seconds = 60 } = {}) =>
	beginObjectDeletion(database.db, { sha256, token, unwrittenForMs, seconds });
const endDeletion = (token: string) => endObjectDeletion(database.db, { sha256, token });
const makeOlder = () => sql`update object_writes set begun_at = begun_at - interval '2 hours'`.execute(database.db);
const listUnrecorded = () => listUnrecordedObjects(database.db, { unwrittenForMs: hourMs, limit: 10 });
const record = () =>
	insertBlob(database.db, { sha256, sizeBytes: 1, crc32: 1, mime: 'image/png', width: 1, height: 1 });

describe('an object that is being stored', () => {
	it('is deleted by nobody until it is old, and then by one alone', async () => {
		expect([await write(), await write()]).toEqual([true, true]);
		expect(await startDeletion('one')).toBe(false);
		await makeOlder();
		expect([await startDeletion('one'), await startDeletion('two')]).toEqual([true, false]);
	});

	it('may be deleted by one of eight that ask at once, where nothing is known of it', async () => {
		const tokens = Array.from({ length: 8 }, (_, index) => `process ${index}`);
		const started = await Promise.all(tokens.map((token) => startDeletion(token)));
		expect(started.filter((isMine) => isMine)).toHaveLength(1);
	});

	it('waits for a deletion to end, or to run out as that of a killed process', async () => {
		expect(await startDeletion('one')).toBe(true);
		expect(await write()).toBe(false);
		await endDeletion('one');
		expect(await write()).toBe(true);
		await makeOlder();
		expect(await startDeletion('two', { seconds: 0 })).toBe(true);
		expect(await write()).toBe(true);
		// Which comes too late for its row.
		await endDeletion('two');
		expect(await startDeletion('three')).toBe(false);
	});
});

describe('objects that no blob tells of', () => {
	it('are found once they are old, and not those that are recorded or being deleted', async () => {
		await write();
		expect(await listUnrecorded()).toEqual([]);
		await makeOlder();
		expect(await listUnrecorded()).toEqual([sha256]);
		await startDeletion('one');
		expect(await listUnrecorded()).toEqual([]);
		await endDeletion('one');
		await write();
		await makeOlder();
		await record();
		expect(await listUnrecorded()).toEqual([]);
	});

	it('are all that is left of old writes', async () => {
		await write();
		await write('cd'.repeat(32));
		await record();
		await deleteRecordedObjectWrites(database.db, { unwrittenForMs: hourMs });
		const rows = () => database.db.selectFrom('objectWrites').select('sha256').orderBy('sha256').execute();
		expect(await rows()).toHaveLength(2);
		await makeOlder();
		await deleteRecordedObjectWrites(database.db, { unwrittenForMs: hourMs });
		expect(await rows()).toEqual([{ sha256: 'cd'.repeat(32) }]);
	});
});
