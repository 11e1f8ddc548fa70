import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { addUser, secondsAfterStart, sha256 } from '../../testing/rows-testing.ts';
import { setDatabaseTime } from '../../testing/time-testing.ts';
import {
	activatePremiumPayment,
	deactivatePremiumPayments,
	insertPremiumPayment,
} from '../premium/premium-payments.ts';
import {
	deleteExpiredSessions,
	deleteSession,
	deleteUserSessions,
	findSession,
	insertSession,
	listUserSessions,
	type NewSession,
	updateSessionExpiry,
} from './sessions.ts';
import { findUser } from './users.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

const addSession = (userId: string, token: string, session: Partial<NewSession> = {}) =>
	insertSession(database.db, {
		id: sha256(token),
		userId,
		method: 'developer',
		createdAt: secondsAfterStart(0),
		expiresAt: secondsAfterStart(100),
		absoluteExpiresAt: secondsAfterStart(1_000),
		...session,
	});

test('a session is found with its user, each with its own dates', async () => {
	const { db } = database;
	const userId = await addUser(db);
	const session = await addSession(userId, 'token', {
		createdAt: secondsAfterStart(7),
		developerUntil: secondsAfterStart(50),
		premiumUntil: secondsAfterStart(60),
	});
	expect(session).toMatchObject({
		adminUnlocked: false,
		developerUntil: secondsAfterStart(50),
		premiumUntil: secondsAfterStart(60),
	});
	const user = await findUser(db, userId);
	expect(await findSession(db, sha256('token'))).toEqual({ session, user, hasPaidPremium: false });
	expect(await findSession(db, sha256('other'))).toBeUndefined();
});

test('a session tells whether its user paid for Premium and has not switched it off', async () => {
	const { db } = database;
	const [userId, otherId] = [await addUser(db), await addUser(db)];
	await addSession(userId, 'token');
	const hasPaid = async () => (await findSession(db, sha256('token')))?.hasPaidPremium;
	const payment = { chain: 'polygon', signature: '0x1' } as const;
	await db.transaction().execute(async (trx) => {
		expect(await insertPremiumPayment(trx, { ...payment, chain: 'ethereum', userId: otherId })).toBe(true);
	});
	expect(await hasPaid()).toBe(false);
	await db.transaction().execute(async (trx) => {
		expect(await insertPremiumPayment(trx, { ...payment, userId })).toBe(true);
		expect(await insertPremiumPayment(trx, { ...payment, userId: otherId })).toBe(false);
	});
	expect(await hasPaid()).toBe(true);
	await db.transaction().execute(async (trx) => {
		expect(await deactivatePremiumPayments(trx, userId)).toBe(1);
		expect(await deactivatePremiumPayments(trx, userId)).toBe(0);
	});
	expect(await hasPaid()).toBe(false);
	await db.transaction().execute((trx) => activatePremiumPayment(trx, payment));
	expect(await hasPaid()).toBe(true);
});

test('using a session moves its idle end only', async () => {
	const { db } = database;
	const session = await addSession(await addUser(db), 'token');
	await updateSessionExpiry(db, session.id, secondsAfterStart(200));
	expect((await findSession(db, session.id))?.session).toEqual({ ...session, expiresAt: secondsAfterStart(200) });
});

test('expired sessions are purged, whichever of their ends has come', async () => {
	const { db } = database;
	const userId = await addUser(db);
	await addSession(userId, 'idle', { expiresAt: secondsAfterStart(10) });
	await addSession(userId, 'old', { expiresAt: secondsAfterStart(500), absoluteExpiresAt: secondsAfterStart(10) });
	const alive = await addSession(userId, 'alive', {
		expiresAt: secondsAfterStart(11),
		absoluteExpiresAt: secondsAfterStart(11),
	});
	await setDatabaseTime(db, secondsAfterStart(10));
	expect(await deleteExpiredSessions(db)).toBe(2);
	expect(await listUserSessions(db, userId)).toEqual([alive]);
});

test('a deleted session is gone, and a user can be signed out everywhere', async () => {
	const { db } = database;
	const [userId, otherId] = [await addUser(db), await addUser(db)];
	const [first] = [await addSession(userId, '1'), await addSession(userId, '2'), await addSession(userId, '3')];
	await addSession(otherId, '4');
	await deleteSession(db, first.id);
	expect(await findSession(db, first.id)).toBeUndefined();
	expect(await deleteUserSessions(db, userId)).toBe(2);
	expect(await listUserSessions(db, otherId)).toHaveLength(1);
});

test('a deleted user takes their sessions along', async () => {
	const { db } = database;
	const userId = await addUser(db);
	const { id } = await addSession(userId, 'token');
	await db.deleteFrom('users').where('id', '=', userId).execute();
	expect(await findSession(db, id)).toBeUndefined();
});
