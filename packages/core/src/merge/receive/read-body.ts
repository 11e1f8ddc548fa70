import { AppError } from '../../platform/errors.ts';
import type { SemaphoreCaller } from '../../platform/limits/semaphore.ts';
import { createThreads, ThreadOutOfMemoryError } from '../../platform/threads/threads.ts';
import type { BodyTask, PostedImage, ReadBody } from './body-messages.ts';

/** One body of an account after the other. The time is that of storing its pictures, of which only the disk is slow. */
const threads = createThreads<BodyTask, ReadBody>({
	worker: new URL('./body-worker.ts', import.meta.url),
	max: 2,
	runningPerAccountMax: 1,
	heapMb: 1_024,
	deadlineMs: 30 * 60_000,
});

/**
 * Reads the body of a posted merge in a thread, a piece at a time, and waits with the next piece until the images of this
 * one are taken. Returns everything but the images. Throws `bad_input` for what is no JSON, or too much of it. Stops
 * wherever it is, waiting too, when the caller's signal aborts.
 *
 * @param pieces of a body that has arrived: the thread waits for nobody
 */
export async function readBody(
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
