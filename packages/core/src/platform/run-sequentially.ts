/** One after the other, the rest too when one of them fails; then rejects with the first failure. */
export async function runSequentially<T>(
	things: readonly T[],
	work: (thing: T) => Promise<void>,
	signal?: AbortSignal,
): Promise<void> {
	const failures: unknown[] = [];
	for (const thing of things) {
		signal?.throwIfAborted();
		await work(thing).catch((error: unknown) => failures.push(error));
	}
	if (failures.length > 0) throw failures[0];
}
