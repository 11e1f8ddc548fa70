import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	Browser,
	sendRequest,
	signedIn,
	startTestServer,
	type TestServer,
	testPasswords,
} from '../../testing/server-testing.ts';

let test: TestServer;
beforeAll(async () => {
	test = await startTestServer();
});
afterAll(() => test.close());

const visitor = { authenticated: false, hasMageAccess: false, user: null };

describe('signing in over HTTP', () => {
	it('tells a visitor, a developer and a signed-out browser apart (API-01, ENT-01)', async () => {
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
				imagesLeftToday: null,
				imagesLeftAreShared: false,
			},
		});
		expect((await browser.call('/api/auth/check')).json).toEqual(signIn.json);
		const logout = await browser.post('/api/auth/discord/logout');
		expect([logout.status, logout.json]).toEqual([200, { ok: true }]);
		expect((await browser.call('/api/auth/check')).json).toEqual(visitor);
		expect((await browser.call('/api/jobs')).status).toBe(401);
	});

	it('logs out without a body, with an empty one and without a session (API-03)', async () => {
		const sent: Readonly<Record<string, string>>[] = [{}, { 'content-type': 'application/json' }];
		for (const headers of sent) {
			const browser = await signedIn(test.origin);
			expect((await browser.call('/api/auth/discord/logout', { method: 'POST', headers })).status).toBe(200);
			expect((await browser.call('/api/auth/check')).json).toEqual(visitor);
		}
		expect((await sendRequest(test.origin, '/api/auth/discord/logout', { method: 'POST' })).json).toEqual({ ok: true });
	});

	it('notes in the audit log who signed in, was refused and got more rights, from which address', async () => {
		const before = test.log().length;
		const browser = new Browser(test.origin);
		await browser.signIn('community', 'not the password');
		await browser.signIn('community');
		await browser.signIn('premium');
		const lines = test.log().slice(before).trimEnd().split('\n');
		const noted = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ audit }) => audit);
		const address = '127.0.0.1';
		const requestId = expect.any(String);
		expect(noted).toMatchObject([
			{ audit: 'session.refuse', kind: 'community', address, requestId },
			{ audit: 'session.start', kind: 'community', address, requestId, userId: expect.any(String) },
			{ audit: 'session.elevate', kind: 'premium', address, requestId, userId: expect.any(String) },
		]);
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
});
