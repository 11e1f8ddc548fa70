import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { closeWhenIdle } from '../../http/response/send-bytes.ts';

const bytes = Buffer.alloc(16_000_000);

/** Asks for 16 MB and waits after each chunk (forever when null); returns how it ended and what arrived. */
async function download(readEveryMs: number | null, idleMs: number) {
	const answered = Promise.withResolvers<ServerResponse>();
	const server = createServer((_request, answer) => {
		closeWhenIdle(answer, idleMs);
		answer.end(bytes);
		answered.resolve(answer);
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
	socket.on('error', () => {});
	socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
	let received = 0;
	socket.on('data', (chunk) => {
		received += chunk.length;
		socket.pause();
		if (readEveryMs !== null) setTimeout(() => socket.resume(), readEveryMs);
	});
	const ended = new Promise((resolve) => socket.once('close', resolve));
	const answer = await answered.promise;
	const startedAt = performance.now();
	await new Promise((resolve) => answer.once('close', resolve));
	const tookMs = performance.now() - startedAt;
	if (answer.writableFinished) await ended;
	socket.destroy();
	await new Promise((resolve) => server.close(resolve));
	return { isFinished: answer.writableFinished, tookMs, received };
}

describe('closeWhenIdle', () => {
	it('hangs up on a client that stops reading', async () => {
		const idleMs = 200;
		const { isFinished, tookMs } = await download(null, idleMs);
		expect(isFinished).toBe(false);
		expect(tookMs).toBeGreaterThan(idleMs / 2);
		expect(tookMs).toBeLessThan(10 * idleMs);
	});

	it('serves a client that reads slowly to the end', async () => {
		// Longer than a busy machine leaves the test waiting.
		const idleMs = 1_000;
		const { isFinished, received, tookMs } = await download(5, idleMs);
		expect(isFinished).toBe(true);
		expect(tookMs).toBeGreaterThan(idleMs);
		expect(received).toBeGreaterThanOrEqual(bytes.byteLength);
	});
});
