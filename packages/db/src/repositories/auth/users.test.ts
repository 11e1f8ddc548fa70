import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isUniqueViolation } from '../../client/database-errors.ts';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { addUser, secondsAfterStart } from '../../testing/rows-testing.ts';
import { reserveDailyImages } from '../generation/daily-images.ts';
import { insertAuditEntry } from '../platform/audit-log.ts';
import { deletePasswordHashes, insertPasswordHash, listPasswordHashes } from './password-hashes.ts';
import { findUser, insertUser } from './users.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

test('a user starts with the defaults of the specification (ENT-07)', async () => {
	const { db } = database;
	const id = randomUUID();
	const user = await insertUser(db, { id, createdAt: secondsAfterStart(0), updatedAt: secondsAfterStart(0) });
	expect(user).toEqual({
		id,
		discordId: null,
		username: null,
		discriminator: null,
		avatar: null,
		email: null,
		accessToken: null,
		refreshToken: null,
		tokenExpiry: null,
		roles: [],
		hasMageAccess: false,
		lastRoleCheck: null,
		nextRoleCheckAt: null,
		generatedToday: 0,
		lastGenerationReset: null,
		geminiApiKey: null,
		lastJobNumber: 0,
		adoptedBy: null,
		createdAt: secondsAfterStart(0),
		updatedAt: secondsAfterStart(0),
	});
	expect(await findUser(db, id)).toEqual(user);
	expect(await findUser(db, 'nobody')).toBeUndefined();
});

test('rejects a second user with the same Discord account (ENT-07)', async () => {
	const { db } = database;
	const { roles } = await insertUser(db, { id: randomUUID(), discordId: '1', roles: ['mage', 'élève'] });
	expect(roles).toEqual(['mage', 'élève']);
	const error = await insertUser(db, { id: randomUUID(), discordId: '1' }).catch((error: unknown) => error);
	expect(isUniqueViolation(error, 'users_discord_id_key')).toBe(true);
});

test('stored passwords are kept by kind', async () => {
	const { db } = database;
	await insertPasswordHash(db, { kind: 'developer', hash: 'b', createdAt: secondsAfterStart(2) });
	await insertPasswordHash(db, { kind: 'developer', hash: 'a', createdAt: secondsAfterStart(1), generated: true });
	await insertPasswordHash(db, { kind: 'premium', hash: 'c' });
	expect(await listPasswordHashes(db, 'developer')).toEqual(['a', 'b']);
	expect(await deletePasswordHashes(db, 'developer')).toBe(2);
	expect(await listPasswordHashes(db, 'developer')).toEqual([]);
	expect(await listPasswordHashes(db, 'premium')).toEqual(['c']);
	expect(await deletePasswordHashes(db, 'all')).toBe(1);
});

test('rejects a password of an unknown kind', async () => {
	const unknown = insertPasswordHash(database.db, { kind: 'root' as 'admin', hash: 'x' });
	await expect(unknown).rejects.toThrow('check constraint');
});

test('the audit log keeps what was done, also when nobody was signed in', async () => {
	const { db } = database;
	const entry = { id: randomUUID(), actorId: null, action: 'session.start', createdAt: secondsAfterStart(0) };
	const subject = { sessionId: 'x', how: { method: 'developer', try_count: 2 } };
	await insertAuditEntry(db, { ...entry, subject });
	expect(await db.selectFrom('auditLog').selectAll().execute()).toEqual([{ ...entry, subject }]);
});

describe('images ordered on a day', () => {
	const day = 86_400;

	function take(userId: string, count: number, { limit = 10, dayStart = secondsAfterStart(0) } = {}) {
		return database.db.transaction().execute((trx) => reserveDailyImages(trx, userId, { count, limit, dayStart }));
	}
	const countOf = async (userId: string) => (await findUser(database.db, userId))?.generatedToday;

	test('begin at 0 and add up to the limit (LIM-02, ENT-07)', async () => {
		const userId = await addUser(database.db);
		expect(await countOf(userId)).toBe(0);
		expect([await take(userId, 4), await take(userId, 6)]).toEqual([true, true]);
		expect(await findUser(database.db, userId)).toMatchObject({
			generatedToday: 10,
			lastGenerationReset: secondsAfterStart(0),
		});
	});

	test('rejects what would exceed the limit, and counts nothing of it (LIM-03)', async () => {
		const userId = await addUser(database.db);
		await take(userId, 8);
		expect(await take(userId, 3)).toBe(false);
		expect(await countOf(userId)).toBe(8);
		expect(await take(userId, 2)).toBe(true);
	});

	test('start again with the next day, and not again when a clock goes back (AMB-44)', async () => {
		const userId = await addUser(database.db);
		await take(userId, 10);
		expect(await take(userId, 7, { dayStart: secondsAfterStart(day) })).toBe(true);
		expect(await take(userId, 4)).toBe(false);
		expect(await findUser(database.db, userId)).toMatchObject({
			generatedToday: 7,
			lastGenerationReset: secondsAfterStart(day),
		});
	});

	test('are counted without a limit too', async () => {
		const userId = await addUser(database.db);
		await take(userId, 9_999, { limit: 0 });
		expect(await countOf(userId)).toBe(9_999);
	});
});
