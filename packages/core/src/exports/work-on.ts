import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { isOutOfMemory } from '../attributes/make-in-thread.ts';
import { AppError } from '../errors.ts';
import { limitConcurrency } from '../uploads/limit-concurrency.ts';
import type { CollectionOutcome, CollectionTask, TaskCollection, TaskWork } from './collection-task.ts';
import type { Exportable } from './find-exportable.ts';
import type { AskChunks } from './lay-out-export.ts';
import type { workOnCollection } from './work-on-collection.ts';

const heapMb = { least: 256, perToken: 0.02, perPackByte: 8e-6, most: 4_096 };

type Asked<Kind extends TaskWork['kind']> = Extract<CollectionOutcome, { readonly kind: Kind }>;

/** So few tokens are worked on faster than a thread starts. */
const inlineMax = 200;

/** Each large collection takes a thread and its own memory. */
const inTurn = limitConcurrency(2);

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
	const load = async () => {
		signal.throwIfAborted();
		const loaded = await collection.load();
		signal.throwIfAborted();
		return loaded;
	};
	const outcome =
		collection.size <= inlineMax
			? await workHere({ collection: await load(), work }, hashChunks)
			: await inTurn(async () => workInThread({ collection: await load(), work }, hashChunks, signal));
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
	{ collection, work }: Pick<CollectionTask, 'collection' | 'work'>,
	hashChunks: AskChunks,
	signal: AbortSignal,
): Promise<CollectionOutcome> {
	const { port1, port2 } = new MessageChannel();
	const failed = new AbortController();
	port1.on('message', (sha256s: readonly string[]) => {
		hashChunks(sha256s).then(
			(chunks) => port1.postMessage(chunks),
			(error: unknown) => failed.abort(error),
		);
	});
	const thread = createThread(collection);
	try {
		const held = collection.kind === 'generated' ? [] : [collection.index.buffer, collection.pack.buffer];
		const transferList = [port2, ...new Set(held as ArrayBuffer[])];
		// The types mean a browser's ports, whose second argument is another.
		return await thread.run(
			{ collection, work, port: port2 },
			{ transferList: transferList as never, signal: AbortSignal.any([failed.signal, signal]) },
		);
	} catch (error) {
		signal.throwIfAborted();
		if (failed.signal.aborted) throw failed.signal.reason;
		if (!isOutOfMemory(error)) throw error;
		const message = 'This collection has too many parts to be worked on at once. Make it of fewer images.';
		return { kind: 'refused', message };
	} finally {
		port1.close();
		await thread.destroy();
	}
}

function createThread(collection: TaskCollection): Piscina<CollectionTask, CollectionOutcome> {
	const size =
		collection.kind === 'generated'
			? collection.images.length * heapMb.perToken
			: (collection.index.byteLength + collection.pack.byteLength) * heapMb.perPackByte;
	return new Piscina({
		filename: new URL('./collection-worker.ts', import.meta.url).href,
		minThreads: 0,
		maxThreads: 1,
		// A thread that outgrows this ends alone, and not the process.
		resourceLimits: {
			maxOldGenerationSizeMb: Math.min(heapMb.least + size, heapMb.most),
			maxYoungGenerationSizeMb: 16,
		},
	});
}
