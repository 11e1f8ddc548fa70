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
