import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { rejectConnection } from '../../http/response/error-response.ts';
import { exchangeBytes } from '../../testing/socket-testing.ts';
import { type BodyTimeout, enforceBodyTimeouts, longBodyTime, setBodyTimeout } from './body-limits.ts';

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** A server that gives bodies this much time and answers how many bytes came. */
async function start(time: BodyTimeout): Promise<string> {
	server = createServer(async (request, response) => {
		setBodyTimeout(request, time);
		let bytes = 0;
		request.on('error', () => {});
		request.on('data', (chunk: Buffer) => {
			bytes += chunk.length;
		});
		request.on('end', () => response.setHeader('connection', 'close').end(`came ${bytes}`));
	});
	server.on('clientError', rejectConnection);
	enforceBodyTimeouts(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

function* drip(pieces: number, bytes: number) {
	yield `PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: ${pieces * bytes}\r\n\r\n`;
	for (let piece = 0; piece < pieces; piece++) yield 'x'.repeat(bytes);
}

const refused = /^HTTP\/1\.1 408 .*"reason":"bad_input"/s;

describe('the time of a body', () => {
	it('rejects with 408 what takes longer than all of it may', async () => {
		const { received, durationMs } = await exchangeBytes(await start({ totalMs: 300 }), drip(100, 10), 20);
		expect(received).toMatch(refused);
		expect(durationMs).toBeLessThan(1_500);
	});

	it('rejects with 408 what trickles, long before its time is over', async () => {
		const time = { totalMs: 60_000, step: { everyMs: 200, minBytes: 1_000 } };
		const { received, durationMs } = await exchangeBytes(await start(time), drip(500, 10), 20);
		expect(received).toMatch(refused);
		expect(durationMs).toBeLessThan(3_000);
	});

	it('lets what comes steadily take many steps', async () => {
		const time = { totalMs: 60_000, step: { everyMs: 150, minBytes: 100 } };
		const { received, durationMs } = await exchangeBytes(await start(time), drip(40, 1_000), 20);
		expect(received).toMatch(/^HTTP\/1\.1 200 .*came 40000$/s);
		expect(durationMs).toBeGreaterThan(450);
	});

	it('lets a long body come at a fifth of a line of 128 kbit/s, as the merger page sends five at once', async () => {
		const { everyMs, minBytes } = longBodyTime.step!;
		// The same rate, looked at every second rather than every minute.
		const time = { totalMs: 60_000, step: { everyMs: everyMs / 60, minBytes: minBytes / 60 } };
		const { received } = await exchangeBytes(await start(time), drip(150, 64), 20);
		expect(received).toMatch(/^HTTP\/1\.1 200 .*came 9600$/s);
	});
});
