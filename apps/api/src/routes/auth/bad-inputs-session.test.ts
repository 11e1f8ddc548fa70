import { createHash } from 'node:crypto';
import { deleteSession } from '@adx/db/repositories/auth/sessions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	Browser,
	dumpDatabase,
	generationRequest,
	sendRequest,
	signedIn,
	startTestServer,
	type TestRequest,
	type TestResponse,
	type TestServer,
	testPasswords,
} from '../../testing/server-testing.ts';

// Bad inputs 1 to 14: sessions and sign-ins. 8 and 9, the way back from Discord, are tested beside its route.

let test: TestServer;
/** Trusts this machine as a proxy, so that a call may come from any address. */
let proxied: TestServer;
let developer: Browser;
/** What must be found neither in the log nor in the database. */
const secrets = new Set<string>(['canary-guess', ...Object.values(testPasswords)]);
beforeAll(async () => {
	[test, proxied] = [await startTestServer(), await startTestServer({ TRUSTED_PROXIES: '127.0.0.0/8' })];
	developer = await signIn('developer');
});
afterAll(() => Promise.all([test.close(), proxied.close()]));

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const tokenOf = ({ cookies }: Browser) => cookies.get('adx_session') ?? '';
const cookieOf = ({ cookies }: Browser) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

async function signIn(kind: 'developer' | 'community'): Promise<Browser> {
	const browser = await signedIn(test.origin, kind);
	for (const value of browser.cookies.values()) secrets.add(value);
	return browser;
}

async function endedSession(): Promise<string> {
	const token = tokenOf(await signIn('community'));
	const sessions = test.server.services.db.updateTable('sessions').where('id', '=', sha256(token));
	await sessions.set({ expiresAt: new Date(Date.now() - 1_000) }).execute();
	return token;
}

async function deletedSession(): Promise<string> {
	const token = tokenOf(await signIn('community'));
	await deleteSession(test.server.services.db, sha256(token));
	return token;
}

async function sessionBeforeLogin(): Promise<string> {
	const browser = await signIn('community');
	const before = tokenOf(browser);
	expect((await browser.signIn('developer')).status).toBe(200);
	return before;
}

async function visitorCookie(): Promise<string> {
	return (await signIn('community')).cookies.get('adx_visitor') ?? '';
}

/** The same call at REST and at tRPC. */
async function planBoth(call: TestRequest): Promise<readonly TestResponse[]> {
	const { body } = call;
	const enclosed = typeof body === 'object' && !Buffer.isBuffer(body) ? { body: { json: body } } : {};
	return [
		await sendRequest(test.origin, '/api/generate/plan', { method: 'POST', ...call }),
		await sendRequest(test.origin, '/trpc/generation.plan', { method: 'POST', ...call, ...enclosed }),
	];
}

/** Every refusal gives a sentence, a reason and its id, and nothing internal. */
function expectRefused({ status, headers, bytes, json }: TestResponse, expected: number): void {
	expect(status).toBe(expected);
	expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
	expect(bytes.toString()).not.toMatch(/\n\s+at |\.[tj]s:\d|node_modules/);
	const parsed = json as { readonly error?: { readonly json?: { readonly data?: object } } };
	const facts = parsed.error?.json?.data ?? parsed;
	expect(facts).toMatchObject({ reason: expect.any(String), requestId: headers['x-request-id'] });
}

describe('a session cookie', () => {
	it.each<[title: string, make: () => string | Promise<string>]>([
		['2 garbage', () => 'garbage'],
		['2 the form of one that was never given', () => 'a'.repeat(40)],
		['2 an encoded NUL', () => '%00'],
		['2 nothing', () => ''],
		['2 3,000 characters', () => 'x'.repeat(3_000)],
		['2 an ended one', endedSession],
		['2 a deleted one', deletedSession],
		['2 the visitor cookie', visitorCookie],
	])('rejects %s and clears it', async (_, make) => {
		const headers = { cookie: `adx_session=${await make()}` };
		for (const path of ['/api/jobs', '/trpc/generation.list?input=%7B%22json%22%3A%7B%7D%7D']) {
			const answer = await sendRequest(test.origin, path, { headers });
			expectRefused(answer, 401);
			expect(answer.headers['set-cookie']?.[0]).toMatch(/^adx_session=; .*Expires=Thu, 01 Jan 1970/);
		}
		expect((await sendRequest(test.origin, '/api/auth/check', { headers })).json).toMatchObject({
			authenticated: false,
		});
	});

	it('rejects 4 the session from before a login, and leaves the cookie of the new one alone', async () => {
		const headers = { cookie: `adx_session=${await sessionBeforeLogin()}` };
		for (const path of ['/api/jobs', '/trpc/generation.list?input=%7B%22json%22%3A%7B%7D%7D']) {
			const answer = await sendRequest(test.origin, path, { headers });
			expectRefused(answer, 401);
			expect(answer.headers['set-cookie']).toBeUndefined();
		}
		expect((await sendRequest(test.origin, '/api/auth/check', { headers })).json).toMatchObject({
			authenticated: false,
		});
	});

	it('outlives an elevation while other calls of the browser are under way', async () => {
		const browser = await signIn('community');
		// The answers come in any order, and those of calls that set out with the old cookie must not end the new session.
		const calls = Array.from({ length: 20 }, () => browser.call('/api/jobs'));
		expect((await browser.signIn('premium')).status).toBe(200);
		await Promise.all([...calls, ...Array.from({ length: 5 }, () => browser.call('/api/stats'))]);
		const late = await sendRequest(test.origin, '/api/jobs', { headers: { cookie: cookieOf(browser) } });
		expect(late.status).toBe(200);
		expect((await browser.call('/api/auth/check')).json).toMatchObject({
			authenticated: true,
			user: { premium: true },
		});
	});

	it.each<[title: string, headers: Record<string, string>]>([
		['1 no cookie', {}],
		['3 forged flags', { cookie: 'mage=true; discord=true; isDeveloper=true', 'x-mage-access': 'true' }],
	])('rejects %s', async (_, headers) => {
		expectRefused(await sendRequest(test.origin, '/api/stats', { headers }), 401);
		expect((await sendRequest(test.origin, '/api/auth/check', { headers })).json).toEqual({
			authenticated: false,
			hasMageAccess: false,
			user: null,
		});
	});
});

describe('where a call comes from', () => {
	it.each<[title: string, headers: Record<string, string>, status: number]>([
		['6 neither Origin nor Sec-Fetch-Site, as curl', {}, 200],
		['our Origin', { origin: 'ours', 'sec-fetch-site': 'same-origin' }, 200],
		['5 a foreign Origin', { origin: 'https://evil.example' }, 403],
		['5 our name on another port', { origin: 'http://127.0.0.1:1' }, 403],
		['5 our name over https', { origin: 'https' }, 403],
		['6 Origin null', { origin: 'null' }, 403],
		['6 Sec-Fetch-Site alone', { 'sec-fetch-site': 'same-origin' }, 403],
		['34 an evil Host', { host: 'evil.example' }, 403],
		['35 an evil X-Forwarded-Host', { 'x-forwarded-host': 'evil.example' }, 200],
	])('answers %s', async (_, given, status) => {
		const headers: Record<string, string> = { ...given, cookie: cookieOf(developer) };
		if (given.origin === 'ours') headers.origin = test.origin;
		if (given.origin === 'https') headers.origin = test.origin.replace('http', 'https');
		for (const answer of await planBoth({ headers, body: generationRequest })) {
			expect(answer.status).toBe(status);
			if (status !== 200) expect(answer.json).toMatchObject({ reason: 'bad_origin' });
		}
	});

	it('34 rejects an evil Host even on reads, and answers probes by any name', async () => {
		const headers = { host: 'evil.example' };
		for (const path of ['/', '/api/auth/check', '/openapi.json', '/nothing']) {
			expectRefused(await sendRequest(test.origin, path, { headers }), 403);
		}
		for (const path of ['/healthz', '/readyz']) {
			expect((await sendRequest(test.origin, path, { headers })).status).toBe(200);
		}
	});

	it('sets no CORS header', async () => {
		const headers = { origin: 'https://evil.example' };
		const answer = await sendRequest(test.origin, '/api/auth/check', { headers });
		expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
	});
});

describe('a sign-in', () => {
	const right = { kind: 'developer', password: testPasswords.developer };
	const json = { 'content-type': 'application/json' };

	it.each<[title: string, status: number, body: unknown, headers?: Record<string, string>]>([
		['7 a form', 415, 'kind=developer&password=canary-guess', { 'content-type': 'application/x-www-form-urlencoded' }],
		['7 plain text', 415, JSON.stringify(right), { 'content-type': 'text/plain' }],
		['7 no content type', 415, JSON.stringify(right), { 'content-type': '' }],
		['11 a password of 1 MB', 413, { ...right, password: 'x'.repeat(1_000_000) }],
		['11 a password of 1,001 characters', 400, { ...right, password: 'x'.repeat(1_001) }],
		['11 a list as password', 400, { ...right, password: ['canary-guess'] }],
		['11 a number as password', 400, { ...right, password: 5 }],
		['11 an empty password', 400, { ...right, password: '' }],
		['11 an unknown kind', 400, { ...right, kind: 'root' }],
		['11 no kind', 400, { password: 'canary-guess' }],
		['11 a list', 400, [1]],
		['11 null', 400, null],
		['13 a field too many', 400, { ...right, isDeveloper: true }],
		['14 a __proto__ key', 400, `{"kind":"developer","password":"${right.password}","__proto__":{"isDeveloper":true}}`],
		['14 a disguised __proto__ key', 400, `{"\\u005f_proto__":{"a":1}}`],
		['14 a constructor.prototype key', 400, '{"constructor":{"prototype":{"a":1}}}'],
	])('rejects %s before any hashing', async (_, status, body, headers = json) => {
		const address = { 'x-forwarded-for': '203.0.113.50' };
		const sent = typeof body === 'string' ? body : JSON.stringify(body);
		const call = { method: 'POST', headers: { ...address, ...headers }, body: sent };
		const answer = await sendRequest(proxied.origin, '/api/auth/password', call);
		expectRefused(answer, status);
		expect(answer.headers['set-cookie']).toBeUndefined();
	});

	it('11 counts none of those as a wrong password', async () => {
		const headers = { 'x-forwarded-for': '203.0.113.50' };
		const answer = await sendRequest(proxied.origin, '/api/auth/password', { method: 'POST', headers, body: right });
		expect(answer.status).toBe(200);
	});

	it('names the field that is wrong', async () => {
		const answer = await sendRequest(test.origin, '/api/auth/password', {
			method: 'POST',
			body: { ...right, password: 5 },
		});
		const sentence = 'Expected string, received number';
		expect(answer.json).toMatchObject({ error: sentence, fields: { password: sentence } });
	});

	it('10 rejects the sixth wrong password of an address and kind with 429, Retry-After and a sentence', async () => {
		const attempt = (password: string, address = '203.0.113.1') =>
			new Browser(proxied.origin).post(
				'/api/auth/password',
				{ kind: 'developer', password },
				{ 'x-forwarded-for': address },
			);
		for (let tries = 0; tries < 5; tries += 1) {
			const refusal = await attempt('canary-guess');
			expectRefused(refusal, 401);
			expect(refusal.json).toMatchObject({ reason: 'wrong_password' });
		}
		const refusal = await attempt(testPasswords.developer);
		expectRefused(refusal, 429);
		expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(890);
		expect(refusal.json).toMatchObject({
			error: 'Too many wrong passwords. Try again in 15 minutes.',
			reason: 'too_many_tries',
		});
		expect((await attempt(testPasswords.developer, '203.0.113.2')).status).toBe(200);
	});

	it('12 takes no address from X-Forwarded-For of somebody who is not a trusted proxy', async () => {
		const statuses: number[] = [];
		for (let tries = 0; tries < 6; tries += 1) {
			const headers = { 'x-forwarded-for': `203.0.113.${tries}` };
			const body = { kind: 'developer', password: 'canary-guess' };
			statuses.push((await sendRequest(test.origin, '/api/auth/password', { method: 'POST', headers, body })).status);
		}
		expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
	});

	it.each([
		['ports of one address', (tries: number) => `203.0.113.77:${40_000 + tries}`],
		['ports of one IPv6 address', (tries: number) => `[2001:db8::77]:${40_000 + tries}`],
		['what is not an address', (tries: number) => `made up ${tries}`],
	])('12 counts %s in X-Forwarded-For of a trusted proxy as one', async (_, addressOf) => {
		const statuses: number[] = [];
		for (let tries = 0; tries < 6; tries += 1) {
			const headers = { 'x-forwarded-for': addressOf(tries) };
			const body = { kind: 'community', password: 'canary-guess' };
			statuses.push(
				(await sendRequest(proxied.origin, '/api/auth/password', { method: 'POST', headers, body })).status,
			);
		}
		expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
	});
});

describe('after all of them', () => {
	it('the server lives and has seen no defect', async () => {
		for (const { origin, log } of [test, proxied]) {
			expect((await sendRequest(origin, '/healthz')).status).toBe(200);
			expect(log()).not.toMatch(/"level":[56]0/);
		}
	});

	it('no password, cookie or token stands in the log or the database', async () => {
		for (const each of [test, proxied]) {
			const [log, database] = [each.log(), await dumpDatabase(each)];
			expect(log).toContain('signed in with a password');
			expect(database).toContain('session.start');
			for (const secret of secrets) {
				expect([secret, log.includes(secret)]).toEqual([secret, false]);
				expect([secret, database.includes(secret)]).toEqual([secret, false]);
			}
		}
	});
});
