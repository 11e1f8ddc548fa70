import type { ExportTarget } from '@adx/validators/exports';
import { AppError } from '../platform/errors.ts';
import { hashChunks } from '../platform/ipfs/hash-chunks.ts';
import type { DamageServices } from '../platform/storage/integrity/damage.ts';
import { getBuffers } from '../platform/threads/json-batches.ts';
import { createThreads, ThreadOutOfMemoryError } from '../platform/threads/threads.ts';
import type { CollectionOutcome, CollectionTask, TaskCollection, TaskKind } from './collection-task.ts';
import type { Exportable } from './find-exportable.ts';
import type { RequestChunks } from './lay-out-export.ts';
import { type LaidOutFiles, unpackFiles } from './pack-files.ts';

const heapMb = { least: 256, perToken: 0.02, perPackByte: 8e-6, most: 4_096 };

/** What working on a collection reads of it; `account` is whose limits count, `enter` marks the work. */
export type TaskSource = Pick<Exportable, 'size' | 'packBytes' | 'load'> &
	Partial<Pick<Exportable, 'account' | 'enter'>>;

type OutcomeOfKind<Kind extends TaskKind['kind']> = Extract<CollectionOutcome, { readonly kind: Kind }>;

/** So few tokens, with so little metadata, are worked on in some ms, and starting a thread takes longer. */
const smallMax = { tokens: 200, packBytes: 100_000 };

const options = {
	worker: new URL('./collection-worker.ts', import.meta.url),
	max: 2,
	deadlineMs: 600_000,
	busyMessage: 'Several of your collections are being worked on already. Try again in a few seconds.',
	transfer: ({ collection }: Pick<CollectionTask, 'collection'>) =>
		collection.kind === 'generated'
			? getBuffers(collection.images)
			: [
					...new Set(packedBytesOf(collection).map(({ buffer }) => buffer as ArrayBuffer)),
					...getBuffers(collection.sizes ?? []),
				],
};

/** Each large collection takes a thread and its own memory. */
const largeThreads = createThreads<CollectionTask, CollectionOutcome>({
	...options,
	heapMb: ({ collection }) => Math.min(heapMb.least + heapMbOf(collection), heapMb.most),
	waitingPerAccountMax: 8,
});

/**
 * Small ones share threads, which have loaded the code already: loading what makes CIDs would hold up the thread that
 * answers calls for a tenth of a second.
 */
const smallThreads = createThreads<CollectionTask, CollectionOutcome>({
	...options,
	heapMb: heapMb.least,
	waitingPerAccountMax: 64,
});

/**
 * Works on a collection in a thread, a large one in its own, which ends with the work and gives its memory back. Two of
 * each size at a time; the others wait and are not loaded before, and an account with too many of them gets 429.
 * `requestChunks` answers which chunks large pictures have. Throws 409 `not_exportable` with the reason where the work cannot
 * be done; rejects with the signal's reason when it aborts.
 */
export async function runTask<Kind extends TaskKind['kind']>(
	collection: TaskSource,
	work: TaskKind & { readonly kind: Kind },
	requestChunks: RequestChunks,
	signal: AbortSignal = new AbortController().signal,
): Promise<OutcomeOfKind<Kind>> {
	signal.throwIfAborted();
	const isSmall =
		collection.size <= smallMax.tokens &&
		(!collection.packBytes || (await collection.packBytes()) <= smallMax.packBytes);
	let leave: Awaited<ReturnType<Exportable['enter']>> | undefined;
	// Not before there is a thread: what only waits did nothing.
	const load = async () => {
		if (collection.enter !== undefined) leave = await collection.enter(work.kind);
		return collection.load();
	};
	let outcome: CollectionOutcome | undefined;
	try {
		const threads = isSmall ? smallThreads : largeThreads;
		outcome = await workInThread(threads, { ...collection, load }, work, requestChunks, signal);
	} finally {
		await leave?.(outcome !== undefined);
	}
	if (outcome.kind === 'refused') {
		throw new AppError('CONFLICT', { reason: 'not_exportable', message: outcome.message });
	}
	return outcome as OutcomeOfKind<Kind>;
}

/** Lays a collection out for a target, away from the thread that answers calls. Errors as `runTask`'s. */
export async function layOutFiles(
	services: DamageServices,
	{ collection, target }: { readonly collection: TaskSource; readonly target: ExportTarget },
	signal: AbortSignal,
): Promise<LaidOutFiles> {
	const answer = (sha256s: readonly string[]) => hashChunks(services, sha256s, signal);
	return unpackFiles(await runTask(collection, { kind: 'export', target }, answer, signal));
}

async function workInThread(
	threads: typeof smallThreads,
	{ load, account }: TaskSource,
	work: TaskKind,
	requestChunks: RequestChunks,
	signal: AbortSignal,
): Promise<CollectionOutcome> {
	try {
		const whose = account === undefined ? {} : { account };
		const run = { ...whose, signal, onMessage: requestChunks };
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
		? collection.imageCount * heapMb.perToken
		: packedBytesOf(collection).reduce((sum, { byteLength }) => sum + byteLength, 0) * heapMb.perPackByte;
