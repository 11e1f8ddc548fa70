import { AppError } from '../errors.ts';

export interface SemaphoreLimits {
	/** Works that run at a time, of all accounts together. */
	readonly max: number;
	/** Works of one account that run at a time. Unlimited unless given. */
	readonly runningPerAccountMax?: number;
	/** Works of one account that may wait; one more is refused. Unlimited unless given. */
	readonly waitingPerAccountMax?: number;
	/**
	 * Works of all accounts that may wait. One more is refused: the newest of the account that has the most waiting, so
	 * that nobody fills the line for others. Unlimited unless given.
	 */
	readonly waitingMax?: number;
	/** The sentence that refuses it. */
	readonly busyMessage?: string;
	/** When to come back, as the refusal says; 5 unless given. */
	readonly retryAfterSeconds?: number;
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

interface Waiting {
	readonly resolve: () => void;
	readonly reject: (reason: unknown) => void;
}

const nobody = '';

/** Bounds how many works run at once, fairly: no account waits for all that another one has waiting. */
export function createSemaphore({
	max,
	runningPerAccountMax = Number.POSITIVE_INFINITY,
	waitingPerAccountMax = Number.POSITIVE_INFINITY,
	waitingMax = Number.POSITIVE_INFINITY,
	busyMessage = 'Too much of yours is waiting already. Try again in a few seconds.',
	retryAfterSeconds = 5,
}: SemaphoreLimits): Semaphore {
	let running = 0;
	const runningOf = new Map<string, number>();
	/** By account; the one that was served last stands last. */
	const waiting = new Map<string, Set<Waiting>>();
	let waitingCount = 0;
	const busy = () =>
		new AppError('LIMIT', { reason: 'rate_limited', message: busyMessage, meta: { retryAfterSeconds } });
	const count = (account: string, change: 1 | -1) => {
		running += change;
		const left = (runningOf.get(account) ?? 0) + change;
		if (left === 0) runningOf.delete(account);
		else runningOf.set(account, left);
	};
	const remove = (account: string, work: Waiting) => {
		const works = waiting.get(account);
		const isRemoved = works?.delete(work) ?? false;
		if (isRemoved) waitingCount -= 1;
		if (works?.size === 0) waiting.delete(account);
		return isRemoved;
	};
	/** Rejects the newest work of an account that has more waiting than this one will have; false when there is none. */
	const makeRoomFor = (account: string) => {
		const [largest, works] = [...waiting].reduce((most, each) => (each[1].size > most[1].size ? each : most));
		const last = [...works].at(-1);
		if (last === undefined || works.size <= (waiting.get(account)?.size ?? 0) + 1) return false;
		remove(largest, last);
		last.reject(busy());
		return true;
	};
	const held = (account: string) => runningOf.get(account) ?? 0;
	const isPlaceFor = (account: string) => running < max && held(account) < runningPerAccountMax;
	const startNext = () => {
		let next: string | undefined;
		for (const account of waiting.keys()) {
			if (isPlaceFor(account) && (next === undefined || held(account) < held(next))) next = account;
		}
		if (next === undefined) return;
		const works = waiting.get(next) as Set<Waiting>;
		const [work] = works as Iterable<Waiting> as [Waiting];
		waiting.delete(next);
		waiting.set(next, works);
		remove(next, work);
		// Counted at once, so that nobody takes the place before the work begins.
		count(next, 1);
		work.resolve();
	};
	const waitForPlace = async (account: string, signal: AbortSignal | undefined) => {
		const own = waiting.get(account)?.size ?? 0;
		if (account !== nobody && own >= waitingPerAccountMax) throw busy();
		if (waitingCount >= waitingMax && !makeRoomFor(account)) throw busy();
		const { promise, ...work } = Promise.withResolvers<void>();
		const leave = () => {
			if (remove(account, work)) work.reject(signal?.reason);
		};
		waiting.set(account, (waiting.get(account) ?? new Set()).add(work));
		waitingCount += 1;
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
