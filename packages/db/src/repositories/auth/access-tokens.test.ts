import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { addUser, secondsAfterStart, sha256 } from '../../testing/rows-testing.ts';
import { setDatabaseTime } from '../../testing/time-testing.ts';
import {
	deleteAccessToken,
	deleteExpiredAccessTokens,
	findAccessToken,
	insertAccessToken,
	listAccessTokens,
	lockOwnerForTokens,
	type NewAccessToken,
	updateTokenLastUse,
} from './access-tokens.ts';
import { findUser } from './users.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

const addToken = (userId: string, token: string, columns: Partial<NewAccessToken> = {}) =>
	insertAccessToken(database.db, {
		id: randomUUID(),
		userId,
		name: 'script',
		hash: sha256(token),
		scopes: ['read', 'write'],
		createdAt: secondsAfterStart(0),
		expiresAt: secondsAfterStart(100),
		...columns,
	});

test('a token is found by its hash with its user', async () => {
	const { db } = database;
	const userId = await addUser(db);
	const token = await addToken(userId, 'token');
	expect(token).toMatchObject({ scopes: ['read', 'write'], lastUsedAt: null });
	expect(await findAccessToken(db, sha256('token'))).toEqual({ token, user: await findUser(db, userId) });
	expect(await findAccessToken(db, sha256('other'))).toBeUndefined();
});

test('a list holds the user’s tokens that have not ended, newest first', async () => {
	const { db } = database;
	const [userId, otherId] = [await addUser(db), await addUser(db)];
	await addToken(otherId, 'other');
	await addToken(userId, 'ended', { expiresAt: secondsAfterStart(10) });
	const old = await addToken(userId, 'old', { createdAt: secondsAfterStart(1) });
	const recent = await addToken(userId, 'recent', { createdAt: secondsAfterStart(2) });
	await setDatabaseTime(db, secondsAfterStart(10));
	expect(await listAccessTokens(db, userId)).toEqual([recent, old]);
});

test('a use is remembered', async () => {
	const { db } = database;
	const { id } = await addToken(await addUser(db), 'token');
	await setDatabaseTime(db, secondsAfterStart(5));
	await updateTokenLastUse(db, id);
	expect((await findAccessToken(db, sha256('token')))?.token.lastUsedAt).toEqual(secondsAfterStart(5));
});

test('a token is deleted by its owner alone, and all that ended are purged', async () => {
	const { db } = database;
	const [userId, strangerId] = [await addUser(db), await addUser(db)];
	const token = await addToken(userId, 'token');
	expect(await deleteAccessToken(db, strangerId, token.id)).toBeUndefined();
	expect(await deleteAccessToken(db, userId, token.id)).toEqual(token);
	expect(await deleteAccessToken(db, userId, token.id)).toBeUndefined();
	await addToken(userId, 'ended', { expiresAt: secondsAfterStart(10) });
	await addToken(userId, 'alive', { expiresAt: secondsAfterStart(11) });
	await setDatabaseTime(db, secondsAfterStart(10));
	expect(await deleteExpiredAccessTokens(db)).toBe(1);
	expect(await findAccessToken(db, sha256('alive'))).toBeDefined();
});

test('who locks the owner goes before others who do', async () => {
	const { db } = database;
	const userId = await addUser(db);
	const order: string[] = [];
	const locked = Promise.withResolvers<void>();
	const first = db.transaction().execute(async (trx) => {
		await lockOwnerForTokens(trx, userId);
		locked.resolve();
		await new Promise((resolve) => setTimeout(resolve, 50));
		order.push('first');
	});
	await Promise.race([locked.promise, first]);
	await db.transaction().execute(async (trx) => {
		await lockOwnerForTokens(trx, userId);
		order.push('second');
	});
	await first;
	expect(order).toEqual(['first', 'second']);
});

test('rejects two tokens of one hash, and a deleted user takes theirs along', async () => {
	const { db } = database;
	const userId = await addUser(db);
	await addToken(userId, 'token');
	await expect(addToken(userId, 'token')).rejects.toThrow('access_tokens_hash_key');
	await db.deleteFrom('users').where('id', '=', userId).execute();
	expect(await findAccessToken(db, sha256('token'))).toBeUndefined();
});
