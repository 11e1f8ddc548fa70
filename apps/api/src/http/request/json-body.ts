import type { IncomingMessage } from 'node:http';
import { readBoundedStream } from '@adx/core/platform/limits/read-bounded-stream';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';

const depthMax = 64;

class UnreadableBodyError extends Error {
	readonly code = 'FST_UNREADABLE_BODY';
	readonly statusCode = 400;
}

/** Takes JSON bodies and nothing else: no body and an empty one count as `{}`, everything but JSON is a 415. */
export function acceptOnlyJson(app: FastifyInstance, mode: 'parsed' | 'text' = 'parsed'): void {
	const parse = createJsonParser(app);
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
		const body = await readBody(request, payload);
		if (body.byteLength === 0) return mode === 'text' ? '' : {};
		const text = decode(body);
		const value = await parse(request, text);
		return mode === 'text' ? text : value;
	});
}

/**
 * How to check JSON text from outside: rejects invalid JSON, more than 64 levels, and `__proto__` or
 * `constructor.prototype` keys.
 */
export function createJsonParser(app: FastifyInstance): (request: FastifyRequest, text: string) => Promise<unknown> {
	const parse = app.getDefaultJsonParser('error', 'error');
	return (request, text) =>
		new Promise((resolve, reject) => {
			if (measureDepth(text) > depthMax) throw new UnreadableBodyError('nested too deep');
			const settle = (error: Error | null, value?: unknown) => (error ? reject(error) : resolve(value));
			parse(request, text, settle);
		});
}

/** As fastify reads bodies, which keeps each chunk: one byte in a chunk of its own would take two hundred. */
async function readBody({ headers, routeOptions }: FastifyRequest, payload: IncomingMessage): Promise<Uint8Array> {
	const maxBytes = routeOptions.bodyLimit;
	const announced = Number(headers['content-length']);
	const tooLarge = () => new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
	if (announced > maxBytes) throw tooLarge();
	const body = await readBoundedStream(payload, maxBytes, tooLarge).catch((error: Error & { statusCode?: number }) => {
		error.statusCode ??= 400;
		throw error;
	});
	if (!Number.isNaN(announced) && body.byteLength !== announced) {
		throw new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH();
	}
	return body;
}

function decode(body: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(body);
	} catch {
		throw new UnreadableBodyError('not UTF-8');
	}
}

// A string that never ends counts to the end of the text; were it no match, each quote in it would be tried again.
const stringOrBracket = /"(?:[^"\\]|\\.)*["\\]?|[[{\]}]/gs;

/** Deepest nesting of brackets outside strings; counted before parsing, since what comes after may recurse. */
function measureDepth(text: string): number {
	let depth = 0;
	let deepest = 0;
	for (const [token] of text.matchAll(stringOrBracket)) {
		if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth);
		else if (token === ']' || token === '}') depth -= 1;
	}
	return deepest;
}
