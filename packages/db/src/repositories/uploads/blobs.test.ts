import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { addBlob, addUser, secondsAfterStart, sha256 } from '../../testing/rows-testing.ts';
import { describeBlob, findBlob, insertBlob, insertOwnerBlob, markAnimatedBlob } from './blobs.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

const facts = { mime: 'image/png', width: 1, height: 1, createdAt: secondsAfterStart(0) };

test('sizes beyond 4 GiB and every CRC-32 come back as the numbers they were', async () => {
	const { db } = database;
	const blob = { sha256: sha256('x'), sizeBytes: 5_000_000_000, crc32: 0xffff_ffff, ...facts };
	await insertBlob(db, blob);
	expect(await findBlob(db, blob.sha256)).toEqual({
		...blob,
		isAnimated: false,
		unreferencedSince: null,
		damagedAt: null,
		repairTriedAt: null,
	});
	expect(await findBlob(db, sha256('y'))).toBeUndefined();
});

test('bytes that are known already stay as they were recorded first', async () => {
	const { db } = database;
	const blob = { sha256: sha256('x'), sizeBytes: 1, crc32: 2, ...facts };
	await insertBlob(db, blob);
	await insertBlob(db, { ...blob, sizeBytes: 9 });
	expect(await findBlob(db, blob.sha256)).toEqual({
		...blob,
		isAnimated: false,
		unreferencedSince: null,
		damagedAt: null,
		repairTriedAt: null,
	});
});

test('a picture that moves stays marked when its bytes come again, and one that is gone is let be', async () => {
	const { db } = database;
	const blob = { sha256: sha256('x'), sizeBytes: 1, crc32: 2, ...facts };
	await insertBlob(db, blob);
	await markAnimatedBlob(db, blob.sha256);
	await markAnimatedBlob(db, sha256('y'));
	await insertBlob(db, blob);
	expect(await findBlob(db, blob.sha256)).toMatchObject({ isAnimated: true });
	expect(await findBlob(db, sha256('y'))).toBeUndefined();
});

test.each([
	['a hash that is none', { sha256: 'X'.repeat(64), sizeBytes: 1, crc32: 0 }],
	['a negative CRC-32', { sha256: sha256('x'), sizeBytes: 1, crc32: -1 }],
	['a CRC-32 beyond 32 bits', { sha256: sha256('x'), sizeBytes: 1, crc32: 2 ** 32 }],
	['a negative size', { sha256: sha256('x'), sizeBytes: -1, crc32: 0 }],
])('rejects %s', async (_, wrong) => {
	await expect(insertBlob(database.db, { ...wrong, ...facts })).rejects.toThrow('check constraint');
});

test('an owner holds bytes once, however often they store them', async () => {
	const { db } = database;
	const ownerBlob = { ownerId: await addUser(db), sha256: await addBlob(db, 'x') };
	await insertOwnerBlob(db, { ...ownerBlob, lastUsedAt: secondsAfterStart(1) });
	await insertOwnerBlob(db, { ...ownerBlob, lastUsedAt: secondsAfterStart(5) });
	await insertOwnerBlob(db, { ...ownerBlob, lastUsedAt: secondsAfterStart(3) });
	expect(await db.selectFrom('ownerBlobs').selectAll().execute()).toEqual([
		{ ...ownerBlob, lastUsedAt: secondsAfterStart(5) },
	]);
});

test('what was stored without looking is named once somebody looked; what was looked into stays', async () => {
	const { db } = database;
	const unseen = { mime: 'application/octet-stream', width: null, height: null };
	const blob = { sha256: sha256('x'), sizeBytes: 1, crc32: 2, ...unseen };
	await insertBlob(db, blob);
	const look = { sha256: blob.sha256, mime: 'image/gif', width: 3, height: 4 };
	await describeBlob(db, look);
	await describeBlob(db, { ...blob });
	await describeBlob(db, { ...look, mime: 'image/png' });
	expect(await findBlob(db, blob.sha256)).toMatchObject(look);
});

test('rejects an owner of bytes that are not recorded', async () => {
	const { db } = database;
	const holding = insertOwnerBlob(db, { ownerId: await addUser(db), sha256: sha256('x') });
	await expect(holding).rejects.toThrow('foreign key');
});
