import { AppError } from '../errors.ts';
import { createThreads, ThreadOutOfMemoryError } from '../platform/threads/threads.ts';
import type { CollectionOutcome, CollectionTask, TaskCollection, TaskWork } from './collection-task.ts';
import type { Exportable } from './find-exportable.ts';
import type { AskChunks } from './lay-out-export.ts';
import type { workOnCollection } from './work-on-collection.ts';

const heapMb = { least: 256, perToken: 0.02, perPackByte: 8e-6, most: 4_096 };

type Asked<Kind extends TaskWork['kind']> = Extract<CollectionOutcome, { readonly kind: Kind }>;

/** So few tokens are worked on faster than a thread starts. */
const inlineMax = 200;

/** Each large collection takes a thread and its own memory. */
const threads = createThreads<CollectionTask, CollectionOutcome>({
	worker: new URL('./collection-worker.ts', import.meta.url),
	max: 2,
	heapMb: ({ collection }) => Math.min(heapMb.least + heapMbOf(collection), heapMb.most),
	deadlineMs: 600_000,
	transfer: ({ collection }) =>
		collection.kind === 'generated'
			? []
			: [...new Set(packedBytesOf(collection).map(({ buffer }) => buffer as ArrayBuffer))],
});

/**
 * Works on a collection, a large one in a thread of its own, which ends with the work and gives its memory back; two such
 * at a time, the others wait and are not loaded before. `hashChunks` answers which chunks large pictures have. Throws 409
 * `not_exportable` with the reason where the work cannot be done; rejects with the signal's reason when it aborts.
 */
export async function workOn<Kind extends TaskWork['kind']>(
	collection: Pick<Exportable, 'size' | 'load'>,
	work: TaskWork & { readonly kind: Kind },
	hashChunks: AskChunks,
	signal: AbortSignal = new AbortController().signal,
): Promise<Asked<Kind>> {
	signal.throwIfAborted();
	const outcome =
		collection.size <= inlineMax
			? await workHere({ collection: await collection.load(), work }, hashChunks)
			: await workInThread(collection, work, hashChunks, signal);
	if (outcome.kind === 'refused') {
		throw new AppError('CONFLICT', { reason: 'not_exportable', message: outcome.message });
	}
	return outcome as Asked<Kind>;
}

/** Loaded when it is needed: what makes CIDs is much code, and most processes never make one. */
async function workHere(...parameters: Parameters<typeof workOnCollection>): Promise<CollectionOutcome> {
	const { workOnCollection } = await import('./work-on-collection.ts');
	return workOnCollection(...parameters);
}

async function workInThread(
	{ load }: Pick<Exportable, 'load'>,
	work: TaskWork,
	hashChunks: AskChunks,
	signal: AbortSignal,
): Promise<CollectionOutcome> {
	try {
		return await threads.run(async () => ({ collection: await load(), work }), { signal, onMessage: hashChunks });
	} catch (error) {
		if (!(error instanceof ThreadOutOfMemoryError)) throw error;
		const message = 'This collection has too many parts to be worked on at once. Make it of fewer images.';
		return { kind: 'refused', message };
	}
}

type Packed = Extract<TaskCollection, { readonly pack: Uint8Array }>;
const packedBytesOf = ({ index, pack }: Packed) => [index, pack];

const heapMbOf = (collection: TaskCollection) =>
	collection.kind === 'generated'
		? collection.images.length * heapMb.perToken
		: packedBytesOf(collection).reduce((sum, { byteLength }) => sum + byteLength, 0) * heapMb.perPackByte;
