const waiting: (() => void)[] = [];

/**
 * Lets everything else run between two slices of a long piece of work. However many works are done in slices, one slice is
 * done in a round of the event loop, so that together they hold others up no longer than one.
 */
export function nextSlice(): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	waiting.push(resolve);
	if (waiting.length === 1) setImmediate(startNext);
	return promise;
}

function startNext(): void {
	waiting.shift()?.();
	if (waiting.length > 0) setImmediate(startNext);
}

/** Longer than this nobody waits for somebody else's work. */
const sliceMs = 5;

/** Tells a work of many small steps when its slice is over; `next` lets everything else run then. */
export function createSlice(): { isOver(): boolean; next(): Promise<void> } {
	let startedAt = performance.now();
	return {
		isOver: () => performance.now() - startedAt >= sliceMs,
		next: async () => {
			await nextSlice();
			startedAt = performance.now();
		},
	};
}
