import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, callRaw, signedIn, startTestServer, type TestServer, testPasswords } from '../testing.ts';

let test: TestServer;
beforeAll(async () => {
	test = await startTestServer({ TRUSTED_PROXIES: '127.0.0.0/8' });
});
afterAll(() => test.close());

const visitor = { authenticated: false, hasMageAccess: false, user: null };
/** Wrong tries are counted per address; a call through the trusted proxy may name any. */
const from = (address: string) => ({ 'x-forwarded-for': address });

describe('signing in over HTTP', () => {
	it('API-01 ENT-01 tells a visitor, a developer and a signed-out browser apart', async () => {
		const browser = new Browser(test.origin);
		expect((await browser.call('/api/auth/check')).json).toEqual(visitor);
		const signIn = await browser.signIn('developer', testPasswords.developer.toUpperCase());
		expect(signIn.status).toBe(200);
		expect(signIn.json).toEqual({
			authenticated: true,
			hasMageAccess: true,
			user: {
				id: expect.any(String),
				name: null,
				avatar: null,
				role: 'developer',
				premium: false,
				adminUnlocked: false,
				expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
			},
		});
		expect((await browser.call('/api/auth/check')).json).toEqual(signIn.json);
		const logout = await browser.post('/api/auth/discord/logout');
		expect([logout.status, logout.json]).toEqual([200, { ok: true }]);
		expect((await browser.call('/api/auth/check')).json).toEqual(visitor);
		expect((await browser.call('/api/jobs')).status).toBe(401);
	});

	it('API-03 logs out without a body, with an empty one and without a session', async () => {
		const sent: Readonly<Record<string, string>>[] = [{}, { 'content-type': 'application/json' }];
		for (const headers of sent) {
			const browser = await signedIn(test.origin);
			expect((await browser.call('/api/auth/discord/logout', { method: 'POST', headers })).status).toBe(200);
			expect((await browser.call('/api/auth/check')).json).toEqual(visitor);
		}
		expect((await callRaw(test.origin, '/api/auth/discord/logout', { method: 'POST' })).json).toEqual({ ok: true });
	});

	it('sets an HttpOnly Lax cookie for the whole site, without Secure on plain http', async () => {
		const { headers } = await new Browser(test.origin).signIn('developer');
		const session = headers['set-cookie']?.[0] ?? '';
		expect(session).toMatch(/^adx_session=[a-z2-7]{40}; /);
		expect(session).toMatch(/; Path=\/(;|$)/);
		expect(session).toMatch(/; HttpOnly(;|$)/);
		expect(session).toMatch(/; SameSite=Lax(;|$)/);
		expect(session).toMatch(/; Expires=/);
		expect(session).not.toContain('Secure');
	});

	it('elevates a session with premium and admin, which visitors cannot', async () => {
		for (const kind of ['premium', 'admin'] as const) {
			const refusal = await new Browser(test.origin).signIn(kind);
			expect([refusal.status, refusal.json]).toEqual([401, expect.objectContaining({ reason: 'sign_in_required' })]);
		}
		const browser = await signedIn(test.origin, 'community');
		await browser.signIn('premium');
		const { json } = await browser.signIn('admin');
		expect(json).toMatchObject({ user: { role: 'creator', premium: true, adminUnlocked: true } });
	});

	it('keeps a browser’s identity across sign-ins and gives the next browser another', async () => {
		const idOf = async (browser: Browser) =>
			((await browser.call('/api/auth/check')).json as { user: { id: string } }).user.id;
		const browser = await signedIn(test.origin);
		const id = await idOf(browser);
		await browser.post('/api/auth/discord/logout');
		await browser.signIn('community');
		expect(await idOf(browser)).toBe(id);
		expect(await idOf(await signedIn(test.origin))).not.toBe(id);
	});

	it('rejects the sixth wrong password of an address and kind with 429, Retry-After and a sentence', async () => {
		const browser = new Browser(test.origin);
		const attempt = (password: string, address = '203.0.113.1') =>
			browser.post('/api/auth/password', { kind: 'developer', password }, from(address));
		for (let tries = 0; tries < 5; tries += 1) {
			const refusal = await attempt('wrong');
			expect([refusal.status, refusal.json]).toEqual([401, expect.objectContaining({ reason: 'wrong_password' })]);
		}
		const refusal = await attempt(testPasswords.developer);
		expect(refusal.status).toBe(429);
		expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(890);
		expect(refusal.json).toEqual({
			error: 'Too many wrong passwords. Try again in 15 minutes.',
			reason: 'too_many_tries',
			requestId: refusal.headers['x-request-id'],
		});
		expect((await attempt(testPasswords.developer, '203.0.113.2')).status).toBe(200);
	});
});

describe('bad sessions', () => {
	it.each(['garbage', 'a'.repeat(40), '%00', '', 'x'.repeat(3_000)])(
		'rejects the session cookie %j and clears it',
		async (token) => {
			const { status, headers } = await callRaw(test.origin, '/api/jobs', {
				headers: { cookie: `adx_session=${token}` },
			});
			expect(status).toBe(401);
			expect(headers['set-cookie']?.[0]).toMatch(/^adx_session=; .*Expires=Thu, 01 Jan 1970/);
		},
	);

	it('rejects the session from before a login after it', async () => {
		const browser = await signedIn(test.origin, 'community');
		const before = browser.cookies.get('adx_session') ?? '';
		await browser.signIn('developer');
		expect(browser.cookies.get('adx_session')).not.toBe(before);
		expect((await callRaw(test.origin, '/api/jobs', { headers: { cookie: `adx_session=${before}` } })).status).toBe(
			401,
		);
	});

	it('rejects a session that was deleted or has ended', async () => {
		const { db } = test.server.services;
		const browser = await signedIn(test.origin);
		await db
			.updateTable('sessions')
			.set({ expiresAt: new Date(Date.now() - 1_000) })
			.execute();
		expect((await browser.call('/api/jobs')).status).toBe(401);
		expect(browser.cookies.has('adx_session')).toBe(false);
		const other = await signedIn(test.origin);
		await db.deleteFrom('sessions').execute();
		expect((await other.call('/api/jobs')).status).toBe(401);
		expect((await other.call('/api/auth/check')).json).toEqual(visitor);
	});

	it('rejects flags that a browser made up', async () => {
		const headers = { cookie: 'mage=true; discord=true; isDeveloper=true', 'x-mage-access': 'true' };
		expect((await callRaw(test.origin, '/api/stats', { headers })).status).toBe(401);
		expect((await callRaw(test.origin, '/api/auth/check', { headers })).json).toEqual(visitor);
	});

	it('rejects a visitor cookie as a session', async () => {
		const browser = await signedIn(test.origin);
		const visitorCookie = browser.cookies.get('adx_visitor') ?? '';
		const headers = { cookie: `adx_visitor=${visitorCookie}; adx_session=${visitorCookie}` };
		expect((await callRaw(test.origin, '/api/jobs', { headers })).status).toBe(401);
	});
});

describe('bad sign-ins', () => {
	it.each<[string, unknown, number]>([
		['a list as password', { kind: 'developer', password: ['a'] }, 400],
		['a number as password', { kind: 'developer', password: 5 }, 400],
		['an empty password', { kind: 'developer', password: '' }, 400],
		['a password of 1,001 characters', { kind: 'developer', password: 'x'.repeat(1_001) }, 400],
		['a password of 1 MB', { kind: 'developer', password: 'x'.repeat(1_000_000) }, 413],
		['an unknown kind', { kind: 'root', password: 'x' }, 400],
		['no kind', { password: 'x' }, 400],
		['a field too many', { kind: 'developer', password: testPasswords.developer, isDeveloper: true }, 400],
		['a list', [1], 400],
		['null', null, 400],
	])('rejects %s', async (_, body, status) => {
		const headers = { 'content-type': 'application/json', ...from('203.0.113.50') };
		const answer = await callRaw(test.origin, '/api/auth/password', {
			method: 'POST',
			headers,
			body: JSON.stringify(body),
		});
		expect(answer.status).toBe(status);
		expect(answer.json).toMatchObject({
			error: expect.any(String),
			reason: expect.any(String),
			requestId: expect.any(String),
		});
		expect(answer.headers['set-cookie']).toBeUndefined();
	});

	it('names the field that is wrong', async () => {
		const { json } = await callRaw(test.origin, '/api/auth/password', {
			method: 'POST',
			body: { kind: 'developer', password: 5 },
		});
		expect(json).toMatchObject({
			error: 'Expected string, received number',
			fields: { password: 'Expected string, received number' },
		});
	});

	it('writes no password and no session token to the log', async () => {
		const browser = await signedIn(test.origin);
		await browser.signIn('premium', 'canary-guess-123');
		const token = browser.cookies.get('adx_session') ?? '';
		expect(test.log()).toContain('signed in with a password');
		for (const secret of [...Object.values(testPasswords), 'canary-guess-123', token])
			expect(test.log()).not.toContain(secret);
	});
});

describe('the caller’s address', () => {
	it('is not taken from X-Forwarded-For of somebody who is no trusted proxy', async () => {
		const untrusting = await startTestServer();
		try {
			const statuses: number[] = [];
			for (let tries = 0; tries < 6; tries += 1) {
				const headers = { ...from(`203.0.113.${tries}`), 'content-type': 'application/json' };
				const body = JSON.stringify({ kind: 'developer', password: 'wrong' });
				statuses.push(
					(await callRaw(untrusting.origin, '/api/auth/password', { method: 'POST', headers, body })).status,
				);
			}
			expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
		} finally {
			await untrusting.close();
		}
	});
});
