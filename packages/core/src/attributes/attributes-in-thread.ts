import { createThreads, ThreadOutOfMemoryError } from '../platform/threads/threads.ts';
import type { AttributesOutcome, AttributesTask } from './attributes-worker-messages.ts';

/** What reading, planning and writing take for each byte of the list, on top of a thread's own needs. */
const heapPerFolderByte = 12;
const heapMb = { least: 96, most: 4_096 };

const threads = createThreads<AttributesTask, AttributesOutcome>({
	worker: new URL('./attributes-worker.ts', import.meta.url),
	max: 2,
	heapMb: ({ folder }) => Math.min(heapMb.least + ((folder?.byteLength ?? 0) * heapPerFolderByte) / 1e6, heapMb.most),
	deadlineMs: 900_000,
	transfer: ({ folder }) => (folder === null ? [] : [folder.buffer as ArrayBuffer]),
});

/** Makes trait sets in a thread of its own. `tell` hears how many images are done. */
export async function generateInThread(
	task: Omit<AttributesTask, 'port'>,
	tell: (processedImages: number) => undefined,
	signal: AbortSignal,
): Promise<AttributesOutcome> {
	return threads.run(task, { signal, onMessage: tell }).catch((error: unknown) => {
		if (!(error instanceof ThreadOutOfMemoryError)) throw error;
		return { kind: 'refused', message: 'The metadata has too many parts to be worked on at once. Order fewer images.' };
	});
}
