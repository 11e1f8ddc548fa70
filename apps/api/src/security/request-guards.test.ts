import fastifyCookie from '@fastify/cookie';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendErrorResponse } from '../http/response/error-response.ts';
import { listen } from '../server/listen.ts';
import { type Browser, sendRequest, signedIn, startTestServer, type TestServer } from '../testing/server-testing.ts';
import { exchangeBytes } from '../testing/socket-testing.ts';
import { addRequestGuards } from './request-guards.ts';
import { collectRoutes } from './route-access.ts';

let test: TestServer;
let developer: Browser;
beforeAll(async () => {
	test = await startTestServer();
	developer = await signedIn(test.origin);
});
afterAll(() => test.close());

describe('who may call', () => {
	it('rejects everything else without a session with 401, whatever the body', async () => {
		const { routes } = test.server;
		const closed = routes.filter(({ access }) => access !== 'public' && access !== 'limited');
		expect(closed.length).toBeGreaterThan(9);
		for (const { method, url } of closed) {
			const path = url.replaceAll(/:\w+/g, 'x');
			const { status, json } = await sendRequest(test.origin, path, {
				method,
				body: method === 'POST' ? '{{{' : undefined,
			});
			expect([method, url, status]).toEqual([method, url, 401]);
			// Merges answer their refusals as plain text.
			const isText = method === 'POST' && url === '/api/merge-jobs';
			if (method !== 'HEAD' && !isText) expect(json).toMatchObject({ reason: 'sign_in_required' });
		}
	});

	it('rejects paths of the API that do not exist with 401 for visitors and 404 for members', async () => {
		for (const path of ['/api', '/api/', '/api/nothing', '/api/merge-jobs/a/b/c', '/api/generate/a/b/c']) {
			expect((await sendRequest(test.origin, path)).status).toBe(401);
			const answer = await developer.call(path);
			expect([answer.status, answer.json]).toEqual([404, expect.objectContaining({ reason: 'not_found' })]);
		}
	});

	it.each([
		['GET', '/api/generate', 'POST'],
		['DELETE', '/api/jobs', 'GET, HEAD'],
		['PATCH', '/api/generate/no-such-job?x=1', 'DELETE, GET, HEAD'],
	])('rejects %s %s with the methods that the address takes, for members alone', async (method, path, allow) => {
		const { status, headers, json } = await developer.call(path, { method });
		expect([status, headers.allow]).toEqual([405, allow]);
		expect(json).toMatchObject({ error: `This address takes ${allow}.`, reason: 'bad_input' });
		const stranger = await sendRequest(test.origin, path, { method });
		expect([stranger.status, stranger.headers.allow]).toEqual([401, undefined]);
	});
});

describe('a route that declares its rule', () => {
	/** A server with the same services and guards, and with routes as later pages will have them. */
	async function startGuarded(lockedPages: readonly ('gallery' | 'merger')[]) {
		const { config, ...others } = test.server.services;
		const services = { ...others, config: { ...config, lockedPages } };
		const app = Fastify();
		const routes = collectRoutes(app);
		app.setErrorHandler((error, _request, reply) => sendErrorResponse(reply, error, services.log));
		await app.register(fastifyCookie);
		addRequestGuards(app, services, { HOST: '127.0.0.1', PUBLIC_ORIGIN: undefined });
		app.get('/page', { config: { access: 'member', page: 'gallery' } }, async () => 'answer');
		app.post('/session', { config: { access: 'session' } }, async () => 'answer');
		app.post('/reading', { config: { access: 'member', scope: 'read' } }, async () => 'answer');
		app.get('/developer', { config: { access: 'developer' } }, async () => 'answer');
		const { host, port } = await listen(app, { host: '127.0.0.1', port: 0 });
		return { app, routes, origin: `http://${host}:${port}` };
	}

	it('is refused while its page is locked, developers included, and opens by premium or the admin password (AMB-35, LOCK-01, LOCK-02)', async () => {
		const locked = await startGuarded(['gallery']);
		const open = await startGuarded(['merger']);
		try {
			for (const elevation of [null, 'premium', 'admin'] as const) {
				for (const kind of ['community', 'developer'] as const) {
					const browser = await signedIn(test.origin, kind);
					if (elevation !== null) await browser.signIn(elevation);
					const headers = { cookie: `adx_session=${browser.cookies.get('adx_session')}` };
					const { status, json } = await sendRequest(locked.origin, '/page', { headers });
					expect([kind, elevation, status]).toEqual([kind, elevation, elevation === null ? 403 : 200]);
					if (status === 403) expect(json).toMatchObject({ reason: 'page_locked' });
					expect((await sendRequest(open.origin, '/page', { headers })).status).toBe(200);
				}
			}
			expect((await sendRequest(open.origin, '/page')).status).toBe(401);
		} finally {
			await Promise.all([locked.app.close(), open.app.close()]);
		}
	});

	it('asks a token for read at GET and write otherwise, unless it names the scope, and lets none into what needs a session', async () => {
		const { app, routes, origin } = await startGuarded([]);
		const { json } = await developer.post('/api/auth/tokens', { name: 'x', scopes: ['read'], expiresInDays: 7 });
		const headers = { authorization: `Bearer ${(json as { readonly token: string }).token}` };
		try {
			expect(routes.map(({ method, url, scope }) => `${method} ${url} ${scope}`)).toEqual(
				expect.arrayContaining(['GET /page read', 'HEAD /page read', 'POST /session write', 'POST /reading read']),
			);
			const answers: Record<string, unknown> = {};
			for (const [method, path] of [
				['GET', '/page'],
				['POST', '/reading'],
				['POST', '/session'],
				['GET', '/developer'],
			] as const) {
				const answer = await sendRequest(origin, path, { method, headers });
				answers[path] = answer.status === 200 ? 200 : (answer.json as { readonly reason: string }).reason;
			}
			expect(answers).toEqual({
				'/page': 200,
				'/reading': 200,
				'/session': 'session_required',
				'/developer': 'not_allowed',
			});
		} finally {
			await app.close();
		}
	});

	it('rejects a route that does not say who may call it', () => {
		const app = Fastify();
		collectRoutes(app);
		expect(() => app.get('/open', async () => 'answer')).toThrow('GET /open does not declare who may call it');
	});
});

describe('every answer', () => {
	it('rejects a request that names two hosts with 400, also one whose answer is remembered', async () => {
		const { host } = new URL(test.origin);
		const cookie = [...developer.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		const { headers } = await developer.call('/api/jobs');
		const unchanged = `Cookie: ${cookie}\r\nIf-None-Match: ${headers.etag}\r\nConnection: close\r\n`;
		for (const path of ['/healthz', '/', '/api/jobs', '/api/config']) {
			for (const second of [host, 'adx.example.org']) {
				const head = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nhOST: ${second}\r\n${unchanged}\r\n`;
				const { received } = await exchangeBytes(test.origin, [head]);
				expect([path, received.slice(0, 12)]).toEqual([path, 'HTTP/1.1 400']);
			}
		}
	});

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
			const { headers } = await sendRequest(test.origin, path, { headers: { 'x-request-id': 'forged' } });
			ids.add(String(headers['x-request-id']));
		}
		expect(ids.size).toBe(7);
		expect(ids.has('forged')).toBe(false);
		expect(ids.has('undefined')).toBe(false);
	});

	it('carries a strict content security policy and no version of the server', async () => {
		const { headers } = await sendRequest(test.origin, '/');
		expect(headers['content-security-policy']).toContain("script-src 'self';");
		expect(headers['content-security-policy']).not.toMatch(/unsafe/);
		expect(headers['x-content-type-options']).toBe('nosniff');
		expect(headers['x-powered-by']).toBeUndefined();
		expect(headers['strict-transport-security']).toBeUndefined();
	});

	it('says alive and ready', async () => {
		expect((await sendRequest(test.origin, '/healthz')).json).toEqual({ status: 'ok' });
		expect((await sendRequest(test.origin, '/readyz')).json).toEqual({
			status: 'ready',
			checks: { database: true, disk: true, accepting: true },
		});
	});
});
