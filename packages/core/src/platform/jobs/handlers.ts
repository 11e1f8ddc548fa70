import { releaseAllClaims } from '@adx/db/repositories/generation/image-claims';
import { deleteAllKeyLeases } from '@adx/db/repositories/generation/paid-engine-limits';
import { type EngineName, engineSchema } from '@adx/validators/generation';
import { runAttributes } from '../../attributes/run-attributes.ts';
import { startPaidImageStorer } from '../../generation/paid/scratch-keeper.ts';
import { runGeneration } from '../../generation/run/run-generation.ts';
import { runMerge } from '../../merge/run/run-merge.ts';
import { startMintWatcher } from '../../mint/watch-mints.ts';
import { prepareSale } from '../../sale/creator/prepare-sale.ts';
import { startSaleWatcher } from '../../sale/watch/watch-sales.ts';
import type { Services } from '../context.ts';
import { startOutboxSweeper } from './outbox.ts';
import type { QueueMessage } from './queue.ts';

/**
 * Jobs that one process works on at once. The forge uses all cores for one; a paid engine mostly waits, each job for
 * the answers to its own key.
 */
const jobsAtOnce: Readonly<Record<EngineName, number>> = { forge: 1, gemini: 4 };

/** Preparing mostly waits for an IPFS node. */
const salesAtOnce = 2;

/**
 * Lets this process take work: workers for each engine it can draw with, one for merges, one for attribute jobs, some
 * for sales that are prepared, the keeper of paid pictures, the sweeper that repeats lost wake-ups, and the watchers of
 * mints and sales. Returns how to stop the last four; the workers stop with the queue.
 */
export async function startHandlers(services: Services): Promise<{ stop(): Promise<void> }> {
	// Before any claim is let go of: what was painted already must not be painted again.
	const keeper = await startPaidImageStorer(services);
	// Embedded, this is the only process: the one that held a claim or made a call is gone.
	if (services.database.kind === 'embedded') {
		const waiting = services.paidScratch.waiting().map(({ picture }) => picture.imageId);
		await releaseAllClaims(services.db, waiting);
		await deleteAllKeyLeases(services.db);
	}
	for (const engine of engineSchema.options) {
		if (!services.engines.has(engine)) continue;
		const run = (message: QueueMessage, signal: AbortSignal) => runGeneration(services, message, signal);
		await services.queue.work(`generation-${engine}`, run, { atOnce: jobsAtOnce[engine] });
	}
	await services.queue.work('merge', (message, signal) => runMerge(services, message, signal));
	await services.queue.work('attributes', (message, signal) => runAttributes(services, message, signal));
	await services.queue.work('sale', (message, signal) => prepareSale(services, message, signal), {
		atOnce: salesAtOnce,
	});
	const sweeper = await startOutboxSweeper(services);
	const watchers = [startMintWatcher(services), startSaleWatcher(services)];
	return {
		stop: async () => {
			await Promise.all([keeper, sweeper, ...watchers].map((each) => each.stop()));
		},
	};
}
