import type { LeaderLock } from '@adx/db/client/leader-lock';
import type { Services } from './context.ts';
import { startTimerLoop } from './timer-loop.ts';

/** How long nobody leads at most after a leader was killed. */
const askEveryMs = 5_000;

interface Stoppable {
	stop(): Promise<void>;
}

/** Work that one process of an installation does for all. */
export type LeaderTask = () => Stoppable | Promise<Stoppable>;

export interface Leadership extends Stoppable {
	/** Settles when it is known whether this process leads, and its tasks have started where it does. */
	readonly firstRound: Promise<void>;
	/** To be called when the lock is lost: ends the tasks at once. */
	lost(): void;
}

/**
 * Does the tasks while this process has the lock, and waits for it otherwise. Each of them holds what more than one process
 * does at once: between the loss of a connection and the end of the tasks there are two leaders.
 */
export function startLeadership(
	{ log, metrics }: Pick<Services, 'log' | 'metrics'>,
	lock: LeaderLock,
	tasks: readonly LeaderTask[],
	{ everyMs = askEveryMs }: { readonly everyMs?: number } = {},
): Leadership {
	let running: Stoppable[] | null = null;
	const end = async () => {
		const ended = running ?? [];
		running = null;
		metrics.leader.set(0);
		await stopAll(ended);
	};
	// One step after the other, whoever asks for it.
	let steps = Promise.resolve();
	const inTurn = (step: () => Promise<void>): Promise<void> => {
		const turn = steps.then(step);
		steps = turn.catch(() => {});
		return turn;
	};
	const lead = async (signal: AbortSignal) => {
		let isLeader = false;
		try {
			isLeader = await lock.hold();
		} finally {
			if (!isLeader && running !== null) {
				log.warn('this process leads no more');
				await end();
			}
		}
		if (!isLeader || running !== null || signal.aborted) return;
		log.info('this process leads: it watches chains, purges and checks for all');
		running = await startAll(tasks);
		metrics.leader.set(1);
	};
	metrics.leader.set(0);
	const loop = startTimerLoop(log, {
		everyMs,
		run: (signal) => inTurn(() => lead(signal)),
		failed: 'it is not known which process leads',
		recovered: 'it is known again which process leads',
	});
	return {
		firstRound: loop.firstRound,
		lost: () => void inTurn(end).catch((error: unknown) => log.warn({ err: error }, 'a task was not ended')),
		stop: async () => {
			await loop.stop();
			await inTurn(end).finally(() => lock.release());
		},
	};
}

/** Starts all of them or, where one fails, none: the next round begins with the first again. */
async function startAll(tasks: readonly LeaderTask[]): Promise<Stoppable[]> {
	const started: Stoppable[] = [];
	try {
		for (const start of tasks) started.push(await start());
		return started;
	} catch (error) {
		await stopAll(started);
		throw new Error('A task of the leader did not start.', { cause: error });
	}
}

const stopAll = (tasks: readonly Stoppable[]) => Promise.all(tasks.map((each) => each.stop()));
