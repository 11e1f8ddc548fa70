import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { callRaw, startTestServer } from './testing.ts';

describe('startServer', () => {
	it('finishes the request that is on its way when it is told to end, and takes no new connection', async () => {
		const test = await startTestServer();
		const { port } = new URL(test.origin);
		const body = JSON.stringify({ kind: 'developer', password: 'Dev-Pass' });
		const socket = connect({ host: '127.0.0.1', port: Number(port) });
		let received = '';
		socket.setEncoding('utf8');
		socket.on('data', (chunk) => {
			received += chunk;
		});
		const hungUp = new Promise((resolve) => socket.once('close', resolve));
		const head = `POST /api/auth/password HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
		socket.write(head + body.slice(0, 10));
		await new Promise((resolve) => setTimeout(resolve, 100));
		const closed = test.close();
		await new Promise((resolve) => setTimeout(resolve, 100));
		await expect(callRaw(test.origin, '/healthz')).rejects.toThrow(/ECONNREFUSED/);
		socket.write(body.slice(10));
		await hungUp;
		await closed;
		expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n.*"authenticated":true/s);
	});

	it('marks cookies Secure and asks browsers for https where the public origin is https', async () => {
		const test = await startTestServer({ PUBLIC_ORIGIN: 'https://adx.example.org' });
		try {
			const headers = { host: 'adx.example.org', origin: 'https://adx.example.org' };
			const body = { kind: 'developer', password: 'Dev-Pass' };
			const answer = await callRaw(test.origin, '/api/auth/password', { method: 'POST', headers, body });
			expect(answer.status).toBe(200);
			expect(answer.headers['set-cookie']?.[0]).toMatch(/^__Host-adx_session=[a-z2-7]{40};.*; Secure/);
			expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
			expect((await callRaw(test.origin, '/api/auth/check')).status).toBe(403);
		} finally {
			await test.close();
		}
	});
});
