import { randomUUID } from 'node:crypto';
import { insertSaleTransactions } from '@adx/db/repositories/sale/sale-transactions';
import { insertSale } from '@adx/db/repositories/sale/sales';
import { passDatabaseTime } from '@adx/db/testing/time-testing';
import { exportInput } from '@adx/validators/exports';
import type { SaleStage } from '@adx/validators/sale/sales';
import { beforeEach, describe, expect, it } from 'vitest';
import { openExport } from '../exports/download-export.ts';
import type { RequestContext } from '../platform/context.ts';
import { useTestServices } from '../platform/use-services-testing.ts';
import { deleteMerge, getMergeDeletion } from './delete-merge.ts';
import { openMergeDownload } from './get-merge.ts';
import {
	addFinishedMerge,
	createMergeRequest,
	finishMerge,
	readDownload,
	toOwnInput,
	uploadImages,
} from './merge-testing.ts';
import { startMerge } from './start-merge.ts';

/** On a machine that does much else. */
const severalMergesMs = 120_000;

const test = useTestServices();
let ctx: RequestContext;
beforeEach(async () => {
	ctx = await test.contextOf();
});

const finished = () => addFinishedMerge(test.services, ctx.actor?.userId ?? '');
const preview = (jobId: string) => getMergeDeletion(ctx, toOwnInput(jobId));
const remove = (jobId: string, by = ctx) => deleteMerge(by, toOwnInput(jobId));

const startedPhases: ReadonlySet<SaleStage> = new Set(['unpublished', 'selling', 'sold_out']);

/** What a sale has in a phase. */
const factsOf = (phase: SaleStage) => ({
	...(phase === 'preparing' ? {} : { metadataRoot: 'bafm', imagesRoot: 'bafi' }),
	startedAt: startedPhases.has(phase) ? new Date() : null,
	endedAt: phase === 'sold_out' ? new Date() : null,
});

async function addSale(jobId: string, phase: SaleStage): Promise<string> {
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
		isDelayed: false,
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
		expect((await preview(jobId)).blockers).toMatchObject([{ reason: 'merge_running' }]);
		await expect(remove(jobId)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'merge_running' });
		await finishMerge(ctx, jobId);
		expect(await remove(jobId)).toMatchObject({ success: true });
	});

	it('rejects one while its sale is being prepared, and from when it is on its way to the chain', async () => {
		const jobId = await finished();
		const saleId = await addSale(jobId, 'preparing');
		const { db } = test.services;
		for (const [phase, reason] of [
			['preparing', 'mint_under_way'],
			['confirming', 'mint_under_way'],
			['unpublished', 'merge_in_use'],
			['selling', 'merge_in_use'],
			['sold_out', 'merge_in_use'],
		] as const) {
			await db
				.updateTable('sales')
				.set({ phase, ...factsOf(phase) })
				.where('id', '=', saleId)
				.execute();
			expect(await preview(jobId)).toMatchObject({ freedBytes: 0, blockers: [{ reason }] });
			await expect(remove(jobId)).rejects.toMatchObject({ code: 'CONFLICT', reason });
		}
		await readDownload(await openMergeDownload(ctx, toOwnInput(jobId)));
	});

	it('deletes what was prepared for minting with it, once the chain takes nothing of it any more', async () => {
		const jobId = await finished();
		const saleId = await addSale(jobId, 'unsigned');
		const { db } = test.services;
		const built = { saleId, reservationId: null, tokenNumber: null, message: 'm', lastValidBlockHeight: 1 };
		await insertSaleTransactions(db, [{ ...built, id: randomUUID(), createdAt: new Date() }]);
		await expect(remove(jobId)).rejects.toMatchObject({ reason: 'mint_under_way' });
		await db.updateTable('saleTransactions').set({ status: 'expired' }).execute();
		expect(await preview(jobId)).toMatchObject({
			blockers: [],
			consequences: expect.arrayContaining(['What was prepared for minting is deleted too.']),
		});
		await remove(jobId);
		expect(await db.selectFrom('sales').select('id').execute()).toEqual([]);
	});

	it('rejects one that is being downloaded or exported, until that has ended or its process is dead', async () => {
		const jobId = await finished();
		const openings = [
			() => openMergeDownload(ctx, toOwnInput(jobId)),
			() => openExport(ctx, exportInput.parse({ collectionId: jobId, target: 'plain' })),
		];
		for (const open of openings) {
			const download = await open();
			expect((await preview(jobId)).blockers).toEqual([]);
			await download.acquire();
			expect((await preview(jobId)).blockers).toMatchObject([{ reason: 'merge_downloading' }]);
			await expect(remove(jobId)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'merge_downloading' });
			await readDownload(download);
			expect((await preview(jobId)).blockers).toEqual([]);
		}
		await using abandoned = await openMergeDownload(ctx, toOwnInput(jobId));
		await abandoned.acquire();
		await passDatabaseTime(ctx.db, 121_000);
		expect(await remove(jobId)).toMatchObject({ success: true });
	});

	it('is downloaded whole or not at all where a deletion begins at the same moment', {
		timeout: severalMergesMs,
	}, async () => {
		for (let round = 0; round < 2; round++) {
			const jobId = await finished();
			const reading = openMergeDownload(ctx, toOwnInput(jobId)).then(readDownload);
			const [read, deleted] = await Promise.allSettled([reading, remove(jobId)]);
			if (read.status === 'rejected') expect(read.reason).toMatchObject({ code: 'NOT_FOUND' });
			if (deleted.status === 'rejected') {
				expect([read.status, deleted.reason]).toMatchObject(['fulfilled', { reason: 'merge_downloading' }]);
				await remove(jobId);
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
