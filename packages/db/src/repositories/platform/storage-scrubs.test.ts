import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { acquireScrubLease, type ScrubStep, saveScrubProgress } from './storage-scrubs.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
beforeEach(() => truncateAll(database.db));
afterAll(() => database.destroy());

const acquire = (token: string, seconds = 60) => acquireScrubLease(database.db, { token, seconds, restDays: 30 });
const save = (step: Partial<ScrubStep> & { readonly token: string }) =>
	saveScrubProgress(database.db, {
		seconds: 60,
		afterSha256: 'aa',
		checkedFiles: 5,
		damagedFiles: 1,
		isEnded: false,
		...step,
	});

describe('the lease of the scrub', () => {
	it('is one of eight that ask at once', async () => {
		const tokens = Array.from({ length: 8 }, (_, index) => `process ${index}`);
		const leases = await Promise.all(tokens.map((token) => acquire(token)));
		expect(leases.filter((lease) => lease !== null)).toMatchObject([{ afterSha256: '', checkedFiles: 0 }]);
	});

	it('given back or run out is taken up where the other one stopped, who then writes nothing', async () => {
		await acquire('one');
		expect(await save({ token: 'one', seconds: 0 })).toBe(true);
		expect(await acquire('two', 0)).toMatchObject({ afterSha256: 'aa', checkedFiles: 5, damagedFiles: 1 });
		expect(await acquire('three')).toMatchObject({ afterSha256: 'aa' });
		expect(await save({ token: 'two', afterSha256: 'bb' })).toBe(false);
		expect(await save({ token: 'three', afterSha256: 'cc', seconds: 0, isEnded: true })).toBe(true);
	});

	it('rests after a full pass, and begins from the first file afterwards', async () => {
		await acquire('one');
		await save({ token: 'one', seconds: 0, isEnded: true });
		expect(await acquire('two')).toBeNull();
		const longAgo = new Date(Date.now() - 31 * 24 * 3_600_000);
		await database.db.updateTable('storageScrubs').set({ endedAt: longAgo }).execute();
		expect(await acquire('two')).toMatchObject({ afterSha256: '', checkedFiles: 0, damagedFiles: 0, endedAt: null });
	});
});
