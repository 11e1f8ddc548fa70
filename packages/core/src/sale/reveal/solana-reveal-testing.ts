import { startSaleInput } from '@adx/validators/sale/sales';
import { expect } from 'vitest';
import { addFinishedMerge } from '../../merge/merge-testing.ts';
import { reserveItem } from '../buyer/reserve-item.ts';
import { confirmPublished, getCreatorSale } from '../creator/get-creator-sale.ts';
import { startSale } from '../creator/start-sale.ts';
import { list, listing, prepare } from '../creator/start-testing.ts';
import { finalBlocks, type SaleTest } from '../sale-testing.ts';
import { buildSaleTransaction } from '../solana/build-sale-transaction.ts';
import { submitCollection } from '../solana/submit-collection.ts';
import { revealJob } from './reveal-job.ts';
import { startReveal } from './start-reveal.ts';

// For tests alone: sales of covered items on Solana, and the way to their reveal.

/** What tests of reveals do over and over on the chain of a file. */
export function useSolanaReveals(test: SaleTest) {
	/** A sale of covered items that sells on the chain. */
	async function openSale(supply: number) {
		const ctx = await test.contextOf();
		const creator = await test.wallet('creator');
		const jobId = await addFinishedMerge(ctx, ctx.actor!.userId, { supply });
		await list(ctx, jobId, listing);
		const order = { jobId, walletAddress: creator.address, network: 'solana', reveal: 'delayed' };
		await prepare(ctx, await startSale(ctx, startSaleInput.parse(order)));
		const before = test.balance(creator);
		const { transaction, costLamports } = await buildSaleTransaction(ctx, { jobId });
		const signed = Buffer.from(await creator.sign(transaction)).toString('base64');
		await submitCollection(ctx, { jobId, transaction: signed });
		await test.lookAfter(finalBlocks);
		expect(before - test.balance(creator)).toBeLessThanOrEqual(BigInt(costLamports));
		const { saleId } = await confirmPublished(ctx, { jobId });
		const row = () => test.services.db.selectFrom('sales').selectAll().executeTakeFirstOrThrow();
		return { ctx, creator, jobId, saleId, row };
	}
	type Opened = Awaited<ReturnType<typeof openSale>>;

	async function buy({ saleId }: Opened) {
		const buyer = await test.wallet('buyer');
		const reservation = await reserveItem(await test.visitor(`203.0.113.${buyers++ % 250}`), {
			saleId,
			walletAddress: buyer.address,
			count: 1,
		});
		await test.submit(reservation, buyer);
		await test.lookAfter(3);
		return test.purchaseOf(reservation);
	}
	let buyers = 1;
	const reveal = async ({ ctx, jobId }: Opened) => (await getCreatorSale(ctx, { jobId })).reveal!;
	const prepareReveal = ({ saleId }: Opened) =>
		revealJob.run(test.services, { jobId: saleId, slot: 0 }, new AbortController().signal);
	/** Looks again and again while blocks are made, as long as the reveal takes. */
	async function finish(opened: Opened) {
		for (let round = 0; round < 12 && (await reveal(opened)).phase !== 'revealed'; round++) {
			await test.lookAfter(finalBlocks);
		}
	}
	/** Until the block is drawn. */
	async function draw(opened: Opened) {
		for (let round = 0; round < 8 && (await reveal(opened)).phase !== 'drawn'; round++) {
			await test.lookAfter(finalBlocks);
		}
		expect((await reveal(opened)).phase).toBe('drawn');
	}
	/** Begins the reveal, and has its files laid out and published. */
	async function prepareFiles(opened: Opened) {
		await startReveal(opened.ctx, opened);
		await prepareReveal(opened);
		await confirmPublished(opened.ctx, opened);
	}
	return { openSale, buy, reveal, prepareReveal, prepareFiles, finish, draw };
}
