import { afterAll, beforeAll, expect, it } from 'vitest';
import { transact } from '../../client/transact.ts';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import {
	addAttributeJob,
	addBlob,
	addJob,
	addMerge,
	addSale,
	addUser,
	finishMerge,
	secondsAfterStart,
} from '../../testing/rows-testing.ts';
import { updateGenerationJob } from '../generation/generation-jobs.ts';
import { completeSalePreparation, failSalePreparation, restartSalePreparation } from '../sale/sale-preparations.ts';
import { changeReveal, saveCommitment } from '../sale/sale-reveals.ts';
import { listOpenJobs } from './open-jobs.ts';
import { readDatabaseTime } from './read-database-time.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());

/** As a process of an older version leaves it, which does not note when the preparation was started. */
async function commit(saleId: string, phase: 'drawn' | 'preparing'): Promise<void> {
	const { db } = database;
	await saveCommitment(db, { saleId, seedCommitment: 'cd', provenance: 'ab', itemHashes: '' });
	const drawnAt = secondsAfterStart(8);
	await db.updateTable('saleReveals').set({ phase, drawHash: 'ef', drawnAt }).where('saleId', '=', saleId).execute();
}

it('counts what a worker has to go on with, and tells since when', async () => {
	const { db } = database;
	expect(await listOpenJobs(db)).toEqual([]);
	const ownerId = await addUser(db);
	await addJob(db, ownerId, { createdAt: secondsAfterStart(2) });
	await addJob(db, ownerId, { createdAt: secondsAfterStart(1) });
	const running = await addJob(db, ownerId, { createdAt: secondsAfterStart(3) });
	await updateGenerationJob(db, running.id, { phase: 'running' });
	const done = await addJob(db, ownerId);
	await updateGenerationJob(db, done.id, { phase: 'done', status: 'completed' });
	await addMerge(db, ownerId, { createdAt: secondsAfterStart(4) });
	const finished = await addMerge(db, ownerId);
	await finishMerge(db, finished.id, [{ sha256: await addBlob(db, 'a picture') }]);
	await addAttributeJob(db, ownerId, { createdAt: secondsAfterStart(5) });
	await addSale(db, ownerId, { createdAt: secondsAfterStart(6) });
	const laidOut = await addSale(db, ownerId);
	await completeSalePreparation(db, laidOut, { metadataRoot: 'm', imagesRoot: 'i', published: true });
	await commit(laidOut.id, 'drawn');
	await commit((await addSale(db, ownerId, { createdAt: secondsAfterStart(7) })).id, 'preparing');
	const open = await listOpenJobs(db);
	expect(open.toSorted((a, b) => a.oldestAt.getTime() - b.oldestAt.getTime())).toEqual([
		{ subject: 'generation', phase: 'queued', count: 2, oldestAt: secondsAfterStart(1) },
		{ subject: 'generation', phase: 'running', count: 1, oldestAt: secondsAfterStart(3) },
		{ subject: 'merge', phase: 'queued', count: 1, oldestAt: secondsAfterStart(4) },
		{ subject: 'attributes', phase: 'pending', count: 1, oldestAt: secondsAfterStart(5) },
		{ subject: 'sale', phase: 'preparing', count: 2, oldestAt: secondsAfterStart(6) },
		{ subject: 'reveal', phase: 'preparing', count: 1, oldestAt: secondsAfterStart(8) },
	]);
});

it('tells since when a sale that was started again, and a reveal, are prepared, not how old the sale is', async () => {
	const { db } = database;
	await truncateAll(db);
	const sale = await addSale(db, await addUser(db));
	await failSalePreparation(db, sale, 'No.');
	await transact(db, (trx) => restartSalePreparation(trx, sale.id, sale));
	await commit(sale.id, 'drawn');
	await transact(db, (trx) => changeReveal(trx, sale.id, ['drawn'], { phase: 'preparing' }));
	const open = await listOpenJobs(db);
	expect(open.map(({ subject }) => subject)).toEqual(['sale', 'reveal']);
	const now = await readDatabaseTime(db);
	for (const { oldestAt } of open) expect(now.getTime() - oldestAt.getTime()).toBeLessThan(60_000);
});
