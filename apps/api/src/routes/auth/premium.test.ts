import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRequest, signedIn, startTestServer, type TestServer } from '../../testing/server-testing.ts';

let test: TestServer;
beforeAll(async () => {
	test = await startTestServer({ PREMIUM_PASSPHRASES: 'First-Phrase, Second-Phrase' });
});
afterAll(() => test.close());

describe('premium', () => {
	it.each(['First-Phrase', 'Second-Phrase'])('is given for the passphrase %s (VAL-13, VAL-16)', async (passphrase) => {
		const browser = await signedIn(test.origin, 'community');
		const { status, json } = await browser.signIn('premium', passphrase);
		expect([status, json]).toEqual([
			200,
			expect.objectContaining({ user: expect.objectContaining({ premium: true }) }),
		]);
	});

	it('rejects any other passphrase and leaves the session without it (VAL-14)', async () => {
		const browser = await signedIn(test.origin, 'community');
		for (const passphrase of ['first-phrase', 'First-Phrase, Second-Phrase', 'Third-Phrase']) {
			expect((await browser.signIn('premium', passphrase)).status).toBe(401);
		}
		expect((await browser.call('/api/auth/check')).json).toMatchObject({ user: { premium: false } });
	});

	it('is taken from the session by DELETE, which starts a new one and keeps the rest (VAL-15)', async () => {
		const browser = await signedIn(test.origin, 'community');
		await browser.signIn('admin');
		await browser.signIn('premium', 'First-Phrase');
		const before = browser.cookies.get('adx_session') ?? '';
		const { status, json } = await browser.call('/api/auth/premium', { method: 'DELETE' });
		expect(status).toBe(200);
		expect(json).toEqual((await browser.call('/api/auth/check')).json);
		expect(json).toMatchObject({ authenticated: true, user: { premium: false, adminUnlocked: true } });
		expect(browser.cookies.get('adx_session')).not.toBe(before);
		const headers = { cookie: `adx_session=${before}` };
		expect((await sendRequest(test.origin, '/api/stats', { headers })).status).toBe(401);
		const { user } = json as { readonly user: { readonly id: string } };
		const entries = await test.server.services.db
			.selectFrom('auditLog')
			.selectAll()
			.where('actorId', '=', user.id)
			.where('action', '=', 'premium.remove')
			.execute();
		expect(entries).toHaveLength(1);
	});

	it('answers as the access check does when there is none to take, and changes nothing', async () => {
		const browser = await signedIn(test.origin, 'community');
		const before = browser.cookies.get('adx_session');
		const { status, json } = await browser.call('/api/auth/premium', { method: 'DELETE' });
		expect([status, json]).toEqual([200, expect.objectContaining({ authenticated: true })]);
		expect(browser.cookies.get('adx_session')).toBe(before);
	});
});
