/**
 * Resolves once no other tab of this browser has the merger open, and keeps others out for as long as this thread runs: two
 * of them would send the same files, and each would take what the other is reading for a leftover. Calls `onWaiting` where
 * one is in the way. Without locks, as on pages that were opened by http from another machine, nobody is kept out.
 */
export async function whenAlone(onWaiting: () => void): Promise<void> {
	const { locks } = navigator;
	if (locks === undefined) return;
	const take = (options: LockOptions) =>
		new Promise<boolean>((resolve) => {
			const taken = locks.request('adx-merger', options, (lock) => {
				resolve(lock !== null);
				return lock === null ? undefined : new Promise(() => {});
			});
			// Where the browser refuses them, nobody is kept out either.
			taken.catch(() => resolve(true));
		});
	if (await take({ ifAvailable: true })) return;
	onWaiting();
	await take({});
}
