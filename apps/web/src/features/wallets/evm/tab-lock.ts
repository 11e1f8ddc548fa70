/**
 * Does the work unless another tab of this browser, or other work of this one, is at what has that name; null then. Without
 * Web Locks, which browsers have on https and localhost alone, the other tabs are unknown.
 */
export async function withTabLock<Result>(name: string, work: () => Promise<Result>): Promise<Awaited<Result> | null> {
	const { locks } = navigator as { readonly locks?: LockManager };
	if (locks === undefined) return await work();
	return locks.request(name, { ifAvailable: true }, async (lock) => (lock === null ? null : await work()));
}
