import type { Services } from '../context.ts';
import { startTimerLoop } from '../timer-loop.ts';
import type { JobQueueName } from './queue.ts';

const sweepIntervalMs = 5_000;

/**
 * The job row is the outbox: a job that has not ended and has no live message gets one, now and every 5 s. So neither a lost send nor a killed worker leaves a job standing.
 */
export async function startOutboxSweeper(
	services: Services,
	kinds: readonly { sweep(services: Services): Promise<void> }[],
): Promise<{ stop(): Promise<void> }> {
	const loop = startTimerLoop(services.log, {
		everyMs: sweepIntervalMs,
		run: async () => {
			for (const { sweep } of kinds) await sweep(services);
		},
		failed: 'outbox sweep failed',
		recovered: 'the outbox is swept again',
	});
	await loop.firstRound;
	return loop;
}

/** Sends a message for the job unless one waits or is in work. */
export async function enqueue({ queue }: Pick<Services, 'queue'>, name: JobQueueName, jobId: string): Promise<void> {
	const message = { jobId, slot: 0 };
	if (!(await queue.hasLiveMessage(name, message))) await queue.send(name, message);
}

/** Waits until workers are woken for a job, and no longer than that is possible: the sweeper sends again within seconds. */
export async function wakeUp({ log }: Pick<Services, 'log'>, jobId: string, sent: Promise<void>): Promise<void> {
	await sent.catch((error: unknown) => log.warn({ err: error, jobId }, 'wake-up was not sent'));
}
