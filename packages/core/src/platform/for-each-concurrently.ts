export interface ConcurrencyOptions {
	/** Items that are worked on at once, at most. */
	readonly atOnce: number;
	/** No further item is started once it aborts. */
	readonly signal?: AbortSignal;
}

/**
 * Works on a few items at a time, in their order. The first error, or the abortion of `signal`, ends it: no further item is
 * started, the signal that `work` was given aborts, and once nothing is under way any more it rejects with that error or
 * reason. Only then may its caller close what the work reads, or remove what it wrote.
 */
export async function forEachConcurrently<Item>(
	items: readonly Item[],
	{ atOnce, signal }: ConcurrencyOptions,
	work: (item: Item, ending: AbortSignal) => Promise<void>,
): Promise<void> {
	const failure = new AbortController();
	const ending = signal === undefined ? failure.signal : AbortSignal.any([signal, failure.signal]);
	const waiting = items.values();
	const workOff = async () => {
		for (const item of waiting) {
			if (ending.aborted) return;
			await work(item, ending);
		}
	};
	const workers = Array.from({ length: atOnce }, () => workOff().catch((error: unknown) => failure.abort(error)));
	await Promise.all(workers);
	ending.throwIfAborted();
}
