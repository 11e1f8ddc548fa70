import type { MessagePort } from 'node:worker_threads';
import type { AttributeFinding, StoredAttributesRequest } from '@adx/validators/attributes';
import { threadDeadlineMs } from '../platform/jobs/queue.ts';
import { createThreads, ThreadOutOfMemoryError } from '../platform/threads/threads.ts';

/** What travels to the thread that makes the trait sets. */
export interface AttributesTask {
	readonly projectName: string;
	readonly options: StoredAttributesRequest;
	/** An `attributeFolderSchema` document; null for a number of images alone. */
	readonly folder: Uint8Array | null;
	/** The thread sends now and then how many images are done. */
	readonly port: MessagePort;
}

/** What the thread made, or why nothing can be made of what was ordered. */
export type AttributesOutcome =
	| { readonly kind: 'refused'; readonly message: string }
	| {
			readonly kind: 'made';
			readonly pack: Uint8Array;
			readonly index: Uint8Array;
			readonly archiveBytes: number;
			readonly archiveEtag: string;
			readonly findingCount: number;
			/** The first ones, as texts that can be stored. */
			readonly findings: readonly AttributeFinding[];
	  };

/** What reading, planning and writing take for each byte of the list, on top of a thread's own needs. */
const heapPerFolderByte = 12;
const heapMb = { least: 96, shared: 112, most: 4_096 };

const threads = createThreads<AttributesTask, AttributesOutcome>({
	worker: new URL('./attributes-worker.ts', import.meta.url),
	max: 2,
	heapMb: ({ folder }) => Math.min(heapMb.least + ((folder?.byteLength ?? 0) * heapPerFolderByte) / 1e6, heapMb.most),
	sharedUpToMb: heapMb.shared,
	deadlineMs: threadDeadlineMs.attributes,
	transfer: ({ folder }) => (folder === null ? [] : [folder.buffer as ArrayBuffer]),
});

/** Makes trait sets in a thread of its own. `reportProgress` hears how many images are done. */
export async function generateInThread(
	task: Omit<AttributesTask, 'port'>,
	reportProgress: (processedImages: number) => undefined,
	signal: AbortSignal,
): Promise<AttributesOutcome> {
	return threads.run(task, { signal, onMessage: reportProgress }).catch((error: unknown) => {
		if (!(error instanceof ThreadOutOfMemoryError)) throw error;
		return { kind: 'refused', message: 'The metadata has too many parts to be worked on at once. Order fewer images.' };
	});
}
