import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { addUser, secondsAfterStart } from '../../testing/rows-testing.ts';
import { claimPremiumPayment, deletePremiumClaimsBefore, recordPremiumOffer } from './premium-payments.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

const payment = { chain: 'polygon', signature: '0x1' } as const;
const claim = (userId: string, createdAt = secondsAfterStart(0)) =>
	database.db.transaction().execute((trx) => claimPremiumPayment(trx, { ...payment, userId, createdAt }));

test('a payment is whose who names it first, however many do at once', async () => {
	const users = await Promise.all(Array.from({ length: 8 }, () => addUser(database.db)));
	const holders = new Set(await Promise.all(users.map((userId) => claim(userId))));
	expect(holders.size).toBe(1);
	expect(users).toContain([...holders][0]);
	const other = { ...payment, chain: 'ethereum', userId: users[0]! } as const;
	expect(await database.db.transaction().execute((trx) => claimPremiumPayment(trx, other))).toBe(users[0]);
});

test('a claim is forgotten once it is old', async () => {
	const { db } = database;
	const [first, second] = [await addUser(db), await addUser(db)];
	await claim(first, secondsAfterStart(10));
	await deletePremiumClaimsBefore(db, secondsAfterStart(10));
	expect(await claim(second)).toBe(first);
	await deletePremiumClaimsBefore(db, secondsAfterStart(11));
	expect(await claim(second)).toBe(second);
});

test('an address is paid for Premium since the first time it was noted, on each chain', async () => {
	const note = (chain: 'polygon' | 'ethereum', treasury: string, seconds: number) =>
		recordPremiumOffer(database.db, { chain, treasury, offeredSince: secondsAfterStart(seconds) });
	expect(await note('polygon', '0xA', 10)).toEqual(secondsAfterStart(10));
	expect(await note('polygon', '0xA', 20)).toEqual(secondsAfterStart(10));
	expect(await note('ethereum', '0xA', 30)).toEqual(secondsAfterStart(30));
	expect(await note('polygon', '0xB', 40)).toEqual(secondsAfterStart(40));
});
