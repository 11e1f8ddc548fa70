import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptOnlyJson } from '../../http/request/json-body.ts';
import { rejectConnection } from '../../http/response/error-response.ts';
import { exchangeBytes } from '../../testing/socket-testing.ts';
import { limitChunkCount } from './body-limits.ts';

let app: FastifyInstance;
let origin: string;
/** Lengths of the bodies that a handler was given. */
const handled: number[] = [];
beforeAll(async () => {
	app = Fastify({ bodyLimit: 1_000_000, clientErrorHandler: rejectConnection });
	acceptOnlyJson(app, 'text');
	app.post('/', async ({ body }) => {
		handled.push((body as string).length);
		return 'came';
	});
	await app.ready();
	limitChunkCount(app.server);
	origin = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const head =
	'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
const chunksOf = (bytes: number, count: number) => `${bytes.toString(16)}\r\n${'1'.repeat(bytes)}\r\n`.repeat(count);
const send = (chunks: string) => exchangeBytes(origin, [head, chunks, '0\r\n\r\n']);

describe('a body in chunks', () => {
	it.each([
		['a few small ones', 1, 100],
		['as many as are free', 1, 1_000],
		['many that hold enough', 65, 5_000],
	])('of %s arrives', async (_, bytes, count) => {
		const { received } = await send(chunksOf(bytes, count));
		expect(received).toMatch(/^HTTP\/1\.1 200 .*came$/s);
		expect(handled.at(-1)).toBe(bytes * count);
	});

	it.each([
		['two hundred thousand of one byte', 200_000],
		['some too many, which arrive at once with their end', 1_100],
	])('of %s is refused with 400', async (_, count) => {
		handled.length = 0;
		const { received } = await send(chunksOf(1, count));
		expect(received).toMatch(/^HTTP\/1\.1 400 .*"reason":"bad_input"/s);
		expect(handled).toEqual([]);
	});
});
