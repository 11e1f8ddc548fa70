import { availableParallelism } from 'node:os';
import { requireImageTraits } from '@adx/validators/catalogue/image-traits';
import { createThreads } from '../../platform/threads/threads.ts';
import type { EngineImage, ImageEngine } from '../types.ts';
import type { ForgeTask } from './forge-worker.ts';

const drawMaxMs = 120_000;

/**
 * The built-in renderer as an engine: free, and drawn in worker threads so that the process goes on
 * answering. Threads end after ten idle seconds, which gives their memory back.
 *
 * @param threads drawing threads; by default one per core
 */
export function createForgeEngine(threads = availableParallelism()): ImageEngine {
	const pool = createThreads<ForgeTask, EngineImage>({
		worker: new URL('./forge-worker.ts', import.meta.url),
		max: threads,
		// Pictures' pixels lie outside of this. Code, tables and paths of a figure take 20 MB: the lower the limit, the closer
		// V8 keeps the heap to that, and the more often it collects all of it.
		heapMb: 2_048,
		youngHeapMb: 64,
		niceness: 0,
		deadlineMs: drawMaxMs,
	});
	return {
		concurrency: threads,
		draw: ({ signal, traits, imageSeed, sizePx, previews }) =>
			pool.run({ traits: requireImageTraits(traits), imageSeed, sizePx, previews }, { signal }),
		// Its threads end by themselves.
	};
}
