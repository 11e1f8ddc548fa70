import { transact } from '@adx/db/client/transact';
import { updateMergeListing } from '@adx/db/repositories/merge/merge-jobs';
import { lockSaleOfMerge } from '@adx/db/repositories/sale/sales';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import type { ControlMergeInput, MergeJob, UpdateMergeInput } from '@adx/validators/merge';
import { saleStageFacts } from '@adx/validators/sale/stages';
import { type RequestContext, requireActor } from '../platform/context.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { toSol } from '../sale/creator/listing-facts.ts';
import { changeSale, isRunning } from '../sale/creator/update-sale.ts';
import { presentWithImages, requireCompleted, requireMerge } from './get-merge.ts';

/**
 * Changes how a finished merge is listed; what is not named stays. The archive never changes. `isMinting` pauses and resumes
 * a sale that runs. Without a running sale, `isMinting` is accepted and ignored, as `walletAddress` always is. 409 while the
 * merge is not finished, and for what a collection that is on its way to the chain says there.
 */
export async function updateMerge(ctx: RequestContext, input: UpdateMergeInput): Promise<MergeJob> {
	const { jobId, isMinting, walletAddress: _, ...listing } = input;
	const { userId } = requireActor(ctx);
	requireCompleted(await requireMerge(ctx, { jobId, scope: 'own' }));
	const change = Object.fromEntries(Object.entries(listing).filter(([, value]) => value !== undefined));
	const job = await transact(ctx.db, async (trx) => {
		// A signature that is being submitted waits for this, and this for it.
		const sale = await lockSaleOfMerge(trx, jobId);
		if (sale !== undefined && !saleStageFacts[sale.phase].isEditable) refuseFixed(sale, change);
		const paused = isMinting === undefined ? undefined : !isMinting;
		if (sale !== undefined && isRunning(sale) && sale.closedAt === null) await changeSale(ctx, trx, sale, { paused });
		return updateMergeListing(trx, userId, jobId, change);
	});
	if (job === undefined) throw notFound('merge');
	return presentWithImages(ctx, job);
}

/** What stands on chain, is sold by, or was published with the items. What is sent again as it is changes nothing. */
function refuseFixed(sale: SaleRow, change: Partial<Record<string, unknown>>): void {
	const fixed = {
		collectionName: sale.name,
		collectionSymbol: sale.symbol,
		collectionDescription: sale.description,
		mintPrice: toSol(sale.priceLamports),
		royaltyPercentage: sale.royaltyBasisPoints / 100,
	};
	const changed = Object.entries(fixed).flatMap(([name, value]) =>
		name in change && change[name] !== value ? name : [],
	);
	if (changed.length === 0) return;
	const message =
		'This collection is on its way to the chain or there already: its name, symbol, description, price and royalty are fixed.';
	const fields = Object.fromEntries(changed.map((name) => [name, message]));
	throw new AppError('CONFLICT', { reason: 'mint_under_way', message, meta: { fields } });
}

/** Keeps the caller's merge out of the gallery, before it is finished too. */
export function hideMerge(ctx: RequestContext, input: ControlMergeInput): Promise<MergeJob> {
	return setHidden(ctx, input, true);
}

/** Lets the gallery show the caller's merge again. */
export function showMerge(ctx: RequestContext, input: ControlMergeInput): Promise<MergeJob> {
	return setHidden(ctx, input, false);
}

async function setHidden(ctx: RequestContext, { jobId }: ControlMergeInput, hidden: boolean): Promise<MergeJob> {
	const { userId } = requireActor(ctx);
	const { id } = await requireMerge(ctx, { jobId, scope: 'own' });
	const job = await updateMergeListing(ctx.db, userId, id, { hidden });
	if (job === undefined) throw notFound('merge');
	return presentWithImages(ctx, job);
}
