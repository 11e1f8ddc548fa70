import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { transact } from '../../client/transact.ts';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import {
	addAttributeJob,
	addJob,
	addMerge,
	addPreparedMint,
	addSale,
	addUser,
	secondsAfterStart,
} from '../../testing/rows-testing.ts';
import { moveSales } from '../auth/ownership-transfer.ts';
import { clearPremiumElevations, deleteSession, insertSession, updateSessionExpiry } from '../auth/sessions.ts';
import { startRunning } from '../generation/generation-jobs.ts';
import { updateMergeListing } from '../merge/merge-jobs.ts';
import { type AnnouncedChange, listenForChanges } from './changes.ts';

let database: TestDatabase;
let stop: () => Promise<void>;
const heard: AnnouncedChange[] = [];
beforeAll(async () => {
	database = await createTestDatabase();
	stop = await listenForChanges(database, { onChange: (change) => void heard.push(change), onGap: () => {} });
});
afterAll(async () => {
	await stop();
	await database.destroy();
});
beforeEach(() => truncateAll(database.db));

/** What is announced of everything that the work commits, as `topic owner row`. */
async function announcedBy(work: () => Promise<unknown>): Promise<readonly string[]> {
	const marker = randomUUID();
	const between = async (name: string) => {
		const { id } = await addJob(database.db, userId, { seed: `${name} ${marker}` });
		await vi.waitFor(() => expect(heard.map(({ rowId }) => rowId)).toContain(id));
		return heard.findIndex(({ rowId }) => rowId === id);
	};
	const from = await between('before');
	await work();
	const to = await between('after');
	return heard.slice(from + 1, to).map(({ topic, ownerId, rowId }) => `${topic} ${ownerId} ${rowId}`.trim());
}

let userId: string;
beforeEach(async () => {
	userId = await addUser(database.db);
});

describe('what changes is announced to its owner', () => {
	test('once it is made, when what a reader sees of it changes, and when it is deleted', async () => {
		const { db } = database;
		let id = '';
		expect(await announcedBy(async () => ({ id } = await addJob(db, userId)))).toEqual([`job ${userId} ${id}`]);
		const started = await announcedBy(() => startRunning(db, id, secondsAfterStart(1)));
		expect(started).toEqual([`job ${userId} ${id}`]);
		const unseen = { failures: 1 };
		expect(
			await announcedBy(() => db.updateTable('generationJobs').set(unseen).where('id', '=', id).execute()),
		).toEqual([]);
		const deleted = await announcedBy(() => db.deleteFrom('generationJobs').where('id', '=', id).execute());
		expect(deleted).toEqual([`job ${userId} ${id}`]);
	});

	test('of merges, attribute runs, mints and sales', async () => {
		const { db } = database;
		const merge = await addMerge(db, userId);
		expect(await announcedBy(() => updateMergeListing(db, userId, merge.id, { hidden: true }))).toEqual([
			`merge ${userId} ${merge.id}`,
		]);
		const run = await addAttributeJob(db, userId);
		const removed = await announcedBy(() =>
			db.updateTable('attributeJobs').set({ version: 2 }).where('id', '=', run.id).execute(),
		);
		expect(removed).toEqual([`attributes ${userId} ${run.id}`]);
		const mint = await addPreparedMint(db, userId);
		const submitted = await announcedBy(() =>
			db.updateTable('mintedTokens').set({ txHash: '0xhash' }).where('id', '=', mint.id).execute(),
		);
		expect(submitted).toEqual([`mint ${userId} ${mint.id}`]);
		const sale = await addSale(db, userId);
		const progressed = await announcedBy(() =>
			db.updateTable('sales').set({ progress: 50, version: 2 }).where('id', '=', sale.id).execute(),
		);
		expect(progressed).toEqual([`sale ${userId} ${sale.id}`]);
	});

	test('to both when it passes to another', async () => {
		const { db } = database;
		const [sale, other] = [await addSale(db, userId), await addUser(db)];
		const moved = await announcedBy(() => transact(db, (trx) => moveSales(trx, { fromId: userId, toId: other })));
		expect(moved).toEqual([`sale ${userId} ${sale.id}`, `sale ${other} ${sale.id}`]);
	});

	test('once for all changes of a transaction, and not at all where that is rolled back', async () => {
		const { db } = database;
		const { id } = await addJob(db, userId);
		const increment = (trx: typeof db) =>
			trx
				.updateTable('generationJobs')
				.set((eb) => ({ version: eb('version', '+', 1) }))
				.where('id', '=', id)
				.execute();
		const twice = await announcedBy(() =>
			transact(db, async (trx) => {
				await increment(trx);
				await increment(trx);
			}),
		);
		expect(twice).toEqual([`job ${userId} ${id}`]);
		const failing = () =>
			transact(db, async (trx) => {
				await increment(trx);
				throw new Error('rolled back');
			}).catch(() => {});
		expect(await announcedBy(failing)).toEqual([]);
	});
});

describe('what an account may do is announced', () => {
	const session = () => ({
		id: randomUUID(),
		userId,
		method: 'community' as const,
		expiresAt: secondsAfterStart(60),
		absoluteExpiresAt: secondsAfterStart(90),
		premiumUntil: secondsAfterStart(30),
	});

	test('when a session ends or what it allows does, not when it is prolonged', async () => {
		const { db } = database;
		const { id } = await insertSession(db, session());
		expect(await announcedBy(() => updateSessionExpiry(db, id, secondsAfterStart(70)))).toEqual([]);
		expect(await announcedBy(() => clearPremiumElevations(db))).toEqual([`account ${userId}`]);
		expect(await announcedBy(() => deleteSession(db, id))).toEqual([`account ${userId}`]);
	});

	test('when its name or its role at Discord does', async () => {
		const { db } = database;
		const set = (values: object) => db.updateTable('users').set(values).where('id', '=', userId).execute();
		expect(await announcedBy(() => set({ hasMageAccess: true }))).toEqual([`account ${userId}`]);
		expect(await announcedBy(() => set({ username: 'Merlin' }))).toEqual([`account ${userId}`]);
		expect(await announcedBy(() => set({ generatedToday: 3 }))).toEqual([]);
	});
});
