import { AppError } from '../../errors.ts';

export interface SemaphoreLimits {
	/** Works that run at a time, of all accounts together. */
	readonly max: number;
	/** Works of one account that run at a time. Unlimited unless given. */
	readonly runningPerAccountMax?: number;
	/** Works of one account that may wait; one more is refused. Unlimited unless given. */
	readonly waitingPerAccountMax?: number;
	/** The sentence that refuses it. */
	readonly busyMessage?: string;
}

export interface SemaphoreCaller {
	/** Whose work it is: a place that becomes free goes to the account that holds the fewest. Nobody's may wait without limit. */
	readonly account?: string;
	/** Ends the waiting; what runs already is the work's own to stop. */
	readonly signal?: AbortSignal;
}

export interface Semaphore {
	/**
	 * Runs the work as soon as there is a place. Throws `rate_limited` when the account has too much waiting; rejects with
	 * the signal's reason when it aborts before the work began.
	 */
	run<Result>(work: () => Promise<Result>, caller?: SemaphoreCaller): Promise<Result>;
}

type Start = () => void;

const nobody = '';
const retryAfterSeconds = 5;

/** Bounds how many works run at once, fairly: no account waits for all that another one has waiting. */
export function createSemaphore({
	max,
	runningPerAccountMax = Number.POSITIVE_INFINITY,
	waitingPerAccountMax = Number.POSITIVE_INFINITY,
	busyMessage = 'Too much of yours is waiting already. Try again in a few seconds.',
}: SemaphoreLimits): Semaphore {
	let running = 0;
	const runningOf = new Map<string, number>();
	/** By account; the one that was served last stands last. */
	const waiting = new Map<string, Set<Start>>();
	const count = (account: string, change: 1 | -1) => {
		running += change;
		const left = (runningOf.get(account) ?? 0) + change;
		if (left === 0) runningOf.delete(account);
		else runningOf.set(account, left);
	};
	const remove = (account: string, start: Start) => {
		const starts = waiting.get(account);
		const isRemoved = starts?.delete(start) ?? false;
		if (starts?.size === 0) waiting.delete(account);
		return isRemoved;
	};
	const held = (account: string) => runningOf.get(account) ?? 0;
	const isPlaceFor = (account: string) => running < max && held(account) < runningPerAccountMax;
	const startNext = () => {
		let next: string | undefined;
		for (const account of waiting.keys()) {
			if (isPlaceFor(account) && (next === undefined || held(account) < held(next))) next = account;
		}
		if (next === undefined) return;
		const starts = waiting.get(next) as Set<Start>;
		const [start] = starts as Iterable<Start> as [Start];
		waiting.delete(next);
		waiting.set(next, starts);
		remove(next, start);
		// Counted at once, so that nobody takes the place before the work begins.
		count(next, 1);
		start();
	};
	const waitForPlace = async (account: string, signal: AbortSignal | undefined) => {
		const starts = waiting.get(account) ?? new Set();
		if (account !== nobody && starts.size >= waitingPerAccountMax) {
			throw new AppError('LIMIT', { reason: 'rate_limited', message: busyMessage, meta: { retryAfterSeconds } });
		}
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		const leave = () => {
			if (remove(account, resolve)) reject(signal?.reason);
		};
		waiting.set(account, starts.add(resolve));
		signal?.addEventListener('abort', leave, { once: true });
		await promise.finally(() => signal?.removeEventListener('abort', leave));
	};
	return {
		run: async (work, { account = nobody, signal } = {}) => {
			signal?.throwIfAborted();
			if (isPlaceFor(account)) count(account, 1);
			else await waitForPlace(account, signal);
			try {
				return await work();
			} finally {
				count(account, -1);
				startNext();
			}
		},
	};
}
