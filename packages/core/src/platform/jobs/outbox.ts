import { isConnectionError } from '@adx/db/client/database-errors';
import type { Services, WarningLog } from '../context.ts';
import { startTimerLoop } from '../timer-loop.ts';
import type { JobQueueName } from './queue.ts';

/** On a server messages that got lost wait for the queue's own look as well; embedded, this is the only safety net. */
const sweepIntervalMs = { embedded: 5_000, postgres: 10_000 };

/**
 * The job row is the outbox: a job that has not ended and has no live message gets one, now and every few seconds. So neither a lost send nor a killed worker leaves a job standing.
 */
export async function startOutboxSweeper(
	services: Services,
	kinds: readonly { sweep(services: Services): Promise<void> }[],
): Promise<{ stop(): Promise<void> }> {
	const loop = startTimerLoop(services.log, {
		everyMs: sweepIntervalMs[services.database.kind],
		run: () => sweepAll(services, kinds),
		failed: 'outbox sweep failed',
		recovered: 'the outbox is swept again',
	});
	await loop.firstRound;
	return loop;
}

/** A kind that fails keeps none of the others from being swept; without a database all of them would. */
async function sweepAll(
	services: Services,
	kinds: readonly { sweep(services: Services): Promise<void> }[],
): Promise<void> {
	const errors: unknown[] = [];
	for (const { sweep } of kinds) {
		try {
			await sweep(services);
		} catch (error) {
			if (isConnectionError(error)) throw error;
			errors.push(error);
		}
	}
	if (errors.length > 0) throw new AggregateError(errors, 'jobs of some kinds were not swept');
}

/** Gives messages of killed workers back and clears old ones away until it is stopped. */
export function startQueueSupervision({ queue, log }: Pick<Services, 'queue' | 'log'>): { stop(): Promise<void> } {
	return startTimerLoop(log, {
		everyMs: queue.superviseEveryMs,
		run: () => queue.supervise(),
		failed: 'the queue was not supervised',
		recovered: 'the queue is supervised again',
	});
}

/** What sends messages. */
export interface QueueSender {
	readonly queue: Pick<Services['queue'], 'hasLiveMessage' | 'send'>;
}

/** Sends a message for the job unless one waits or is in work. */
export async function enqueue({ queue }: QueueSender, name: JobQueueName, jobId: string): Promise<void> {
	const message = { jobId, slot: 0 };
	if (!(await queue.hasLiveMessage(name, message))) await queue.send(name, message);
}

/** Waits until workers are woken for a job, and no longer than that is possible: the sweeper sends again within seconds. */
export async function wakeUp({ log }: { readonly log: WarningLog }, jobId: string, sent: Promise<void>): Promise<void> {
	await sent.catch((error: unknown) => log.warn({ err: error, jobId }, 'wake-up was not sent'));
}
