import type { Database } from '@adx/db/client/database';
import { isConnectionError } from '@adx/db/client/database-errors';
import type { Services } from '../context.ts';
import { QuarantinedError } from '../crash-guard.ts';
import { AppError } from '../errors.ts';
import { isStorageFull } from '../storage/circuit-breaker.ts';
import { type DamageServices, isStorageUnavailable } from '../storage/integrity/damage.ts';
import { readStoredFile } from '../storage/integrity/read-verified.ts';
import { type Span, tracedAsRoot } from '../tracing/tracing.ts';
import { enqueue } from './outbox.ts';
import type { JobQueueName, QueueMessage } from './queue.ts';

/** A kind of job, as far as the processes that work on its jobs are concerned. */
export interface JobKind {
	/** Takes its messages; resolves to how to end what runs beside them, where there is any. */
	start(services: Services): Promise<{ stop(): Promise<void> } | void>;
	/** Wakes workers for all of its jobs that have not ended. */
	sweep(services: Services): Promise<void>;
}

/** Lets this process work on jobs of these kinds. Returns how to stop what runs beside the workers, who stop with the queue. */
export async function startJobs(services: Services, kinds: readonly JobKind[]): Promise<{ stop(): Promise<void> }> {
	const running: { stop(): Promise<void> }[] = [];
	for (const { start } of kinds) {
		const beside = await start(services);
		if (beside !== undefined) running.push(beside);
	}
	return { stop: async () => void (await Promise.all(running.map((each) => each.stop()))) };
}

/** One row's work from beginning to end. All that it stores follows from the row, so it may be killed anywhere and repeated. */
export interface JobDefinition<Row extends { readonly id: string }, Progress> {
	readonly queue: JobQueueName;
	/** Jobs that one process works on at once; one unless given. */
	readonly atOnce?: number;
	/** What its owner reads while it waits, and when it ends because of errors of ours. */
	readonly sentences: Readonly<Record<'diskFull' | 'storageGone' | 'failed', string>>;
	/** Ids of those that have not ended, oldest first. */
	listOpen(db: Database): Promise<readonly { readonly id: string }[]>;
	/** The row unless it has ended. */
	findOpen(db: Database, id: string): Promise<Row | undefined>;
	/** Does all of it and completes the row. */
	work(services: Services, job: Row, run: JobRun<Progress>): Promise<void>;
	/** Tells readers how far it is; false when the row has ended, or is for another request by now. */
	updateProgress(services: Services, job: Row, progress: Progress): Promise<boolean>;
	/** Tells readers why it waits. */
	wait(services: Services, job: Row, sentence: string): Promise<unknown>;
	/** Counts a try that ended with an error, and resolves to how many there were. */
	countFailure(db: Database, job: Row): Promise<number>;
	/** Ends it with a sentence. */
	fail(services: Services, job: Row, sentence: string): Promise<unknown>;
	/** What an error means that is not just a fault of ours; null leaves it to what holds for every kind of job. */
	explain?(error: unknown): JobFailure | null;
}

export interface JobFailure {
	/** What its owner reads when the job ends with it. */
	readonly sentence: string;
	/** Whether repeating the work cannot help. */
	readonly isFinal?: boolean;
	/** What its owner reads until the next try, which then comes later than the sweeper's. */
	readonly waiting?: string;
}

/** What one try at a job's work is given. */
export interface JobRun<Progress> {
	/** Aborts when the worker stops, and when the row is no longer this work's. */
	readonly signal: AbortSignal;
	/** Writes the progress down unless that was done just before or is being done; `now` in any case. Never rejects. */
	report(progress: Progress, options?: { readonly now?: boolean }): Promise<void>;
}

/** Why repeating a job cannot help; its message is a sentence that a person can act on. */
export class JobImpossibleError extends Error {
	override readonly name = 'JobImpossibleError';
}

/** A stored file that a job cannot do without; `damaged` is what its owner reads where it is not what it was. */
export async function readJobInput(services: DamageServices, sha256: string, damaged: string): Promise<Uint8Array> {
	try {
		return await readStoredFile(services, sha256);
	} catch (error) {
		throw error instanceof AppError && error.reason === 'file_damaged' ? new JobImpossibleError(damaged) : error;
	}
}

/** Ends a try that is nobody's fault; another one follows. */
export class RunAgain extends Error {
	override readonly name = 'RunAgain';
	readonly delaySeconds: number;

	constructor(delaySeconds: number) {
		super('The job is run again.');
		this.delaySeconds = delaySeconds;
	}
}

/** Until the next look for what is missing: room, storage, a service. */
export const waitSeconds = 15;
/** Tries of one job that may end with an error. */
const failuresMax = 5;
/** Progress is written down no more often. */
const reportEveryMs = 400;

/** Makes a kind of job of what is its own; `run` is one try, for a queue's message. */
export function defineJob<Row extends { readonly id: string }, Progress>(definition: JobDefinition<Row, Progress>) {
	const { queue, atOnce = 1, listOpen } = definition;
	const run = (services: Services, message: QueueMessage, signal: AbortSignal) =>
		runJob(services, definition, message, signal);
	return {
		run,
		start: (services) => services.queue.work(queue, (message, signal) => run(services, message, signal), { atOnce }),
		sweep: async (services) => {
			for (const { id } of await listOpen(services.db)) await enqueue(services, queue, id);
		},
	} satisfies JobKind & { readonly run: unknown };
}

async function runJob<Row extends { readonly id: string }, Progress>(
	services: Services,
	definition: JobDefinition<Row, Progress>,
	message: QueueMessage,
	signal: AbortSignal,
): Promise<void> {
	const job = await definition.findOpen(services.db, message.jobId);
	if (job === undefined) return;
	await tracedAsRoot(services, definition.queue, { 'adx.job.id': job.id }, (span) =>
		tryJob(services, definition, { job, message, signal, span }),
	);
}

interface JobTry<Row> {
	readonly job: Row;
	readonly message: QueueMessage;
	readonly signal: AbortSignal;
	readonly span: Span;
}

async function tryJob<Row extends { readonly id: string }, Progress>(
	services: Services,
	definition: JobDefinition<Row, Progress>,
	{ job, message, signal, span }: JobTry<Row>,
): Promise<void> {
	const superseded = new AbortController();
	const reporter = createProgressReporter<Progress>(services, job.id, async (progress) => {
		if (!(await definition.updateProgress(services, job, progress))) superseded.abort(new RunAgain(0));
	});
	try {
		const run = { signal: AbortSignal.any([signal, superseded.signal]), report: reporter.report };
		await definition.work(services, job, run).finally(reporter.settled);
	} catch (error) {
		// Stopped; the row is the outbox, so the next worker continues.
		if (signal.aborted) return;
		if (!(error instanceof RunAgain)) span.fail(error);
		const delaySeconds = await handleError(services, definition, job, error);
		if (delaySeconds !== null) await services.queue.send(definition.queue, message, { delaySeconds });
	}
}

/** Resolves to when the job is to be run again; null leaves that to the sweeper, which does nothing about one that ended. */
async function handleError<Row extends { readonly id: string }>(
	services: Services,
	definition: Pick<JobDefinition<Row, never>, 'queue' | 'sentences' | 'wait' | 'countFailure' | 'fail' | 'explain'>,
	job: Row,
	error: unknown,
): Promise<number | null> {
	const { db, log } = services;
	const { queue, sentences, countFailure } = definition;
	const wait = async (sentence: string) => {
		await definition.wait(services, job, sentence);
		return waitSeconds;
	};
	if (error instanceof RunAgain) return error.delaySeconds;
	if (isStorageFull(error)) return wait(sentences.diskFull);
	if (await isStorageUnavailable(services, error)) return wait(sentences.storageGone);
	if (isConnectionError(error)) throw error;
	const {
		sentence,
		isFinal = false,
		waiting,
	} = definition.explain?.(error) ?? explainImpossible(error) ?? { sentence: sentences.failed };
	if (!isFinal) {
		log.error({ err: error, queue, jobId: job.id }, 'work on a job failed');
		if ((await countFailure(db, job)) < failuresMax) return waiting === undefined ? null : wait(waiting);
	}
	await definition.fail(services, job, sentence);
	return null;
}

/** Of any kind of job: another try cannot help. */
function explainImpossible(error: unknown): JobFailure | null {
	const isFinal = error instanceof JobImpossibleError || error instanceof QuarantinedError;
	return isFinal ? { sentence: error.message, isFinal } : null;
}

function createProgressReporter<Progress>(
	{ clock, log }: Pick<Services, 'clock' | 'log'>,
	jobId: string,
	write: (progress: Progress) => Promise<void>,
) {
	let reportedAtMs = 0;
	let writing: Promise<void> | null = null;
	const tryWrite = async (progress: Progress) => {
		try {
			await write(progress);
		} catch (error) {
			// What follows finds out by itself whether the database is gone.
			log.warn({ err: error, jobId }, 'progress was not written down');
		} finally {
			writing = null;
		}
	};
	const report: JobRun<Progress>['report'] = async (progress, { now: isDue = false } = {}) => {
		if (isDue) await writing;
		const now = clock().getTime();
		if (writing !== null || (!isDue && now - reportedAtMs < reportEveryMs)) return;
		reportedAtMs = now;
		writing = tryWrite(progress);
		await writing;
	};
	/** Resolves when nothing is being written. */
	const settled = async () => void (await writing);
	return { report, settled };
}
