import { createThreads } from '../../platform/threads/threads.ts';
import type { ItemAddress, ItemAddressesTask } from './item-addresses-worker.ts';

const threads = createThreads<ItemAddressesTask, ItemAddress[]>({
	worker: new URL('./item-addresses-worker.ts', import.meta.url),
	max: 1,
	heapMb: 256,
	deadlineMs: 120_000,
});

/** Derives the mint addresses of all pieces of a sale in a thread: about a second for 10,000. */
export const deriveItemAddresses = (task: ItemAddressesTask, signal: AbortSignal): Promise<ItemAddress[]> =>
	threads.run(task, { signal });
