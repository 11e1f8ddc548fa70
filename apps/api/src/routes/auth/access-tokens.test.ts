import { randomUUID } from 'node:crypto';
import { createPng, hashOf } from '@adx/core/merge/merge-testing';
import { insertAccessToken } from '@adx/db/repositories/auth/access-tokens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPurging } from '../../server/maintenance/purging.ts';
import {
	type Browser,
	dumpDatabase,
	generationRequest,
	sendRequest,
	signedIn,
	startTestServer,
	type TestRequest,
	type TestServer,
	testPasswords,
} from '../../testing/server-testing.ts';

let test: TestServer;
let browser: Browser;
beforeAll(async () => {
	test = await startTestServer();
	browser = await signedIn(test.origin);
});
afterAll(() => test.close());

interface MadeToken {
	readonly id: string;
	readonly token: string;
	readonly expiresAt: string;
}

const order = { name: 'nightly build', scopes: ['read', 'write'], expiresInDays: 30 };
async function createToken(body: object = order): Promise<MadeToken> {
	const { status, json } = await browser.post('/api/auth/tokens', body);
	if (status !== 200) throw new Error(`POST /api/auth/tokens answered ${status}`);
	return json as MadeToken;
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const cookie = () => ({ cookie: `adx_session=${browser.cookies.get('adx_session')}` });
const visitor = { authenticated: false, hasMageAccess: false, user: null };

describe('personal access tokens', () => {
	it('are made, listed without their secret, used and revoked', async () => {
		const { token, ...made } = await createToken();
		expect(token).toMatch(/^adx_[\w-]{43}$/);
		expect((await browser.call('/api/auth/tokens')).json).toEqual([made]);
		const check = await sendRequest(test.origin, '/api/auth/check', { headers: bearer(token) });
		expect(check.json).toMatchObject({
			authenticated: true,
			hasMageAccess: true,
			user: { role: 'creator', premium: false, adminUnlocked: false, expiresAt: made.expiresAt },
		});
		expect((await sendRequest(test.origin, '/api/jobs', { headers: bearer(token) })).status).toBe(200);
		expect((await browser.call('/api/auth/tokens')).json).toEqual([{ ...made, lastUsedAt: expect.any(String) }]);
		const revoked = await browser.call(`/api/auth/tokens/${made.id}`, { method: 'DELETE' });
		expect([revoked.status, revoked.json]).toEqual([200, { ...made, lastUsedAt: expect.any(String) }]);
		expect((await sendRequest(test.origin, '/api/jobs', { headers: bearer(token) })).status).toBe(401);
		expect((await browser.call(`/api/auth/tokens/${made.id}`, { method: 'DELETE' })).status).toBe(404);
	});

	it.each<[string, object]>([
		['no name', { ...order, name: ' ' }],
		['a name of 61 characters', { ...order, name: 'x'.repeat(61) }],
		['no scope', { ...order, scopes: [] }],
		['a scope that is none', { ...order, scopes: ['admin'] }],
		['a lifetime of 8 days', { ...order, expiresInDays: 8 }],
		['a lifetime as text', { ...order, expiresInDays: '7' }],
		['no lifetime', { name: 'x', scopes: ['read'] }],
		['a user of its own', { ...order, userId: randomUUID() }],
	])('reject an order with %s', async (_, body) => {
		expect((await browser.post('/api/auth/tokens', body)).status).toBe(400);
	});

	it('are refused with 403 where they name rights that the session lacks, or rights alone', async () => {
		const member = await signedIn(test.origin, 'community');
		for (const scope of ['developer', 'premium']) {
			const answer = await member.post('/api/auth/tokens', { ...order, scopes: ['read', scope] });
			expect([answer.status, answer.json]).toEqual([403, expect.objectContaining({ reason: 'not_allowed' })]);
		}
		expect((await browser.post('/api/auth/tokens', { ...order, scopes: ['developer'] })).status).toBe(400);
		expect((await member.call('/api/auth/tokens')).json).toEqual([]);
	});

	it('are purged once they have ended', async () => {
		const { services } = test.server;
		const { json } = await browser.call('/api/auth/check');
		const { user } = json as { readonly user: { readonly id: string } };
		const ended = { id: randomUUID(), userId: user.id, name: 'ended', hash: 'a'.repeat(64), scopes: ['read'] } as const;
		await insertAccessToken(services.db, { ...ended, expiresAt: new Date(Date.now() - 1_000) });
		await startPurging(services).stop();
		const rows = await services.db.selectFrom('accessTokens').select('id').where('id', '=', ended.id).execute();
		expect(rows).toEqual([]);
	});
});

describe('an Authorization header', () => {
	it('counts instead of the session cookie beside it', async () => {
		const { token } = await createToken({ ...order, scopes: ['read'] });
		const headers = { ...cookie(), ...bearer(token) };
		const check = await sendRequest(test.origin, '/api/auth/check', { headers });
		expect(check.json).toMatchObject({ user: { role: 'creator' } });
		const refusal = await sendRequest(test.origin, '/api/auth/tokens', { method: 'POST', headers, body: order });
		expect([refusal.status, refusal.json]).toEqual([403, expect.objectContaining({ reason: 'session_required' })]);
		expect((await sendRequest(test.origin, '/api/jobs?scope=all', { headers })).status).toBe(403);
	});

	it.each<[string, (token: string) => string]>([
		['an unknown token', (token) => `Bearer adx_${token.slice(4).split('').reverse().join('')}`],
		['a token of another form', () => 'Bearer x'],
		['an empty one', () => ''],
		['a token without its scheme', (token) => token],
		['another scheme', (token) => `Basic ${token}`],
		['the session’s secret', () => `Bearer ${browser.cookies.get('adx_session')}`],
		['two tokens', (token) => `Bearer ${token}, Bearer ${token}`],
		['a NUL', (token) => `Bearer ${token.slice(0, -1)}%00`],
		['15,000 characters', () => `Bearer adx_${'x'.repeat(15_000)}`],
	])('rejects %s with 401, whatever the cookie says, and is a visitor’s where anybody may call', async (_, write) => {
		const { token, id } = await createToken();
		const headers = { ...cookie(), authorization: write(token) };
		const refusal = await sendRequest(test.origin, '/api/jobs', { headers });
		expect([refusal.status, refusal.json]).toEqual([401, expect.objectContaining({ reason: 'sign_in_required' })]);
		expect(refusal.json).toMatchObject({
			error: expect.stringMatching(/^The Authorization header holds no access token/),
		});
		expect(refusal.headers['set-cookie']).toBeUndefined();
		expect((await sendRequest(test.origin, '/api/auth/check', { headers })).json).toEqual(visitor);
		await browser.call(`/api/auth/tokens/${id}`, { method: 'DELETE' });
	});

	it('rejects a token that has ended', async () => {
		const { token, id } = await createToken();
		const tokens = test.server.services.db.updateTable('accessTokens').where('id', '=', id);
		await tokens.set({ expiresAt: new Date(Date.now() - 1_000) } as object).execute();
		expect((await sendRequest(test.origin, '/api/jobs', { headers: bearer(token) })).status).toBe(401);
	});

	it('lets a token neither sign in nor elevate, with the right password and a session’s cookie beside it', async () => {
		const { token } = await createToken();
		for (const kind of ['developer', 'community', 'premium', 'admin'] as const) {
			const body = { kind, password: testPasswords[kind] };
			for (const headers of [bearer(token), { ...cookie(), ...bearer(token) }]) {
				const answer = await sendRequest(test.origin, '/api/auth/password', { method: 'POST', headers, body });
				expect([kind, answer.status, answer.json]).toEqual([
					kind,
					403,
					expect.objectContaining({ reason: 'session_required' }),
				]);
				expect(answer.headers['set-cookie']).toBeUndefined();
			}
		}
		const after = (await sendRequest(test.origin, '/api/auth/check', { headers: bearer(token) })).json;
		expect(after).toMatchObject({ user: { role: 'creator', premium: false, adminUnlocked: false } });
		expect((await browser.call('/api/auth/check')).json).toMatchObject({
			user: { premium: false, adminUnlocked: false },
		});
	});

	it('does not elevate a session whose cookie is sent with an invalid token', async () => {
		const headers = { ...cookie(), authorization: 'Bearer x' };
		const body = { kind: 'premium', password: testPasswords.premium };
		expect((await sendRequest(test.origin, '/api/auth/password', { method: 'POST', headers, body })).status).toBe(401);
		expect((await browser.call('/api/auth/check')).json).toMatchObject({ user: { premium: false } });
	});

	it('ends no session by logging out', async () => {
		const { token } = await createToken();
		const headers = { ...cookie(), ...bearer(token) };
		expect((await sendRequest(test.origin, '/api/auth/discord/logout', { method: 'POST', headers })).status).toBe(200);
		expect((await browser.call('/api/jobs')).status).toBe(200);
	});
});

describe('a script with rights of a developer who has premium', () => {
	const batch = { ...generationRequest, batchSize: 6 };
	const mergeOf = (sha256: string) => {
		const images = [{ filename: '1.png', sha256, metadata: null }];
		const collection = { id: 'a', name: 'North', imageCount: 1, uploadedAt: '2026-11-21T10:00:00.000Z', images };
		return { projectName: 'Winter Court', inputCollections: [collection] };
	};

	/** What a token with these scopes is answered that orders six images, uploads for a merge, and looks at everybody's. */
	async function outcomes(...rights: string[]) {
		const picture = await createPng(1);
		const developer = await signedIn(test.origin);
		await developer.signIn('premium');
		const body = { ...order, scopes: ['read', 'write', ...rights] };
		const made = await developer.post('/api/auth/tokens', body);
		expect([made.status, made.json]).toEqual([200, expect.objectContaining({ scopes: body.scopes })]);
		const { token, ...listed } = made.json as MadeToken;
		expect((await developer.call('/api/auth/tokens')).json).toEqual([listed]);
		// What the script may do outlives the session.
		await developer.post('/api/auth/discord/logout');
		const call = (path: string, change: TestRequest = {}) =>
			sendRequest(test.origin, path, { ...change, headers: bearer(token) });
		const post = (path: string, json: object) => call(path, { method: 'POST', body: json });
		const { json: check } = await call('/api/auth/check');
		const { role, premium } = (check as { readonly user: { readonly role: string; readonly premium: boolean } }).user;
		return {
			role,
			premium,
			batch: (await post('/api/generate', batch)).status,
			upload: (await call(`/api/uploads/${hashOf(picture)}`, { method: 'PUT', body: picture })).status,
			merge: (await post('/api/merge-jobs', mergeOf(hashOf(picture)))).status,
			everybody: (await call('/api/jobs?scope=all')).status,
			mintStatus: (await call('/api/mint/status')).status,
			tokens: (await call('/api/auth/tokens')).status,
		};
	}
	const asCreator = {
		role: 'creator',
		premium: false,
		batch: 402,
		upload: 403,
		merge: 403,
		everybody: 403,
		mintStatus: 403,
		tokens: 403,
	};
	const asDeveloper = { role: 'developer', batch: 200, everybody: 200, mintStatus: 200 };
	const withPremium = { premium: true, batch: 200, upload: 200, merge: 200 };

	it.each<[string, string[], object]>([
		['neither is refused both as a creator is', [], {}],
		['the developer’s orders above a creator’s limit', ['developer'], asDeveloper],
		['premium does so too, and merges on a locked page', ['premium'], withPremium],
		['both does all of it', ['developer', 'premium'], { ...asDeveloper, ...withPremium }],
	])('with %s', async (_, rights, difference) => {
		expect(await outcomes(...rights)).toEqual({ ...asCreator, ...difference });
	});
});

it('no token stands in the log or the database', async () => {
	const { token } = await createToken();
	expect((await sendRequest(test.origin, '/api/jobs', { headers: bearer(token) })).status).toBe(200);
	const database = await dumpDatabase(test);
	expect(database).toContain('nightly build');
	expect([test.log().includes(token.slice(4)), database.includes(token.slice(4))]).toEqual([false, false]);
});
