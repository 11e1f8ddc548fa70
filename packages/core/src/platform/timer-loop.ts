import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Work that is repeated for as long as the process runs. */
export interface TimerLoopOptions {
	/** Milliseconds between the end of a round and the start of the next: a slow one delays the next, and never meets it. */
	readonly everyMs: number;
	/** One round. The signal aborts when the loop is stopped. */
	run(signal: AbortSignal): Promise<void>;
	/** Logged at warn when a round fails and the one before did not. */
	readonly failed: string;
	/** Logged at info when a round succeeds after one that failed. */
	readonly recovered: string;
	/** Fields of both lines. */
	readonly about?: object;
	/** What the line about a failure says of its error; the error itself unless given. */
	readonly explain?: (error: unknown) => object;
}

export interface TimerLoop {
	/** Settles with the end of the first round, however that ends. */
	readonly firstRound: Promise<void>;
	/** Aborts the round under way and waits for it; no other follows. */
	stop(): Promise<void>;
}

/**
 * Runs a round now, and again a while after each has ended, until it is stopped. A round that fails ends nothing; only
 * the first failure and the recovery are logged.
 */
export function startTimerLoop(log: Logger, options: TimerLoopOptions): TimerLoop {
	const { everyMs, run, failed, recovered, about = {}, explain = (error) => ({ err: error }) } = options;
	const stopping = new AbortController();
	const { signal } = stopping;
	let isFailing = false;
	const runRound = async () => {
		try {
			await run(signal);
			if (isFailing) log.info(about, recovered);
			isFailing = false;
		} catch (error) {
			if (!isFailing && !signal.aborted) log.warn({ ...about, ...explain(error) }, failed);
			isFailing = true;
		}
	};
	const firstRound = runRound();
	const running = firstRound.then(async () => {
		for (;;) {
			await sleep(everyMs, undefined, { signal }).catch(() => {});
			if (signal.aborted) return;
			await runRound();
		}
	});
	return {
		firstRound,
		stop: async () => {
			stopping.abort();
			await running;
		},
	};
}

/** One of several pieces of work that share a timer. */
export interface MaintenanceTask {
	/** What the log calls it, e.g. 'ended sessions'. */
	readonly name: string;
	run(signal: AbortSignal): Promise<unknown>;
}

/** Runs the tasks one after the other. A failing task is logged by name; the others still run. */
export async function runChores(log: Logger, chores: readonly MaintenanceTask[], signal: AbortSignal): Promise<void> {
	for (const { name, run } of chores) {
		try {
			await run(signal);
		} catch (error) {
			log.warn({ err: error, chore: name }, 'a chore failed; the others go on');
		}
	}
}
