import { updateMergeInput } from '@adx/validators/merge';
import { type CreatorSale, startSaleInput } from '@adx/validators/sale/sales';
import { addFinishedMerge } from '../../merge/merge-testing.ts';
import { updateMerge } from '../../merge/update-merge.ts';
import type { RequestContext, Services } from '../../platform/context.ts';
import { getCreatorSale } from './get-creator-sale.ts';
import { saleJob } from './sale-job.ts';
import { startSale } from './start-sale.ts';

// For tests alone: the creator's way to a sale.

/** How the merges of these tests are listed. */
export const listing = {
	collectionName: 'Winter Court',
	collectionSymbol: 'WIN',
	collectionDescription: 'Two courts.',
	mintPrice: 0.1,
	royaltyPercentage: 5,
};

/** A finished merge of two tokens, listed; returns its id. */
export async function addListedMerge(ctx: RequestContext, change: object = {}): Promise<string> {
	const jobId = await addFinishedMerge(ctx, ctx.actor!.userId);
	await list(ctx, jobId, { ...listing, ...change });
	return jobId;
}

export const list = (ctx: RequestContext, jobId: string, change: object) =>
	updateMerge(ctx, updateMergeInput.parse({ jobId, ...change }));

export const start = (ctx: RequestContext, jobId: string, walletAddress: string): Promise<CreatorSale> =>
	startSale(ctx, startSaleInput.parse({ jobId, walletAddress, network: 'solana' }));

/** Does what a worker would do about the sale, and returns how it is then. */
export async function prepare(
	ctx: RequestContext,
	{ saleId, jobId }: Pick<CreatorSale, 'saleId' | 'jobId'>,
	services: Services = ctx,
): Promise<CreatorSale> {
	await saleJob.run(services, { jobId: saleId, slot: 0 }, new AbortController().signal);
	return getCreatorSale(ctx, { jobId });
}
