import { availableParallelism } from 'node:os';
import { createThreads } from '../../platform/threads/threads.ts';
import { EngineError, type EngineImage, type ImageEngine } from '../types.ts';
import type { ComposeOutcome, ComposeTask, MissingLayers } from './compose-worker.ts';

/** One image of layers, from the back to the front. */
export type ComposeRequest = Omit<ComposeTask, 'cacheBytes' | 'port'> & {
	/** The bytes of a file by its id, asked for when a thread has not decoded them yet. */
	readLayer(id: string): Promise<Uint8Array>;
	readonly signal: AbortSignal;
};

/** Composes images of a creator's own layers, in worker threads so that the process goes on answering. */
export interface LayersEngine {
	/** How many images it can usefully work on at once in this process. */
	readonly concurrency: number;
	/**
	 * Same files and options, same bytes. Rejects with an EngineError of kind 'bad_image' whose message names the file that is
	 * no layer or has another size than the others; with what `readLayer` rejected with; or with the signal's reason.
	 */
	compose(request: ComposeRequest): Promise<EngineImage>;
}

/** Decoded layers of all threads together: twenty of 4,096 px, or hundreds of 1,024 px that are mostly empty. */
const defaultCacheBytes = 512_000_000;
const composeMaxMs = 120_000;

/**
 * @param threads composing threads; by default one per core
 * @param cacheBytes pixels of decoded layers that all of them together keep for the next images
 */
export function createLayersEngine(
	threads = availableParallelism(),
	{ cacheBytes = defaultCacheBytes }: { readonly cacheBytes?: number } = {},
): LayersEngine {
	const pool = createThreads<ComposeTask, ComposeOutcome>({
		worker: new URL('./compose-worker.ts', import.meta.url),
		max: threads,
		// Pixels lie outside of this; the files of one image and what is encoded take a part of it.
		heapMb: 512,
		deadlineMs: composeMaxMs,
	});
	return {
		concurrency: threads,
		compose: async ({ readLayer, signal, ...task }) => {
			const onMessage = (message: unknown) => Promise.all((message as MissingLayers).ids.map(readLayer));
			const outcome = await pool.run({ ...task, cacheBytes: cacheBytes / threads }, { signal, onMessage });
			if (outcome.kind === 'refused') throw new EngineError('bad_image', outcome.reason);
			return outcome.image;
		},
	};
}

/** The same as an engine among the others. Rejects besides for requests that do not say what to compose. */
export function createLayersImageEngine(...options: Parameters<typeof createLayersEngine>): ImageEngine {
	const { concurrency, compose } = createLayersEngine(...options);
	return {
		concurrency,
		draw: async ({ layers, previews, signal }) => {
			if (layers === undefined) throw new TypeError('Nothing says which layers to compose.');
			return compose({ ...layers, previews, signal });
		},
		// Its threads end by themselves.
	};
}
