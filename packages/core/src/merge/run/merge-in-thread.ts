import type { MessagePort } from 'node:worker_threads';
import { measureTokenSettings } from '@adx/collection/merge/frozen-metadata';
import type { OwnedBlob } from '@adx/db/repositories/merge/merge-inputs';
import type { StoredMergeOptions } from '@adx/db/schema/merge-tables';
import { threadDeadlineMs } from '../../platform/jobs/queue.ts';
import { createThreads } from '../../platform/threads/threads.ts';

/** What travels to the thread that merges. */
export interface MergeTask {
	readonly projectName: string;
	readonly description: string;
	readonly options: StoredMergeOptions;
	readonly sources: readonly MergeTaskSource[];
	/** The thread sends a `FactsRequest` at a time and gets a `FactsResponse`. */
	readonly port: MessagePort;
}

export interface MergeTaskSource {
	readonly name: string;
	/** As it was given when the merge was started. */
	readonly imageCount: number;
	/** A `collectionManifestSchema` document. */
	readonly manifest: Uint8Array;
}

/** Asks for the facts about these bytes. */
export interface FactsRequest {
	readonly hashes: readonly string[];
	/** The share of all requests made so far, 0 to 1. */
	readonly done: number;
}
/** What is known about bytes that the merge may use. */
export interface MergeBlob extends OwnedBlob {
	/** The PNG that takes the place of a WebP; missing where it stays as it is, and until there is one. */
	readonly png?: Omit<OwnedBlob, 'isAnimated'>;
}
/** Those that the merge may use, in any order. */
export type FactsResponse = readonly MergeBlob[];

/** What the thread made, or why nothing can be made of what was uploaded. */
export type MergeOutcome =
	| { readonly kind: 'refused'; readonly message: string }
	/** These WebP pictures of the merged collection have no PNG yet; it has `webpCount` in all. */
	| { readonly kind: 'unconverted'; readonly hashes: readonly string[]; readonly webpCount: number }
	| {
			readonly kind: 'merged';
			readonly pack: Uint8Array;
			readonly index: Uint8Array;
			readonly archiveBytes: number;
			readonly archiveEtag: string;
			readonly provenance: string;
			/** JSON of the facets. */
			readonly facets: string;
			readonly leftOut: Readonly<Record<string, number>>;
			readonly imageCount: number;
			readonly coverSha256: string | null;
			readonly coverTokenNumber: number | null;
			/** UTF-8 JSON arrays for `upsertMergedImages`, a slice of tokens each. */
			readonly rows: readonly Uint8Array[];
	  };

/** What reading, merging and writing take for each byte of the lists, on top of a thread's own needs. */
const heapPerManifestByte = 16;
/** What is written of the settings lies in buffers, but for the names and the texts that are being made. */
const heapPerSettingsByte = 4;
const heapMb = { least: 192, shared: 224, most: 4_096 };

const threads = createThreads<MergeTask, MergeOutcome>({
	worker: new URL('./merge-worker.ts', import.meta.url),
	max: 2,
	heapMb: ({ sources, ...task }) => {
		const manifestBytes = sources.reduce((sum, { manifest }) => sum + manifest.byteLength, 0);
		const imageCount = sources.reduce((sum, source) => sum + source.imageCount, 0);
		const settingsBytes = measureTokenSettings(task, imageCount);
		const neededBytes = manifestBytes * heapPerManifestByte + settingsBytes * heapPerSettingsByte;
		return Math.min(heapMb.least + neededBytes / 1e6, heapMb.most);
	},
	sharedUpToMb: heapMb.shared,
	deadlineMs: threadDeadlineMs.merge,
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
