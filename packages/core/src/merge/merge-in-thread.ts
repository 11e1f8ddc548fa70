import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { FactsAnswer, FactsRequest, MergeOutcome, MergeTask } from './worker-messages.ts';

/** What reading, merging and writing take for each byte of the lists, on top of a thread's own needs. */
const heapPerManifestByte = 16;
const heapMb = { least: 192, most: 4_096 };

/** A thread for one merge; it ends with it, which gives its memory back. */
function createThread(manifestBytes: number): Piscina<MergeTask, MergeOutcome> {
	const wantedMb = heapMb.least + (manifestBytes * heapPerManifestByte) / 1_000_000;
	return new Piscina({
		filename: new URL('./merge-worker.ts', import.meta.url).href,
		minThreads: 0,
		maxThreads: 1,
		// A thread that outgrows this ends alone, and not the process; a small one is tidied up more often.
		resourceLimits: { maxOldGenerationSizeMb: Math.min(wantedMb, heapMb.most), maxYoungGenerationSizeMb: 16 },
	});
}

/**
 * Merges in a thread of its own. `readFacts` answers its questions; when it rejects, so does this, as when `signal` aborts.
 */
export async function mergeInThread(
	task: Omit<MergeTask, 'port'>,
	readFacts: (request: FactsRequest) => Promise<FactsAnswer>,
	signal: AbortSignal,
): Promise<MergeOutcome> {
	const { port1, port2 } = new MessageChannel();
	const failed = new AbortController();
	port1.on('message', (request: FactsRequest) => {
		readFacts(request).then(
			(facts) => port1.postMessage(facts),
			(error: unknown) => failed.abort(error),
		);
	});
	const thread = createThread(task.sources.reduce((sum, { manifest }) => sum + manifest.byteLength, 0));
	try {
		const transferList = [port2, ...task.sources.map(({ manifest }) => manifest.buffer as ArrayBuffer)];
		const both = AbortSignal.any([signal, failed.signal]);
		// The types mean a browser's ports, whose second argument is another.
		return await thread.run({ ...task, port: port2 }, { transferList: transferList as never, signal: both });
	} catch (error) {
		throw failed.signal.aborted ? failed.signal.reason : error;
	} finally {
		port1.close();
		await thread.destroy();
	}
}
