import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseHandle } from '@adx/db/client/database';
import { type EngineName, engineSchema } from '@adx/validators/engines/engines';
import { fromPglite, type Job, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';

/** One queue per kind of work and engine, so that a throttled engine holds nothing the others need. */
export type QueueName = `generation-${EngineName}` | 'merge' | 'deletion' | 'attributes' | 'sale' | 'reveal';
/** Queues of jobs that `defineJob` made. */
export type JobQueueName = Exclude<QueueName, `generation-${string}`>;
export const queueNames: readonly QueueName[] = [
	...engineSchema.options.map((engine) => `generation-${engine}` as const),
	'merge',
	'deletion',
	'attributes',
	'sale',
	'reveal',
];

const isGenerationQueue = (name: QueueName): name is `generation-${EngineName}` => name.startsWith('generation-');

/** A wake-up, nothing more: what is left to do stands in the job's rows. */
export interface QueueMessage {
	readonly jobId: string;
	/** Workers that may be on one job at once hold one slot each. */
	readonly slot: number;
}

export type QueueHandler = (message: QueueMessage, signal: AbortSignal) => Promise<void>;

/** Wakes workers. A message may be lost or come twice; rows decide, so neither does harm. */
export interface Queue {
	/** Does nothing when that job and slot already has a waiting message. Never call it inside a transaction. */
	send(name: QueueName, message: QueueMessage, options?: { delaySeconds?: number }): Promise<void>;
	/** Whether a message of that job and slot waits or is being worked on. */
	hasLiveMessage(name: QueueName, message: QueueMessage): Promise<boolean>;
	/** Takes back a message of that job and slot that waits for its time, so that one without a delay can be sent. */
	dropDelayed(name: QueueName, message: QueueMessage): Promise<void>;
	/** Handles messages one at a time, or so many `atOnce`. */
	work(name: QueueName, handler: QueueHandler, options?: { atOnce?: number }): Promise<void>;
	/** Gives messages back whose worker was killed, and clears away old ones; for the process that leads, now and then. */
	supervise(): Promise<void>;
	/** How long after one round of that the next is due. */
	readonly superviseEveryMs: number;
	/** Stops taking messages and waits for the handlers, which see their signal aborted, at most `timeoutMs`. */
	stop(timeoutMs: number): Promise<void>;
}

/**
 * How long one thread may work for a message of these queues. A try that takes too long is ended by its thread, as a failure
 * that counts. Were it ended by its message, which expires without counting, it would be repeated without end.
 */
export const threadDeadlineMs = { merge: 1_800_000, attributes: 900_000 } as const;
/** For what a try does beside its threads: it reads its inputs before them and stores what was made behind them. */
const besideThreadsSeconds = 1_800;

/** A handler's time on one message; generation hands over to a new message well before, the others are done in one go. */
const expireInSeconds: Readonly<Record<JobQueueName | 'generation', number>> = {
	generation: 300,
	// Merges once more when the PNGs of its WebP pictures are made, for which it takes about a minute.
	merge: 2 * (threadDeadlineMs.merge / 1_000) + besideThreadsSeconds,
	deletion: 3_600,
	attributes: threadDeadlineMs.attributes / 1_000 + besideThreadsSeconds,
	// Files of many GB may go to a node far away.
	sale: 12 * 3_600,
	reveal: 12 * 3_600,
};
/** The shortest that pg-boss takes: with supervision every 10 s a killed worker's message is back in 10 to 20 s. */
const heartbeatSeconds = 10;

/** How often the queue looks by itself for messages, and for those whose worker was killed. */
interface Intervals {
	readonly pollingIntervalSeconds: number;
	readonly superviseIntervalSeconds: number;
}
/** Messages wake the workers of every process by NOTIFY: to look for them as well is a safety net. */
const onServer: Intervals = { pollingIntervalSeconds: 10, superviseIntervalSeconds: 10 };
/** The only process there is wakes its own workers, and takes them along when it is killed. */
const embedded: Intervals = { pollingIntervalSeconds: 10, superviseIntervalSeconds: 60 };

/** The connection that listens is asked now and then whether it is there; one that breaks is noticed at once. */
const listening = { useListenNotify: true, notifyHeartbeatIntervalMs: 30_000 };
/** The first of several workers on one queue polls for all of them and wakes the others. */
const furtherPollingSeconds = 30;

/**
 * Starts pg-boss on the application's database: through the one embedded connection, or on a pool of
 * its own, since on PostgreSQL it must not wait for a connection that a transaction holds.
 */
export async function createQueue(options: {
	readonly database: DatabaseHandle;
	readonly databaseUrl: string | null;
	readonly log: Logger;
}): Promise<Queue> {
	const { pglite } = options.database;
	const { pollingIntervalSeconds, superviseIntervalSeconds } = pglite === null ? onServer : embedded;
	const boss = new PgBoss({
		...(pglite !== null
			? { db: fromPglite(pglite), backend: 'pglite' as const }
			: { connectionString: options.databaseUrl ?? '', max: 4, application_name: 'adx-queue', ...listening }),
		schema: 'queue',
		schedule: false,
		supervise: false,
		superviseIntervalSeconds,
		monitorIntervalSeconds: superviseIntervalSeconds,
		// For messages that wait for others, of which there are none.
		flowIntervalSeconds: 60,
		monitorVacuum: false,
		reindex: pglite === null,
	});
	boss.on('error', (error) => options.log.error({ err: error }, 'queue error'));
	try {
		await boss.start();
		for (const name of queueNames) await ensureQueue(boss, name, { notify: pglite === null });
		// The only process there is cannot have a message in work yet: what stands there was a killed one's.
		if (pglite !== null) await boss.deleteAllJobs();
	} catch (error) {
		await boss.stop({ graceful: false, close: true });
		throw error;
	}
	return wrap(boss, { log: options.log, pollingIntervalSeconds, superviseEveryMs: superviseIntervalSeconds * 1_000 });
}

async function ensureQueue(boss: PgBoss, name: QueueName, { notify }: { readonly notify: boolean }): Promise<void> {
	const settings = {
		notify,
		retryLimit: 0,
		expireInSeconds: isGenerationQueue(name) ? expireInSeconds.generation : expireInSeconds[name],
		heartbeatSeconds,
		deleteAfterSeconds: 60,
		retentionSeconds: 3_600,
	};
	// short + key: at most one waiting message per job and slot. The policies that also limit active ones skip
	// keys by a cached list, which keeps a job from being fetched for a minute after it was last active.
	await boss.createQueue(name, { policy: 'short', ...settings });
	await boss.updateQueue(name, settings);
}

/** A timer may be early by a part of a millisecond, and a message that is not due yet waits for the next look. */
const timerSlackMs = 10;

const toMessageKey = (message: QueueMessage) => `${message.jobId}:${message.slot}`;

function wrap(
	boss: PgBoss,
	options: { readonly log: Logger; readonly pollingIntervalSeconds: number; readonly superviseEveryMs: number },
): Queue {
	const { log, pollingIntervalSeconds, superviseEveryMs } = options;
	const stopping = new AbortController();
	const workers = new Map<QueueName, string[]>();
	const wake = (name: QueueName) => {
		for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker);
	};
	return {
		send: async (name, message, { delaySeconds = 0 } = {}) => {
			await boss.send(name, message, { singletonKey: toMessageKey(message), startAfter: delaySeconds });
			if (delaySeconds === 0) return wake(name);
			const waitMs = delaySeconds * 1_000 + timerSlackMs;
			void sleep(waitMs, undefined, { signal: stopping.signal, ref: false }).then(
				() => wake(name),
				() => {},
			);
		},
		hasLiveMessage: async (name, message) => {
			const found = await boss.findJobs(name, { key: toMessageKey(message) });
			return found.some((job) => job.state === 'created' || job.state === 'retry' || job.state === 'active');
		},
		dropDelayed: async (name, message) => {
			const found = await boss.findJobs(name, { key: toMessageKey(message) });
			// Both are the database's times; one that is due by now is sent again without harm.
			const ids = found.filter((job) => job.state === 'created' && job.startAfter > job.createdOn).map((job) => job.id);
			if (ids.length > 0) await boss.deleteJob(name, ids);
		},
		work: async (name, handler, { atOnce = 1 } = {}) => {
			const handle = async ([job]: Job<QueueMessage>[]) => {
				if (job === undefined) return;
				// There may be more, for others of these workers.
				wake(name);
				const signal = AbortSignal.any([job.signal, stopping.signal]);
				await handler(job.data, signal).catch((error: unknown) => {
					// The rows keep what is open and the sweeper sends again, so a failed message has no further use.
					log.error({ err: error, queue: name, jobId: job.data.jobId }, 'queue handler failed');
				});
				// Whatever was sent meanwhile woke a worker that was busy, and only once.
				wake(name);
			};
			const ids: string[] = [];
			workers.set(name, ids);
			// One at a time: of several together pg-boss returns only the first one's id.
			while (ids.length < atOnce) {
				const seconds = ids.length === 0 ? pollingIntervalSeconds : furtherPollingSeconds;
				const polling = { pollingIntervalSeconds: seconds, notifyPollingIntervalSeconds: seconds };
				ids.push(await boss.work<QueueMessage>(name, polling, handle));
			}
		},
		supervise: () => boss.supervise(),
		superviseEveryMs,
		stop: async (timeoutMs) => {
			stopping.abort();
			await boss.stop({ graceful: true, timeout: Math.max(1_000, timeoutMs), close: true });
		},
	};
}
