import { transact } from '@adx/db/client/transact';
import { listUnfinishedAttributeJobs } from '@adx/db/repositories/attributes/attribute-jobs';
import { listRunnableJobs } from '@adx/db/repositories/generation/generation-jobs';
import { listCancellingJobs } from '@adx/db/repositories/generation/job-phases';
import { listUnfinishedMerges } from '@adx/db/repositories/merge/merge-jobs';
import { listUnpreparedSales } from '@adx/db/repositories/sale/sale-preparations';
import type { EngineName } from '@adx/validators/generation';
import { finishCancelling } from '../../generation/run/finish-attempt.ts';
import { countFailure, isOutage } from '../../generation/run/stop-job.ts';
import type { Services } from '../context.ts';
import { startTimerLoop } from '../timer-loop.ts';

const sweepIntervalMs = 5_000;

/**
 * The job row is the outbox: a job with open rows and no live message gets one, at start and every
 * 5 s. So neither a lost send nor a killed worker leaves a job standing.
 */
export async function startOutboxSweeper(services: Services): Promise<{ stop(): Promise<void> }> {
	const loop = startTimerLoop(services.log, {
		everyMs: sweepIntervalMs,
		run: () => sweepOutbox(services),
		failed: 'outbox sweep failed',
		recovered: 'the outbox is swept again',
	});
	await loop.firstRound;
	return loop;
}

async function sweepOutbox(services: Services): Promise<void> {
	for (const job of await listRunnableJobs(services.db, services.clock())) {
		await countingFailure(services, job.id, () => enqueueGeneration(services, job));
	}
	// The process that worked on them was killed, or ended before it could see the last of them.
	for (const { id } of await listCancellingJobs(services.db)) {
		await countingFailure(services, id, () =>
			transact(services.db, (trx) => finishCancelling(trx, id, services.clock())),
		);
	}
	for (const { id } of await listUnfinishedMerges(services.db)) await enqueueMerge(services, id);
	for (const { id } of await listUnfinishedAttributeJobs(services.db)) await enqueueAttributes(services, id);
	for (const { id } of await listUnpreparedSales(services.db)) await enqueueSale(services, id);
}

/** Does something about one job; what goes wrong with it alone is counted, and keeps nobody from doing the same for others. */
async function countingFailure(services: Services, jobId: string, work: () => Promise<void>): Promise<void> {
	try {
		await work();
	} catch (error) {
		if (isOutage(error)) throw error;
		services.log.error({ err: error, jobId }, 'a job was left out of the outbox sweep');
		await countFailure(services, jobId);
	}
}

/** How many processes may work on one job at once; the embedded database has only the one. */
const slotsOnServer = 4;

/**
 * Sends a message for every slot of the job that has none waiting or in work.
 *
 * @param options.now also where one waits for a time that no longer matters
 */
export async function enqueueGeneration(
	{ database, queue }: Pick<Services, 'database' | 'queue'>,
	job: { readonly id: string; readonly engine: EngineName },
	{ now = false }: { readonly now?: boolean } = {},
): Promise<void> {
	const name = `generation-${job.engine}` as const;
	const slots = database.kind === 'postgres' ? slotsOnServer : 1;
	for (let slot = 0; slot < slots; slot += 1) {
		const message = { jobId: job.id, slot };
		if (now) await queue.dropDelayed(name, message);
		if (!(await queue.hasLiveMessage(name, message))) await queue.send(name, message);
	}
}

/** Sends a message for the merge unless one waits or is in work. */
export const enqueueMerge = (services: Pick<Services, 'queue'>, jobId: string) => enqueueOnce(services, 'merge', jobId);

/** Sends a message for the attribute job unless one waits or is in work. */
export const enqueueAttributes = (services: Pick<Services, 'queue'>, jobId: string) =>
	enqueueOnce(services, 'attributes', jobId);

/** Sends a message for the preparation of a sale unless one waits or is in work. */
export const enqueueSale = (services: Pick<Services, 'queue'>, saleId: string) => enqueueOnce(services, 'sale', saleId);

async function enqueueOnce(
	{ queue }: Pick<Services, 'queue'>,
	name: 'merge' | 'attributes' | 'sale',
	jobId: string,
): Promise<void> {
	const message = { jobId, slot: 0 };
	if (!(await queue.hasLiveMessage(name, message))) await queue.send(name, message);
}
