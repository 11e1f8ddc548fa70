import { listRunnableJobs } from '@adx/db/repositories/generation-jobs';
import type { Services } from './context.ts';

const sweepIntervalMs = 5_000;

/**
 * The job row is the outbox: a job with open rows and no live message gets one, at start and every
 * 5 s. So neither a lost send nor a killed worker leaves a job standing.
 */
export async function startOutboxSweeper(services: Services): Promise<{ stop(): Promise<void> }> {
	let sweep = sweepOutbox(services);
	await sweep;
	const timer = setInterval(() => {
		sweep = sweep.then(() => sweepOutbox(services));
	}, sweepIntervalMs);
	return {
		stop: async () => {
			clearInterval(timer);
			await sweep;
		},
	};
}

/** Never rejects: a database that is away for a moment only delays the next sweep. */
async function sweepOutbox({ db, queue, clock, log }: Services): Promise<void> {
	try {
		for (const job of await listRunnableJobs(db, clock())) {
			const message = { jobId: job.id, slot: 0 };
			const name = `generation-${job.engine}` as const;
			if (!(await queue.hasLiveMessage(name, message))) await queue.send(name, message);
		}
	} catch (error) {
		log.warn({ err: error }, 'outbox sweep failed');
	}
}
