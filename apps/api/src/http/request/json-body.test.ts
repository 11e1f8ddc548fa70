import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptOnlyJson } from './json-body.ts';

let app: FastifyInstance;
beforeAll(async () => {
	app = Fastify({ bodyLimit: 1_000_000 });
	acceptOnlyJson(app);
	app.post('/', async (request) => ({ body: request.body }));
	await app.ready();
});
afterAll(() => app.close());

const post = (payload: string) =>
	app.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': 'application/json' } });

const nested = (levels: number, inside: string) => `${'['.repeat(levels)}${inside}${']'.repeat(levels)}`;
const worstTimeMs = 1_000;

describe('a JSON body', () => {
	it.each([
		['a string of escaped quotes that never ends', `"${'\\"'.repeat(499_000)}`],
		['escaped quotes without a beginning', '\\"'.repeat(499_000)],
		['a string of backslashes that never ends', `"${'\\'.repeat(999_001)}`],
		['a plain string that never ends', `"${'a'.repeat(999_000)}`],
		['quotes alone', '"'.repeat(999_999)],
		['an unfinished string after many finished ones', `${'"a",'.repeat(249_000)}"`],
		['many levels around a string that never ends', `${'['.repeat(400_000)}"${'\\"'.repeat(299_000)}`],
	])('rejects 1 MB of %s within a second', async (_, body) => {
		// What it computes counts, not what it waits for on a busy machine.
		const start = process.threadCpuUsage();
		const { statusCode } = await post(body);
		expect(statusCode).toBe(400);
		const { user, system } = process.threadCpuUsage(start);
		expect((user + system) / 1_000).toBeLessThan(worstTimeMs);
	});

	it('counts no brackets inside strings, whatever is escaped in them', async () => {
		for (const text of ['['.repeat(100), `"${'{'.repeat(100)}`, '\\', `\\"${'['.repeat(100)}\\`]) {
			const answer = await post(nested(64, JSON.stringify(text)));
			expect([text, answer.statusCode]).toEqual([text, 200]);
		}
	});

	it('rejects a 65th level, also behind strings that end in backslashes', async () => {
		expect((await post(nested(64, '"\\\\"'))).statusCode).toBe(200);
		expect((await post(nested(65, '1'))).statusCode).toBe(400);
		expect((await post(`["\\\\",${nested(64, '1')}]`)).statusCode).toBe(400);
		expect((await post(`["\\"",${nested(64, '1')}]`)).statusCode).toBe(400);
	});
});

/** Bytes of the heap that are in use after a collection. */
function heapBytes(): number {
	setFlagsFromString('--expose-gc');
	(runInNewContext('gc') as () => void)();
	const { heapUsed, arrayBuffers } = process.memoryUsage();
	return heapUsed + arrayBuffers;
}

describe('a JSON body on its way', () => {
	const head =
		'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';

	it('takes little more memory than it has bytes, though each is a chunk of its own', async () => {
		await app.listen({ host: '127.0.0.1', port: 0 });
		const before = heapBytes();
		const arrived = once(app.server, 'connection');
		const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
		const answer = allOf(socket);
		const [itsEnd] = (await arrived) as [typeof socket];
		const chunks = head + '1\r\n1\r\n'.repeat(200_000);
		socket.write(chunks);
		await expect.poll(() => itsEnd.bytesRead, { timeout: 20_000 }).toBe(chunks.length);
		// Single bytes that are kept take 42 MB.
		expect(heapBytes() - before).toBeLessThan(12_000_000);
		socket.write('0\r\n\r\n');
		expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
	});
});

async function allOf(socket: NodeJS.ReadableStream): Promise<string> {
	let text = '';
	for await (const piece of socket) text += String(piece);
	return text;
}
