const waiting: (() => void)[] = [];

/**
 * Lets everything else run between two slices of a long piece of work. However many works are done in slices, one slice is
 * done in a round of the event loop, so that together they hold others up no longer than one.
 */
export function yieldToEventLoop(): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	waiting.push(resolve);
	if (waiting.length === 1) setImmediate(startNext);
	return promise;
}

function startNext(): void {
	waiting.shift()?.();
	if (waiting.length > 0) setImmediate(startNext);
}

/** A list in slices of so many; everything else runs between two of them. */
export async function* slicesOf<Item>(items: readonly Item[], size: number): AsyncGenerator<Item[], void> {
	for (let start = 0; start < items.length; start += size) {
		if (start > 0) await yieldToEventLoop();
		yield items.slice(start, start + size);
	}
}

/** Longer than this nobody waits for somebody else's work. */
const sliceMs = 5;

/** Tells a work of many small steps when its slice is over; `next` lets everything else run then. */
export function createSlice(): { isOver(): boolean; next(): Promise<void> } {
	let startedAt = performance.now();
	return {
		isOver: () => performance.now() - startedAt >= sliceMs,
		next: async () => {
			await yieldToEventLoop();
			startedAt = performance.now();
		},
	};
}
