import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { AttributesOutcome, AttributesTask } from './worker-messages.ts';

/** What reading, planning and writing take for each byte of the list, on top of a thread's own needs. */
const heapPerFolderByte = 12;
const heapMb = { least: 96, most: 4_096 };

/**
 * Makes trait sets in a thread of its own, which ends with the work and gives its memory back. `tell` hears how many images
 * are done.
 */
export async function makeInThread(
	task: Omit<AttributesTask, 'port'>,
	tell: (processedImages: number) => void,
	signal: AbortSignal,
): Promise<AttributesOutcome> {
	const { port1, port2 } = new MessageChannel();
	port1.on('message', tell);
	const wantedMb = heapMb.least + ((task.folder?.byteLength ?? 0) * heapPerFolderByte) / 1_000_000;
	const thread = new Piscina<AttributesTask, AttributesOutcome>({
		filename: new URL('./attributes-worker.ts', import.meta.url).href,
		minThreads: 0,
		maxThreads: 1,
		// A thread that outgrows this ends alone, and not the process; a small one is tidied up more often.
		resourceLimits: { maxOldGenerationSizeMb: Math.min(wantedMb, heapMb.most), maxYoungGenerationSizeMb: 16 },
	});
	try {
		const transferList = [port2, ...(task.folder === null ? [] : [task.folder.buffer as ArrayBuffer])];
		// The types mean a browser's ports, whose second argument is another.
		return await thread.run({ ...task, port: port2 }, { transferList: transferList as never, signal });
	} catch (error) {
		if (!isOutOfMemory(error)) throw error;
		return { kind: 'refused', message: 'The metadata has too many parts to be worked on at once. Order fewer images.' };
	} finally {
		port1.close();
		await thread.destroy();
	}
}

/** Whether a thread ended because it outgrew its limits. */
export const isOutOfMemory = (error: unknown): boolean =>
	error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
