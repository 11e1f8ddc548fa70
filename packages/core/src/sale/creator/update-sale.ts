import { randomUUID } from 'node:crypto';
import type { DatabaseTransaction } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { insertAuditEntry } from '@adx/db/repositories/platform/audit-log';
import {
	changeItemPreview,
	changeRunningSale,
	closeSale,
	lockSaleOfMerge,
	type SaleChange,
} from '@adx/db/repositories/sale/sales';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import type { ItemPreview } from '@adx/validators/sale/items';
import type { CreatorSale, CreatorSaleInput, UpdateSaleInput } from '@adx/validators/sale/sales';
import { saleStageFacts } from '@adx/validators/sale/stages';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { lockOpenSale, presentCreatorSale, requireCreatorSale } from './get-creator-sale.ts';
import { requireLamports } from './listing-facts.ts';
import { changeTimes, type TimesChange } from './sale-times.ts';

/**
 * Pauses, resumes or reprices the running sale of the caller's own merge, and changes when it starts and ends and what its
 * page shows of items that nobody has bought, which need no running sale. Nobody reserves at the old price from then on, nor
 * before the start and after the end; what is reserved keeps its price, and can be bought until the reservation runs out.
 * The same again changes nothing. 400 for a price that is not a whole number of lamports and, by field, for times that make no
 * sense (`changeTimes`); 409 `sale_ended` where its creator ended it or every item is minted, and `mint_unavailable` before
 * it runs; 404 for a stranger's. Audited.
 */
export async function updateSale(ctx: RequestContext, input: UpdateSaleInput): Promise<CreatorSale> {
	const { paused, price, itemPreview, startsAt, endsAt } = input;
	const priceLamports = price === undefined ? undefined : requireLamports(price);
	await requireCreatorSale(ctx, input);
	await transact(ctx.db, async (trx) => {
		if (paused !== undefined || priceLamports !== undefined) {
			await changeSale(ctx, trx, await lockRunningSale(trx, input), { paused, priceLamports });
		}
		if (startsAt !== undefined || endsAt !== undefined) await setTimes(ctx, trx, input, { startsAt, endsAt });
		if (itemPreview !== undefined) await setItemPreview(ctx, trx, input, itemPreview);
	});
	return presentCreatorSale(ctx, await requireCreatorSale(ctx, input));
}

/** The same inside a transaction that has locked the sale and seen that it runs. */
export async function changeSale(
	{ clock, actor }: Pick<RequestContext, 'clock' | 'actor'>,
	trx: DatabaseTransaction,
	sale: SaleRow,
	{ paused, priceLamports }: { readonly paused?: boolean | undefined; readonly priceLamports?: string | undefined },
): Promise<void> {
	const createdAt = clock();
	const isPaused = sale.pausedAt !== null;
	const change: SaleChange = {
		...(paused === undefined || paused === isPaused ? {} : { pausedAt: paused ? createdAt : null }),
		...(priceLamports === undefined || priceLamports === sale.priceLamports ? {} : { priceLamports }),
	};
	if (Object.keys(change).length === 0) return;
	await changeRunningSale(trx, sale.id, change);
	const subject = { saleId: sale.id, jobId: sale.mergeJobId, paused, priceLamports };
	const actorId = requireActor({ actor }).userId;
	await insertAuditEntry(trx, { id: randomUUID(), actorId, action: 'sale.change', subject, createdAt });
}

async function setTimes(
	ctx: RequestContext,
	trx: DatabaseTransaction,
	{ jobId }: CreatorSaleInput,
	times: TimesChange,
): Promise<void> {
	const sale = await lockOpenSale(trx, jobId);
	const createdAt = ctx.clock();
	if (!(await changeTimes(trx, sale, times, createdAt))) return;
	const entry = { actorId: requireActor(ctx).userId, subject: { saleId: sale.id, jobId, ...times } };
	await insertAuditEntry(trx, { id: randomUUID(), action: 'sale.change', createdAt, ...entry });
}

async function setItemPreview(
	ctx: RequestContext,
	trx: DatabaseTransaction,
	{ jobId }: CreatorSaleInput,
	itemPreview: ItemPreview,
): Promise<void> {
	const sale = await lockSaleOfMerge(trx, jobId);
	if (sale === undefined) throw notFound('sale');
	if (sale.itemPreview === itemPreview) return;
	await changeItemPreview(trx, sale.id, itemPreview);
	const entry = { actorId: requireActor(ctx).userId, subject: { saleId: sale.id, jobId, itemPreview } };
	await insertAuditEntry(trx, { id: randomUUID(), action: 'sale.change', createdAt: ctx.clock(), ...entry });
}

/**
 * Ends the running sale of the caller's own merge for its buyers, for good. What is reserved can be bought until the
 * reservation runs out, and the creator can mint the rest. 409 `sale_ended` where it was ended before, and
 * `mint_unavailable` before it runs; 404 for a stranger's. Audited.
 */
export async function endSale(ctx: RequestContext, input: CreatorSaleInput): Promise<CreatorSale> {
	await requireCreatorSale(ctx, input);
	await transact(ctx.db, async (trx) => {
		const { id, mergeJobId: jobId } = await lockRunningSale(trx, input);
		const createdAt = ctx.clock();
		await closeSale(trx, id, createdAt);
		const subject = { saleId: id, jobId };
		const actorId = requireActor(ctx).userId;
		await insertAuditEntry(trx, { id: randomUUID(), actorId, action: 'sale.end', subject, createdAt });
	});
	return presentCreatorSale(ctx, await requireCreatorSale(ctx, input));
}

/** Whether items of it are sold, or are once their files are published. */
export const isRunning = ({ phase }: Pick<SaleRow, 'phase'>): boolean => saleStageFacts[phase].isRunning;

async function lockRunningSale(trx: DatabaseTransaction, { jobId }: CreatorSaleInput): Promise<SaleRow> {
	const sale = await lockOpenSale(trx, jobId);
	if (isRunning(sale)) return sale;
	const message = 'This sale does not run yet. It can be changed once its collection is confirmed.';
	throw new AppError('PRECONDITION', { reason: 'mint_unavailable', message });
}
