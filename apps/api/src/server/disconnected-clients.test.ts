import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sendRequest, startTestServer } from '../testing/server-testing.ts';

const failuresIn = (log: string) => log.split('\n').filter((line) => /"level":[56]0/.test(line));

it('takes clients that reset their connection amid requests for gone, and not for a failure', async () => {
	const { origin, log, close } = await startTestServer();
	const { port } = new URL(origin);
	const request = `GET /api/config HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
	for (let round = 0; round < 20; round += 1) {
		const sockets = Array.from({ length: 20 }, () => connect({ host: '127.0.0.1', port: Number(port) }));
		for (const socket of sockets) socket.on('error', () => {}).write(request.repeat(10));
		await sleep(round % 4);
		for (const socket of sockets) socket.resetAndDestroy();
	}
	expect((await sendRequest(origin, '/healthz')).status).toBe(200);
	await close();
	expect(failuresIn(log())).toEqual([]);
});

it('takes clients that leave while they wait in line behind others of their address for gone', async () => {
	const { origin, log, close } = await startTestServer();
	const { port } = new URL(origin);
	const head = `POST /trpc/auth.signInWithPassword HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"json":"`;
	// More than one address may have on their way; their bodies never come.
	const sockets = Array.from({ length: 200 }, () => connect({ host: '127.0.0.1', port: Number(port) }));
	for (const socket of sockets) socket.on('error', () => {}).write(head);
	await sleep(1_000);
	for (const socket of sockets) socket.destroy();
	expect((await sendRequest(origin, '/api/config')).status).toBe(200);
	await close();
	expect(failuresIn(log())).toEqual([]);
});
