import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { MessageChannel } from 'node:worker_threads';
import { mergeBodyMaxBytes } from '@adx/validators/limits';
import { Piscina } from 'piscina';
import { AppError } from '../errors.ts';
import type { BodyAnswer, BodyChunk, BodyTask, PostedImage } from './body-messages.ts';

/** Two bodies at a time, each in a thread that ends soon after and may run out of memory on its own. */
let pool: Piscina<BodyTask, void> | null = null;
function threads(): Piscina<BodyTask, void> {
	pool ??= new Piscina({
		filename: new URL('./body-worker.ts', import.meta.url).href,
		minThreads: 0,
		maxThreads: 2,
		idleTimeout: 1_000,
		concurrentTasksPerWorker: 1,
		resourceLimits: { maxOldGenerationSizeMb: 1_024 },
	});
	return pool;
}

/**
 * Reads the body of a posted merge in a thread of its own, a piece at a time, and waits with the next piece until the
 * images of this one are taken. Returns everything but the images. Throws `bad_input` for what is no JSON, or too much of
 * it, and `body_too_large`. Never destroys the body.
 */
export async function readBody(
	body: Readable,
	takeImages: (images: readonly PostedImage[]) => Promise<void>,
): Promise<unknown> {
	const { port1, port2 } = new MessageChannel();
	const ended = new AbortController();
	const running = threads().run({ port: port2 }, { transferList: [port2] as never, signal: ended.signal });
	running.catch((error: unknown) => ended.abort(error));
	const ask = async (chunk: BodyChunk): Promise<BodyAnswer> => {
		const answered = once(port1, 'message', { signal: ended.signal }) as Promise<[BodyAnswer]>;
		port1.postMessage(chunk);
		const [answer] = await answered.catch((error: unknown) => {
			throw ended.signal.reason ?? error;
		});
		if (answer.problem !== undefined) {
			throw new AppError('INVALID', { reason: 'bad_input', message: answer.problem });
		}
		return answer;
	};
	let sizeBytes = 0;
	try {
		// What is not read is the caller's.
		for await (const chunk of body.iterator({ destroyOnReturn: false })) {
			sizeBytes += (chunk as Buffer).byteLength;
			if (sizeBytes > mergeBodyMaxBytes) throw bodyTooLarge();
			const { images } = await ask(chunk as Buffer);
			if (images.length > 0) await takeImages(images);
		}
		return (await ask(null)).document;
	} finally {
		port1.close();
		ended.abort();
	}
}

/** 413 for a posted merge. */
export const bodyTooLarge = () =>
	new AppError('TOO_LARGE', {
		reason: 'body_too_large',
		message: `A merge with its images may have ${mergeBodyMaxBytes / 1_000_000} MB. Upload the images before, by their hashes.`,
	});
