import { AppError } from '../errors.ts';
import { createThreads, ThreadOutOfMemoryError } from '../platform/threads/threads.ts';
import type { CollectionOutcome, CollectionTask, TaskCollection, TaskWork } from './collection-task.ts';
import type { Exportable } from './find-exportable.ts';
import type { AskChunks } from './lay-out-export.ts';
import type { workOnCollection } from './work-on-collection.ts';

const heapMb = { least: 256, perToken: 0.02, perPackByte: 8e-6, most: 4_096 };

/** What working on a collection reads of it; `account` is whose limits count, `enter` marks the work. */
export type Workable = Pick<Exportable, 'size' | 'packBytes' | 'load'> & Partial<Pick<Exportable, 'account' | 'enter'>>;

type Asked<Kind extends TaskWork['kind']> = Extract<CollectionOutcome, { readonly kind: Kind }>;

/** So few tokens, with so little metadata, are worked on in some ms: a thread takes longer to start. */
const inlineMax = { tokens: 200, packBytes: 100_000 };

/** Each large collection takes a thread and its own memory. */
const threads = createThreads<CollectionTask, CollectionOutcome>({
	worker: new URL('./collection-worker.ts', import.meta.url),
	max: 2,
	heapMb: ({ collection }) => Math.min(heapMb.least + heapMbOf(collection), heapMb.most),
	deadlineMs: 600_000,
	waitingPerAccountMax: 8,
	busyMessage: 'Several of your collections are being worked on already. Try again in a few seconds.',
	transfer: ({ collection }) =>
		collection.kind === 'generated'
			? []
			: [...new Set(packedBytesOf(collection).map(({ buffer }) => buffer as ArrayBuffer))],
});

/**
 * Works on a collection, a large one in a thread of its own, which ends with the work and gives its memory back; two such
 * at a time, the others wait and are not loaded before, and an account with too many of them gets 429. `hashChunks` answers which chunks large pictures have. Throws 409
 * `not_exportable` with the reason where the work cannot be done; rejects with the signal's reason when it aborts.
 */
export async function workOn<Kind extends TaskWork['kind']>(
	collection: Workable,
	work: TaskWork & { readonly kind: Kind },
	hashChunks: AskChunks,
	signal: AbortSignal = new AbortController().signal,
): Promise<Asked<Kind>> {
	signal.throwIfAborted();
	const isSmall =
		collection.size <= inlineMax.tokens &&
		(!collection.packBytes || (await collection.packBytes()) <= inlineMax.packBytes);
	let leave: Awaited<ReturnType<Exportable['enter']>> | undefined;
	// Not before there is a thread: what only waits did nothing.
	const load = async () => {
		if (collection.enter !== undefined) leave = await collection.enter(work.kind);
		return collection.load();
	};
	let outcome: CollectionOutcome | undefined;
	try {
		outcome = isSmall
			? await workHere({ collection: await load(), work }, hashChunks)
			: await workInThread({ ...collection, load }, work, hashChunks, signal);
	} finally {
		await leave?.(outcome !== undefined);
	}
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
	{ load, account }: Workable,
	work: TaskWork,
	hashChunks: AskChunks,
	signal: AbortSignal,
): Promise<CollectionOutcome> {
	try {
		const whose = account === undefined ? {} : { account };
		const run = { ...whose, signal, onMessage: hashChunks };
		return await threads.run(async () => ({ collection: await load(), work }), run);
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
