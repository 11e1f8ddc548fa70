import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { callRaw, startTestServer } from '../testing.ts';

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
	expect((await callRaw(origin, '/healthz')).status).toBe(200);
	await close();
	const failures = log()
		.split('\n')
		.filter((line) => /"level":[56]0/.test(line));
	expect(failures).toEqual([]);
});
