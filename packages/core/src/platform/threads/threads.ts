import { MessageChannel, type Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { createSemaphore, type SemaphoreCaller, type SemaphoreLimits } from '../limits/semaphore.ts';

/** A task's thread outgrew its memory and ended, alone. */
export class ThreadOutOfMemoryError extends Error {
	override readonly name = 'ThreadOutOfMemoryError';
}

/** A task ran longer than its kind may. */
export class ThreadTimeoutError extends Error {
	override readonly name = 'ThreadTimeoutError';
}

export interface ThreadsOptions<Task> extends SemaphoreLimits {
	/** The module whose default export does the work. */
	readonly worker: URL;
	/**
	 * Memory of a thread's JavaScript, in MB: one number for threads that tasks share, or what a task needs, which then gets
	 * a thread of its own that ends with it and gives its memory back.
	 */
	readonly heapMb: number | ((task: Omit<Task, 'port'>) => number);
	/**
	 * Tasks that need no more share threads of so much memory, which have loaded the code already: for small ones that takes
	 * longer than the work. None do unless given.
	 */
	readonly sharedUpToMb?: number;
	/** Memory for a thread's young objects, in MB; 16 unless given. With more, garbage is collected less often. */
	readonly youngHeapMb?: number;
	/** How far its threads step back where all processors are busy, 0 for not at all; 10 on Linux unless given. */
	readonly niceness?: number;
	/** Running time of one task, the start of its thread included. */
	readonly deadlineMs: number;
	/** Buffers of a task that change hands instead of being copied; copied unless given. */
	readonly transfer?: (task: Omit<Task, 'port'>) => readonly Transferable[];
}

export interface RunOptions extends SemaphoreCaller {
	/** Stops the task wherever it is: waiting, or in the middle of its work. */
	readonly signal?: AbortSignal;
	/**
	 * Receives what the worker posts to its task's `port`; what it resolves to is posted back, unless that is undefined.
	 * When it rejects, so does the task.
	 */
	onMessage?(message: unknown): Promise<unknown> | undefined;
}

/** Worker threads of one kind of task. */
export interface Threads<Task extends object, Result> {
	/**
	 * Runs one task; a function makes it once there is a thread for it. Throws `rate_limited` when the account has too much
	 * waiting, `ThreadOutOfMemoryError`, `ThreadTimeoutError`, the signal's reason when it aborts, and whatever the worker
	 * threw.
	 */
	run(task: Omit<Task, 'port'> | (() => Promise<Omit<Task, 'port'>>), options?: RunOptions): Promise<Result>;
}

/** After so long without a task a thread ends, which gives its memory back. */
const idleMs = 10_000;
/** Garbage is collected sooner than in the process, which may keep many more young objects. */
const usualYoungHeapMb = 16;
/**
 * Where all processors are busy, the thread that answers calls goes first. Elsewhere than on Linux it would be the whole
 * process that steps back.
 */
const usualNiceness = process.platform === 'linux' ? 10 : 0;
/** All pools, with what fails each of their tasks. */
const pools = new Map<Piscina, Set<(error: unknown) => void>>();

/** Makes the owner of the threads for one kind of task. No thread starts before the first task. */
export function createThreads<Task extends object, Result>(options: ThreadsOptions<Task>): Threads<Task, Result> {
	const { heapMb, sharedUpToMb = 0 } = options;
	const semaphore = createSemaphore(options);
	let shared: Piscina | null = null;
	const runNow = async (task: Omit<Task, 'port'>, run: RunOptions): Promise<Result> => {
		const neededMb = typeof heapMb === 'number' ? heapMb : heapMb(task);
		const sharedMb = typeof heapMb === 'number' ? heapMb : sharedUpToMb;
		if (neededMb <= sharedMb) {
			if (shared === null || !pools.has(shared)) shared = openPool(options, sharedMb);
			return runIn(shared, task, options, run);
		}
		const own = openPool({ ...options, max: 1 }, neededMb);
		try {
			return await runIn(own, task, options, run);
		} finally {
			await closePool(own);
		}
	};
	return {
		run: (task, run = {}) =>
			semaphore.run(async () => runNow(typeof task === 'function' ? await task() : task, run), run),
	};
}

/** Ends all threads of the process; what still runs in them rejects. They start again with the next task. */
export async function closeThreads(): Promise<void> {
	await Promise.all([...pools.keys()].map(closePool));
}

type PoolOptions = Pick<ThreadsOptions<never>, 'worker' | 'max' | 'youngHeapMb' | 'niceness'>;

function openPool(
	{ worker, max, youngHeapMb = usualYoungHeapMb, niceness = usualNiceness }: PoolOptions,
	heapMb: number,
): Piscina {
	const pool = new Piscina({
		filename: worker.href,
		minThreads: 0,
		maxThreads: max,
		idleTimeout: idleMs,
		concurrentTasksPerWorker: 1,
		recordTiming: false,
		niceIncrement: niceness,
		// A thread that outgrows this ends alone, and not the process.
		resourceLimits: { maxOldGenerationSizeMb: Math.ceil(heapMb), maxYoungGenerationSizeMb: youngHeapMb },
	});
	const tasks = new Set<(error: unknown) => void>();
	// A thread that dies without a task harms nobody, and what runs in one is rejected. But a module that cannot be loaded
	// ends every thread before it takes a task, and those that wait for one would wait until their deadline.
	pool.on('error', (error: unknown) => {
		setImmediate(() => {
			if (pool.threads.length > 0 || pool.queueSize === 0) return;
			for (const fail of tasks) fail(error);
		});
	});
	pools.set(pool, tasks);
	return pool;
}

async function closePool(pool: Piscina): Promise<void> {
	pools.delete(pool);
	await pool.destroy();
}

async function runIn<Task extends object>(
	pool: Piscina,
	task: Omit<Task, 'port'>,
	{ deadlineMs, transfer }: ThreadsOptions<Task>,
	{ signal, onMessage }: RunOptions,
) {
	const failed = new AbortController();
	const deadline = setTimeout(() => {
		failed.abort(new ThreadTimeoutError(`A task took longer than ${deadlineMs} ms`));
	}, deadlineMs);
	const fail = (error: unknown) => failed.abort(error);
	const tasks = pools.get(pool);
	tasks?.add(fail);
	const stop = signal === undefined ? failed.signal : AbortSignal.any([failed.signal, signal]);
	const channel = onMessage === undefined ? null : openChannel(onMessage, fail);
	const ports = channel === null ? [] : [channel.theirs];
	try {
		// The types mean a browser's transfers, which are others.
		const transferList = [...ports, ...(transfer?.(task) ?? [])] as never;
		return await pool.run(channel === null ? task : { ...task, port: channel.theirs }, { transferList, signal: stop });
	} catch (error) {
		if (stop.aborted) throw stop.reason;
		throw isOutOfMemory(error) ? new ThreadOutOfMemoryError('A thread outgrew its memory', { cause: error }) : error;
	} finally {
		clearTimeout(deadline);
		tasks?.delete(fail);
		channel?.close();
	}
}

function openChannel(onMessage: NonNullable<RunOptions['onMessage']>, fail: (error: unknown) => void) {
	const { port1: ours, port2: theirs } = new MessageChannel();
	ours.on('message', (message: unknown) => {
		onMessage(message)?.then((answer) => {
			if (answer !== undefined) ours.postMessage(answer);
		}, fail);
	});
	return { theirs, close: () => ours.close() };
}

const isOutOfMemory = (error: unknown): boolean =>
	error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
