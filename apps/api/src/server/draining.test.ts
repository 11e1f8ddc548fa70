import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { startTestServer } from '../testing/server-testing.ts';

/**
 * The status and what it says of the connection; the error's code when there is no answer, after "open" where the
 * connection had been one already.
 */
function ask(origin: string, path: string, agent: Agent): Promise<string> {
	return new Promise((resolve) => {
		const call = request(`${origin}${path}`, { agent }, (response: IncomingMessage) => {
			response.resume();
			response.once('end', () => resolve(`${response.statusCode} ${response.headers.connection}`));
		});
		call.once('error', (error: NodeJS.ErrnoException) => resolve(call.reusedSocket ? `open ${error.code}` : 'refused'));
		call.end();
	});
}

it('answers what comes on an open connection while it ends, says that it closes, and takes nothing after', async () => {
	const { origin, close } = await startTestServer();
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	const another = new Agent({ keepAlive: true, maxSockets: 1 });
	try {
		expect(await ask(origin, '/healthz', agent)).toBe('200 keep-alive');
		expect(await ask(origin, '/healthz', another)).toBe('200 keep-alive');
		const closed = close();
		await sleep(200);
		expect(await ask(origin, '/healthz', agent)).toBe('200 close');
		expect(await ask(origin, '/readyz', another)).toBe('503 close');
		await closed;
		expect(await ask(origin, '/healthz', agent)).toBe('refused');
	} finally {
		agent.destroy();
		another.destroy();
	}
});

it('ends at once when no connection is open', async () => {
	const { origin, close } = await startTestServer();
	const once = new Agent({ keepAlive: false });
	expect(await ask(origin, '/healthz', once)).toBe('200 close');
	const startedAt = performance.now();
	await close();
	expect(performance.now() - startedAt).toBeLessThan(900);
});

it('loses no request of clients that go on asking while it ends', async () => {
	const { origin, close } = await startTestServer();
	const answers: string[] = [];
	const clients = Array.from({ length: 20 }, async () => {
		const agent = new Agent({ keepAlive: true, maxSockets: 1 });
		for (let answer = ''; answer !== 'refused'; await sleep(20)) {
			answer = await ask(origin, '/readyz', agent);
			answers.push(answer);
		}
		agent.destroy();
	});
	// By then about all of them have a connection that stays open.
	await vi.waitFor(() => expect(answers.length).toBeGreaterThan(3 * clients.length), 10_000);
	await close();
	await Promise.all(clients);
	// What was asked before the end and answered after it is 200, and says that it closes.
	const seen = new Set(answers.filter((answer) => answer !== '200 close'));
	expect([...seen].toSorted()).toEqual(['200 keep-alive', '503 close', 'refused']);
});
