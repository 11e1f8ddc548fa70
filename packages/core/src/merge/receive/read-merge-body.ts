import type { MessagePort } from 'node:worker_threads';
import { AppError } from '../../platform/errors.ts';
import type { SemaphoreCaller } from '../../platform/limits/semaphore.ts';
import { createThreads, ThreadOutOfMemoryError } from '../../platform/threads/threads.ts';

/** The thread posts the `PostedImage`s that are complete and is answered with the next `BodyChunk`, until that is null. */
export interface BodyTask {
	readonly port: MessagePort;
}

/** A piece of the body; null at its end. */
export type BodyChunk = Uint8Array | null;

/** What a posted image is made of: bytes that came with it, or the hash of bytes that came before. */
export type PostedContent =
	| { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly mime: string; readonly sha256: string }
	| { readonly kind: 'hash'; readonly sha256: string };

/** An image of a posted collection. */
export interface PostedImage {
	/** Position of its collection, from 0. */
	readonly collection: number;
	/** As it came, or its place in the collection where it has none. */
	readonly filename: string;
	/** JSON text of its `mergeImageSchema` entry; empty for what is refused. */
	readonly entry: string;
	readonly content: PostedContent | { readonly kind: 'refused'; readonly message: string };
}

/** What the thread ends with. */
export interface ReadBody {
	/** Everything but the images. */
	readonly document?: unknown;
	/** Why the body cannot be read any further; what came before it is of no use. */
	readonly problem?: string;
}

/** One body of an account after the other. The time is that of storing its pictures, of which only the disk is slow. */
const threads = createThreads<BodyTask, ReadBody>({
	worker: new URL('./merge-body-worker.ts', import.meta.url),
	max: 2,
	runningPerAccountMax: 1,
	heapMb: 1_024,
	deadlineMs: 30 * 60_000,
});

/**
 * Reads the body of a posted merge in a thread, a piece at a time, and waits with the next piece until the images of this
 * one are taken. Returns everything but the images. Throws `bad_input` for what is not JSON, or too much of it. Stops
 * wherever it is, waiting too, when the caller's signal aborts.
 *
 * @param pieces of a body that has arrived: the thread waits for nobody
 */
export async function readMergeBody(
	pieces: AsyncIterator<Uint8Array>,
	takeImages: (images: readonly PostedImage[]) => Promise<void>,
	caller: SemaphoreCaller,
): Promise<unknown> {
	const onMessage = async (images: unknown) => {
		await takeImages(images as readonly PostedImage[]);
		const { value, done } = await pieces.next();
		return done ? null : value;
	};
	const { document, problem } = await threads.run({}, { ...caller, onMessage }).catch(refuseLargest);
	if (problem === undefined) return document;
	throw new AppError('INVALID', { reason: 'bad_input', message: problem });
}

function refuseLargest(error: unknown): never {
	if (!(error instanceof ThreadOutOfMemoryError)) throw error;
	const message = 'The request has too many parts to be read at once. Merge fewer images together.';
	throw new AppError('INVALID', { reason: 'bad_input', message });
}
