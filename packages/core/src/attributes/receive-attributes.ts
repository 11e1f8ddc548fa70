import type { Readable } from 'node:stream';
import type { StartedAttributes } from '@adx/validators/attributes';
import { attributeBodyMaxBytes } from '@adx/validators/limits';
import { type RequestContext, requireActor } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';
import { readBoundedStream } from '../platform/limits/read-bounded-stream.ts';
import { createThreads, ThreadOutOfMemoryError } from '../platform/threads/threads.ts';
import { type ParseResult, parseRequest } from './parse-request.ts';
import type { RequestBody } from './parse-request-worker.ts';
import { startParsedRequest } from './start-attributes.ts';

/** Longer bodies are read in a thread: this one takes a few milliseconds. */
const shortBodyBytes = 200_000;

/** One long body at a time. */
const threads = createThreads<RequestBody, ParseResult>({
	worker: new URL('./parse-request-worker.ts', import.meta.url),
	max: 1,
	heapMb: () => 1_024,
	deadlineMs: 120_000,
	transfer: ({ body }) => [body.buffer as ArrayBuffer],
});

const busyUsers = new Set<string>();
const retryAfterSeconds = 5;

/**
 * Starts an attribute job from a JSON body that may hold the names and the metadata of all images. One at a time per user (429).
 * Never destroys the body.
 *
 * @param contentLength as announced, in bytes; null for a body of unknown length
 */
export async function receiveAttributes(
	ctx: RequestContext,
	body: Readable,
	contentLength: number | null,
): Promise<StartedAttributes> {
	const { userId } = requireActor(ctx);
	if (contentLength !== null && contentLength > attributeBodyMaxBytes) throw bodyTooLarge();
	if (busyUsers.has(userId)) {
		const message = 'Another order of yours is just being received. Wait until it has arrived.';
		throw new AppError('LIMIT', { reason: 'rate_limited', message, meta: { retryAfterSeconds } });
	}
	busyUsers.add(userId);
	try {
		const reading = await read(await readBoundedStream(body, attributeBodyMaxBytes, bodyTooLarge));
		if (reading.kind === 'read') return await startParsedRequest(ctx, reading.order);
		const { message, fields } = reading.problem;
		throw new AppError('INVALID', { reason: 'bad_input', message, meta: { fields } });
	} finally {
		busyUsers.delete(userId);
	}
}

async function read(body: Uint8Array): Promise<ParseResult> {
	if (body.byteLength <= shortBodyBytes) return parseRequest(body);
	return threads.run({ body }).catch((error: unknown) => {
		if (!(error instanceof ThreadOutOfMemoryError)) throw error;
		const message = 'The metadata has too many parts to be read at once. Order fewer images together.';
		throw new AppError('INVALID', { reason: 'bad_input', message });
	});
}

const bodyTooLarge = () =>
	new AppError('TOO_LARGE', {
		reason: 'body_too_large',
		message: `The names and metadata of a folder may have ${attributeBodyMaxBytes / 1_000_000} MB here. Upload them as a folder's list.`,
	});
