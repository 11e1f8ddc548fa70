import { createThreads } from '../../platform/threads/threads.ts';
import type { FactsRequest, FactsResponse, MergeOutcome, MergeTask } from './merge-worker-messages.ts';

/** What reading, merging and writing take for each byte of the lists, on top of a thread's own needs. */
const heapPerManifestByte = 16;
const heapMb = { least: 192, most: 4_096 };

const threads = createThreads<MergeTask, MergeOutcome>({
	worker: new URL('./merge-worker.ts', import.meta.url),
	max: 2,
	heapMb: ({ sources }) => {
		const manifestBytes = sources.reduce((sum, { manifest }) => sum + manifest.byteLength, 0);
		return Math.min(heapMb.least + (manifestBytes * heapPerManifestByte) / 1e6, heapMb.most);
	},
	deadlineMs: 1_800_000,
	transfer: ({ sources }) => sources.map(({ manifest }) => manifest.buffer as ArrayBuffer),
});

/**
 * Merges in a thread of its own. `readFacts` answers its questions; when it rejects, so does this, as when `signal` aborts.
 */
export const mergeInThread = (
	task: Omit<MergeTask, 'port'>,
	readFacts: (request: FactsRequest) => Promise<FactsResponse>,
	signal: AbortSignal,
): Promise<MergeOutcome> => threads.run(task, { signal, onMessage: readFacts });
