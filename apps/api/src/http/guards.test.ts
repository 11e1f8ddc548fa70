import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, callRaw, order, signedIn, startTestServer, type TestServer } from '../testing.ts';

let test: TestServer;
let developer: Browser;
beforeAll(async () => {
	test = await startTestServer();
	developer = await signedIn(test.origin);
});
afterAll(() => test.close());

const cookieOf = (browser: Browser) => [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const portOf = () => new URL(test.origin).port;

/** Sends text over a bare socket and returns everything that comes back until the server hangs up. */
function exchange(text: string | Buffer): Promise<string> {
	return new Promise((resolve, reject) => {
		const socket = connect({ host: '127.0.0.1', port: Number(portOf()) }, () => socket.write(text));
		let received = '';
		socket.setEncoding('latin1');
		socket.on('data', (chunk) => {
			received += chunk;
		});
		socket.on('error', reject);
		socket.on('close', () => resolve(received));
	});
}

describe('who may call', () => {
	it('declares an access for every route', () => {
		const { routes } = test.server;
		expect(routes.length).toBeGreaterThan(15);
		expect(routes.every(({ access }) => ['public', 'limited', 'member', 'developer'].includes(access))).toBe(true);
		const open = routes.filter(({ access }) => access === 'public' || access === 'limited');
		const named = new Set(
			open.map(({ method, url }) => `${method} ${url}`).filter((name) => !name.startsWith('HEAD ')),
		);
		// A longer list is a decision about security, to be made here as well.
		expect([...named].sort()).toEqual(
			[
				'GET /',
				'GET /api/auth/check',
				'GET /api/config',
				'GET /api/docs',
				'GET /healthz',
				'GET /openapi.json',
				'GET /readyz',
				'GET /trpc/*',
				'POST /api/auth/discord/logout',
				'POST /api/auth/password',
				'POST /trpc/*',
			].sort(),
		);
	});

	it('rejects everything else without a session with 401, whatever the body', async () => {
		const { routes } = test.server;
		const closed = routes.filter(({ access }) => access !== 'public' && access !== 'limited');
		expect(closed.length).toBeGreaterThan(9);
		for (const { method, url } of closed) {
			const path = url.replaceAll(/:\w+/g, 'x');
			const { status, json } = await callRaw(test.origin, path, {
				method,
				body: method === 'POST' ? '{{{' : undefined,
			});
			expect([method, url, status]).toEqual([method, url, 401]);
			if (method !== 'HEAD') expect(json).toMatchObject({ reason: 'sign_in_required' });
		}
	});

	it('rejects paths of the API that do not exist with 401 for visitors and 404 for members', async () => {
		for (const path of ['/api', '/api/', '/api/nothing', '/api/merge-jobs', '/api/generate/a/b/c']) {
			expect((await callRaw(test.origin, path)).status).toBe(401);
			const answer = await developer.call(path);
			expect([answer.status, answer.json]).toEqual([404, expect.objectContaining({ reason: 'not_found' })]);
		}
		expect((await developer.call('/api/jobs', { method: 'PUT' })).status).toBe(404);
	});
});

describe('where a call comes from', () => {
	it.each<[string, Record<string, string>, number]>([
		['no Origin, as curl', {}, 200],
		['our Origin', { origin: 'ours', 'sec-fetch-site': 'same-origin' }, 200],
		['a foreign Origin', { origin: 'https://evil.example' }, 403],
		['our name on another port', { origin: 'http://127.0.0.1:1' }, 403],
		['our name over https', { origin: 'https' }, 403],
		['Origin null', { origin: 'null' }, 403],
		['Sec-Fetch-Site alone', { 'sec-fetch-site': 'same-origin' }, 403],
		['an evil Host', { host: 'evil.example' }, 403],
		['an evil X-Forwarded-Host', { 'x-forwarded-host': 'evil.example' }, 200],
	])('answers %s with its status', async (_, given, status) => {
		const written = new Map([
			['ours', test.origin],
			['https', test.origin.replace('http', 'https')],
		]);
		const origin = written.get(given.origin ?? '') ?? given.origin;
		const headers = { ...given, ...(origin === undefined ? {} : { origin }), cookie: cookieOf(developer) };
		const rest = await callRaw(test.origin, '/api/generate/plan', { method: 'POST', headers, body: order });
		expect(rest.status).toBe(status);
		const trpc = await callRaw(test.origin, '/trpc/generation.plan', {
			method: 'POST',
			headers,
			body: { json: order },
		});
		expect(trpc.status).toBe(status);
		if (status === 403)
			expect(rest.json).toMatchObject({ reason: 'bad_origin', requestId: rest.headers['x-request-id'] });
	});

	it('rejects an evil Host even on reads, and answers probes by any name', async () => {
		const headers = { host: 'evil.example' };
		for (const path of ['/', '/api/auth/check', '/openapi.json', '/nothing']) {
			expect((await callRaw(test.origin, path, { headers })).status).toBe(403);
		}
		for (const path of ['/healthz', '/readyz'])
			expect((await callRaw(test.origin, path, { headers })).status).toBe(200);
	});

	it('sets no CORS header', async () => {
		const { headers } = await callRaw(test.origin, '/api/auth/check', { headers: { origin: 'https://evil.example' } });
		expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
	});
});

describe('bodies', () => {
	const post = (body: string | Buffer, headers: Readonly<Record<string, string>> = {}) =>
		developer.call('/api/generate/plan', {
			method: 'POST',
			body,
			headers: { 'content-type': 'application/json', ...headers },
		});

	it.each<[string, string | Buffer, Record<string, string>, number]>([
		['a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
		['plain text', '{}', { 'content-type': 'text/plain' }, 415],
		['no content type', '{}', { 'content-type': '' }, 415],
		['a compressed body', gzipSync('{}'), { 'content-encoding': 'gzip' }, 415],
		['more than 1 MB', ' '.repeat(1_000_001), {}, 413],
		['a list', '[1]', {}, 400],
		['half of JSON', '{"races":', {}, 400],
		['two values', '{} {}', {}, 400],
		['a __proto__ key', '{"__proto__":{"isDeveloper":true}}', {}, 400],
		['a disguised __proto__ key', '{"\\u005f_proto__":{"a":1}}', {}, 400],
		['a constructor.prototype key', '{"constructor":{"prototype":{"a":1}}}', {}, 400],
		['nesting 400,000 levels deep', '['.repeat(400_000) + ']'.repeat(400_000), {}, 400],
		['nesting that never ends', '{"a":'.repeat(150_000), {}, 400],
		['text that is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), {}, 400],
		['an unknown field', JSON.stringify({ ...order, isDeveloper: true }), {}, 400],
	])('rejects %s', async (_, body, headers, status) => {
		const rest = await post(body, headers);
		expect(rest.status).toBe(status);
		expect(rest.json).toMatchObject({
			error: expect.any(String),
			reason: expect.any(String),
			requestId: rest.headers['x-request-id'],
		});
		const trpc = await developer.call('/trpc/generation.plan', {
			method: 'POST',
			body,
			headers: { 'content-type': 'application/json', ...headers },
		});
		expect(trpc.status).toBe(status);
	});

	it('rejects 1 GB that is only announced without waiting for it', async () => {
		const head = `POST /api/generate HTTP/1.1\r\nHost: 127.0.0.1:${portOf()}\r\nCookie: ${cookieOf(developer)}\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\nConnection: close\r\n\r\n`;
		expect(await exchange(head)).toMatch(/^HTTP\/1\.1 413 .*"reason":"body_too_large"/s);
	});

	it('rejects headers of 20 KB with 431 and what is no HTTP with 400, in the same shape', async () => {
		const head = `GET /api/auth/check HTTP/1.1\r\nHost: 127.0.0.1:${portOf()}\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`;
		expect(await exchange(head)).toMatch(
			/^HTTP\/1\.1 431 .*\{"error":"[^"]+","reason":"bad_input","requestId":"[^"]+"\}$/s,
		);
		expect(await exchange('hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*"reason":"bad_input"/s);
	});

	it('rejects an address it cannot read and a batch without end', async () => {
		expect((await developer.call('/api/generate/%ZZ')).status).toBe(400);
		const batch = Array.from({ length: 21 }, () => 'auth.check').join(',');
		expect((await developer.call(`/trpc/${batch}?batch=1`)).status).toBe(400);
		const poisoned = encodeURIComponent('{"json":{"__proto__":{"scope":"all"}}}');
		expect((await developer.call(`/trpc/generation.list?input=${poisoned}`)).status).toBe(400);
	});

	it('rejects an Idempotency-Key that is too long or blank', async () => {
		for (const key of ['x'.repeat(201), 'a b', 'ä']) {
			expect((await developer.post('/api/generate', order, { 'idempotency-key': key })).status).toBe(400);
		}
	});
});

describe('every answer', () => {
	it('carries a request id of its own, not the caller’s', async () => {
		const ids = new Set<string>();
		for (const path of [
			'/',
			'/api/auth/check',
			'/api/jobs',
			'/nothing',
			'/trpc/auth.check',
			'/trpc/no.such',
			'/healthz',
		]) {
			const { headers } = await callRaw(test.origin, path, { headers: { 'x-request-id': 'forged' } });
			ids.add(String(headers['x-request-id']));
		}
		expect(ids.size).toBe(7);
		expect(ids.has('forged')).toBe(false);
		expect(ids.has('undefined')).toBe(false);
	});

	it('carries a strict content security policy and no version of the server', async () => {
		const { headers } = await callRaw(test.origin, '/');
		expect(headers['content-security-policy']).toContain("script-src 'self';");
		expect(headers['content-security-policy']).not.toMatch(/unsafe/);
		expect(headers['x-content-type-options']).toBe('nosniff');
		expect(headers['x-powered-by']).toBeUndefined();
		expect(headers['strict-transport-security']).toBeUndefined();
	});

	it('says alive and ready', async () => {
		expect((await callRaw(test.origin, '/healthz')).json).toEqual({ status: 'ok' });
		expect((await callRaw(test.origin, '/readyz')).json).toEqual({
			status: 'ready',
			checks: { database: true, disk: true, accepting: true },
		});
	});
});
