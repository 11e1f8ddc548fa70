import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { secondsAfterStart, sha256 } from '../../testing/rows-testing.ts';
import { setDatabaseTime } from '../../testing/time-testing.ts';
import {
	consumeDiscordState,
	deleteEmergencyGrantsBefore,
	deleteExpiredDiscordStates,
	insertDiscordState,
	insertEmergencyGrant,
} from './sign-in-states.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

test('of several who take a state at once, one gets it', async () => {
	const { db } = database;
	await insertDiscordState(db, sha256('a'), 10_000);
	const taken = await Promise.all([1, 2, 3, 4].map(() => consumeDiscordState(db, sha256('a'))));
	expect(taken.filter(Boolean)).toHaveLength(1);
});

test('rejects a state that has ended or is unknown, and purges what has ended', async () => {
	const { db } = database;
	await setDatabaseTime(db, secondsAfterStart(0));
	for (const [name, seconds] of [
		['late', 10],
		['old', 10],
		['live', 11],
	] as const) {
		await insertDiscordState(db, sha256(name), seconds * 1_000);
	}
	expect(await consumeDiscordState(db, sha256('unknown'))).toBe(false);
	await setDatabaseTime(db, secondsAfterStart(10));
	expect(await consumeDiscordState(db, sha256('late'))).toBe(false);
	expect(await deleteExpiredDiscordStates(db)).toBe(1);
	expect(await consumeDiscordState(db, sha256('live'))).toBe(true);
});

test('emergency access is given once per network and day, and forgotten by the day', async () => {
	const { db } = database;
	const grant = { network: '192.0.2.1', day: '2026-01-01' };
	const first = await Promise.all([1, 2, 3].map(() => insertEmergencyGrant(db, grant)));
	expect(first.filter(Boolean)).toHaveLength(1);
	expect(await insertEmergencyGrant(db, { ...grant, day: '2026-01-02' })).toBe(true);
	expect(await insertEmergencyGrant(db, { ...grant, network: '192.0.2.2' })).toBe(true);
	expect(await deleteEmergencyGrantsBefore(db, '2026-01-02')).toBe(2);
	expect(await insertEmergencyGrant(db, { ...grant, day: '2026-01-02' })).toBe(false);
});
