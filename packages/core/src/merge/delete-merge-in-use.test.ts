import { randomUUID } from 'node:crypto';
import { insertSaleTransactions } from '@adx/db/repositories/sale/sale-transactions';
import { insertSale } from '@adx/db/repositories/sale/sales';
import { exportInput } from '@adx/validators/exports';
import type { SalePhase } from '@adx/validators/sales';
import { beforeEach, describe, expect, it } from 'vitest';
import { openExport } from '../exports/download-export.ts';
import type { RequestContext } from '../platform/context.ts';
import { useTestServices } from '../platform/use-services-testing.ts';
import { deleteMerge, getMergeDeletion } from './delete-merge.ts';
import { openMergeDownload } from './get-merge.ts';
import { addFinishedMerge, createMergeRequest, readDownload, uploadImages, waitForMerge } from './merge-testing.ts';
import { mergeJob } from './run/run-merge.ts';
import { startMerge } from './start-merge.ts';

/** On a machine that does much else. */
const severalMergesMs = 120_000;

const test = useTestServices();
let ctx: RequestContext;
beforeEach(async () => {
	ctx = await test.contextOf();
});

const finished = () => addFinishedMerge(test.services, ctx.actor?.userId ?? '');
const own = (jobId: string) => ({ jobId, scope: 'own' as const });
const look = (jobId: string) => getMergeDeletion(ctx, own(jobId));
const remove = (jobId: string, by = ctx) => deleteMerge(by, own(jobId));

/** What a sale has in a phase. */
const factsOf = (phase: SalePhase) => ({
	...(phase === 'preparing' ? {} : { metadataRoot: 'bafm', imagesRoot: 'bafi', startedAt: new Date() }),
	endedAt: phase === 'sold_out' ? new Date() : null,
});

async function addSale(jobId: string, phase: SalePhase): Promise<string> {
	const id = randomUUID();
	const { db } = test.services;
	await insertSale(db, {
		id,
		mergeJobId: jobId,
		ownerId: ctx.actor?.userId ?? '',
		cluster: 'devnet',
		walletAddress: 'wallet',
		name: 'Winter Court',
		symbol: 'WIN',
		description: '',
		priceLamports: '1',
		royaltyBasisPoints: 0,
		supply: 2,
		sealedSecret: 'sealed',
		mintAddress: `mint ${id}`,
		createdAt: new Date(),
	});
	await db
		.updateTable('sales')
		.set({ phase, ...factsOf(phase) })
		.where('id', '=', id)
		.execute();
	return id;
}

describe('a merge that something depends on', () => {
	it('rejects one that is still being merged', async () => {
		const { jobId } = await startMerge(ctx, await createMergeRequest(ctx, { A: await uploadImages(ctx, [1]) }));
		expect((await look(jobId)).blockers).toMatchObject([{ reason: 'merge_running' }]);
		await expect(remove(jobId)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'merge_running' });
		await mergeJob.run(test.services, { jobId, slot: 0 }, new AbortController().signal);
		expect((await waitForMerge(ctx, jobId)).status).toBe('completed');
		expect(await remove(jobId)).toMatchObject({ success: true });
	});

	it('rejects one while its sale is being prepared, and from when it is on its way to the chain', async () => {
		const jobId = await finished();
		const saleId = await addSale(jobId, 'preparing');
		const { db } = test.services;
		for (const [phase, reason] of [
			['preparing', 'mint_under_way'],
			['confirming', 'merge_in_use'],
			['unpublished', 'merge_in_use'],
			['selling', 'merge_in_use'],
			['sold_out', 'merge_in_use'],
		] as const) {
			await db
				.updateTable('sales')
				.set({ phase, ...factsOf(phase) })
				.where('id', '=', saleId)
				.execute();
			expect((await look(jobId)).blockers).toMatchObject([{ reason }]);
			await expect(remove(jobId)).rejects.toMatchObject({ code: 'CONFLICT', reason });
		}
		await readDownload(await openMergeDownload(ctx, own(jobId)));
	});

	it('deletes a sale that was never signed with it, once the chain takes nothing of it any more', async () => {
		const jobId = await finished();
		const saleId = await addSale(jobId, 'unsigned');
		const { db } = test.services;
		const built = { saleId, reservationId: null, tokenNumber: null, message: 'm', lastValidBlockHeight: 1 };
		await insertSaleTransactions(db, [{ ...built, id: randomUUID(), createdAt: new Date() }]);
		await expect(remove(jobId)).rejects.toMatchObject({ reason: 'mint_under_way' });
		await db.updateTable('saleTransactions').set({ status: 'expired' }).execute();
		expect(await look(jobId)).toMatchObject({
			blockers: [],
			consequences: expect.arrayContaining(['What was prepared for minting, and was never signed, goes with it.']),
		});
		await remove(jobId);
		expect(await db.selectFrom('sales').select('id').execute()).toEqual([]);
	});

	it('rejects one that is being downloaded or exported, until that has ended or its process is dead', async () => {
		const jobId = await finished();
		const openings = [
			() => openMergeDownload(ctx, own(jobId)),
			() => openExport(ctx, exportInput.parse({ collectionId: jobId, target: 'plain' })),
		];
		for (const open of openings) {
			const download = await open();
			expect((await look(jobId)).blockers).toMatchObject([{ reason: 'merge_in_use' }]);
			await expect(remove(jobId)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'merge_in_use' });
			await readDownload(download);
			expect((await look(jobId)).blockers).toEqual([]);
		}
		await openMergeDownload(ctx, own(jobId));
		const later = { ...ctx, clock: () => new Date(Date.now() + 121_000) };
		expect(await remove(jobId, later)).toMatchObject({ success: true });
	});

	it('is downloaded whole or not at all where a deletion begins at the same moment', {
		timeout: severalMergesMs,
	}, async () => {
		for (let round = 0; round < 2; round++) {
			const jobId = await finished();
			const opening = openMergeDownload(ctx, own(jobId));
			const [opened, deleted] = await Promise.allSettled([opening, remove(jobId)]);
			if (opened.status === 'fulfilled') {
				expect(deleted).toMatchObject({ status: 'rejected', reason: { reason: 'merge_in_use' } });
				await readDownload(opened.value);
				await remove(jobId);
			} else {
				expect(opened.reason).toMatchObject({ code: 'NOT_FOUND' });
				expect(deleted.status).toBe('fulfilled');
			}
		}
	});

	it('has a sale or is gone where both begin at the same moment', { timeout: severalMergesMs }, async () => {
		for (let round = 0; round < 2; round++) {
			const jobId = await finished();
			const [sold, deleted] = await Promise.allSettled([addSale(jobId, 'preparing'), remove(jobId)]);
			expect([sold.status, deleted.status].toSorted()).toEqual(['fulfilled', 'rejected']);
			const sales = await test.services.db.selectFrom('sales').select('id').where('mergeJobId', '=', jobId).execute();
			expect(sales).toHaveLength(sold.status === 'fulfilled' ? 1 : 0);
		}
	});

	it('happens once, whoever asks for it at the same time', async () => {
		const jobId = await finished();
		const results = await Promise.allSettled([remove(jobId), remove(jobId), remove(jobId)]);
		expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
		for (const result of results) {
			if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'NOT_FOUND' });
		}
	});
});
