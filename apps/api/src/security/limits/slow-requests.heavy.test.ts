import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProcessPool, type SpawnedServer } from '../../testing/process-testing.ts';
import { sendRequest, signedIn, testPasswords } from '../../testing/server-testing.ts';
import { exchangeBytes } from '../../testing/socket-testing.ts';
import { pipelinedMax } from './pipelining.ts';

// Bad inputs 41 and 42 and responses that nobody reads, against the product in a process of its own. Node looks for overdue
// connections every 2 s.

const lookEveryMs = 2_000;
const toleranceMs = 3_000;

const processes = new ProcessPool();
let server: SpawnedServer;
let origin: string;
beforeAll(async () => {
	server = processes.start({
		DATA_DIR: join(processes.folder, 'data'),
		DEVELOPER_PASSWORDS: testPasswords.developer,
		LOCKED_PAGES: '',
	});
	origin = await server.origin();
});
afterAll(async () => {
	server.child.kill('SIGTERM');
	await server.ended;
	processes.removeFolder();
});

const head = (method: string, path: string) => `${method} ${path} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\n`;

function* drip(first: string, piece: string) {
	yield first;
	for (;;) yield piece;
}

describe('a request that never ends, or a response that is never read', () => {
	it.concurrent.each<[title: string, limitMs: number, first: () => string, piece: string]>([
		['41 headers, a byte per second', 10_000, () => `${head('GET', '/api/auth/check')}X-Slow: `, 'x'],
		['41 headers, a line per second', 10_000, () => head('GET', '/api/auth/check'), 'X-Slow: x\r\n'],
		[
			'42 a body, a byte per second',
			60_000,
			() => `${head('POST', '/api/auth/password')}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n`,
			' ',
		],
		[
			'42 chunks, one per second',
			60_000,
			() => `${head('POST', '/api/auth/password')}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
			'1\r\n \r\n',
		],
	])('rejects %s with 408 in time, and hangs up', async (_, limitMs, first, piece) => {
		const { received, durationMs } = await exchangeBytes(origin, drip(first(), piece), 1_000);
		expect(received).toMatch(/^HTTP\/1\.1 408 .*\{"error":"[^"]+","reason":"bad_input","requestId":"[^"]+"\}$/s);
		expect(durationMs).toBeGreaterThan(limitMs - toleranceMs);
		expect(durationMs).toBeLessThan(limitMs + lookEveryMs + toleranceMs);
		expect((await sendRequest(origin, '/healthz')).status).toBe(200);
	});

	// Half a kilobyte a second: more than a minute may take of it, and far less than half an hour.
	it.concurrent('rejects a long body that comes slower than any line', async () => {
		const { cookies } = await signedIn(origin);
		const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		const first = `${head('POST', '/api/merge-jobs')}Content-Type: application/json\r\nCookie: ${cookie}\r\nContent-Length: 1000000\r\n\r\n`;
		const { received, durationMs } = await exchangeBytes(origin, drip(first, ' '.repeat(500)), 1_000);
		expect(received).toMatch(/^HTTP\/1\.1 408 /);
		expect(durationMs).toBeGreaterThan(60_000 - toleranceMs);
		expect(durationMs).toBeLessThan(60_000 + toleranceMs);
	});

	it.concurrent('closes a connection of which nothing is read for two minutes, whatever it asked for', async () => {
		const { hostname, port, host } = new URL(origin);
		const { length } = (await sendRequest(origin, '/openapi.json')).bytes;
		const socket = connect(Number(port), hostname);
		const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));
		socket.pause();
		socket.write(`GET /openapi.json HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(pipelinedMax));
		// The first minute without a byte only shows that something is stuck; the second one ends it.
		await sleep(130_000);
		let receivedBytes = 0;
		socket.on('data', (chunk) => {
			receivedBytes += chunk.length;
		});
		socket.resume();
		await closed;
		// What the system had taken for it comes, and nothing after that.
		expect(receivedBytes).toBeGreaterThan(0);
		expect(receivedBytes).toBeLessThan((pipelinedMax - 1) * length);
	});
});
