import { transact } from '@adx/db/client/transact';
import { listRunnableJobs } from '@adx/db/repositories/generation/generation-jobs';
import { releaseAllClaims } from '@adx/db/repositories/generation/image-claims';
import { listCancellingJobs } from '@adx/db/repositories/generation/job-phases';
import { deleteAllKeyLeases } from '@adx/db/repositories/generation/remote-call-limits';
import { type EngineName, engineSchema, isServiceEngine } from '@adx/validators/engines/engines';
import type { Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/define-job.ts';
import { sweepOpenCalls } from '../remote/open-calls.ts';
import { startPaidImageStorer } from '../remote/paid-image-storer.ts';
import { finishCancelling } from './finish-attempt.ts';
import { runGeneration } from './run-generation.ts';
import { countFailure, isOutage } from './stop-job.ts';

/**
 * Jobs that one process works on at once. An engine of this server uses all cores for one; a
 * service mostly lets wait, each job for the answers to its own key.
 */
const jobsAtOnce = (engine: EngineName): number => (isServiceEngine(engine) ? 4 : 1);

/**
 * No work on a row from beginning to end, as other jobs are: images are claimed by the slice, wait and fail by themselves,
 * and several processes may be on one job.
 */
export const generationJob: JobKind = {
	start: async (services) => {
		// Before any claim is let go of: what was painted already must not be painted again.
		const storer = await startPaidImageStorer(services);
		// Embedded, this is the only process: the one that held a claim or made a call is gone.
		if (services.database.kind === 'embedded') {
			const waiting = services.receivedScratch.waiting().map(({ picture }) => picture.imageId);
			await releaseAllClaims(services.db, waiting);
			await deleteAllKeyLeases(services.db);
			await sweepOpenCalls(services);
		}
		for (const engine of engineSchema.options) {
			if (!services.engines.has(engine)) continue;
			const atOnce = jobsAtOnce(engine);
			await services.queue.work(`generation-${engine}`, (message, signal) => runGeneration(services, message, signal), {
				atOnce,
			});
		}
		return storer;
	},
	sweep: async (services) => {
		const { db, clock } = services;
		await sweepOpenCalls(services);
		for (const job of await listRunnableJobs(db)) {
			await countingFailure(services, job.id, () => enqueueGeneration(services, job));
		}
		// The process that worked on them was killed, or ended before it could see the last of them.
		for (const { id } of await listCancellingJobs(db)) {
			await countingFailure(services, id, () => transact(db, (trx) => finishCancelling(trx, id, clock())));
		}
	},
};

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
