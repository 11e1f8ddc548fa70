import { type FakeDiscord, fakeAccounts, startFakeDiscord } from '@adx/fakes/discord/discord';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
	Browser,
	dumpDatabase,
	generationRequest,
	sendRequest,
	startTestServer,
	type TestResponse,
	type TestServer,
} from '../../testing/server-testing.ts';

const { wizard, lurker, stranger, community } = fakeAccounts;
const callback = '/api/auth/discord/callback';
const unavailable = { error: 'Emergency access is not available right now.', reason: 'emergency_unavailable' };

let fake: FakeDiscord;
let test: TestServer;
beforeAll(async () => {
	fake = await startFakeDiscord();
	// Trusts this machine as a proxy, so that calls may come from any address.
	test = await startTestServer({ ...fake.environment, TRUSTED_PROXIES: '127.0.0.0/8' });
});
beforeEach(() => fake.reset());
afterAll(async () => {
	await test.close();
	await fake.close();
});

let addresses = 0;
/** An address that no test has used. */
function newAddress(): string {
	addresses += 1;
	return `198.51.${Math.floor(addresses / 250)}.${addresses % 250}`;
}
const from = (address: string) => ({ 'x-forwarded-for': address });

/** Goes to Discord and returns the path by which it sends the browser back. */
async function consent(browser: Browser, address: string): Promise<string> {
	const { json, status } = await browser.call('/api/auth/discord', { headers: from(address) });
	expect(status).toBe(200);
	const answer = await fetch((json as { readonly authUrl: string }).authUrl, { redirect: 'manual' });
	const url = new URL(answer.headers.get('location') ?? '');
	expect(url.origin).toBe(test.origin);
	return url.pathname + url.search;
}

async function signIn(browser: Browser, accountId: string, address = newAddress()): Promise<TestResponse> {
	fake.consentAs(accountId);
	return browser.call(await consent(browser, address), { headers: from(address) });
}

/** Comes back while Discord answers 503. */
async function meetOutage(browser: Browser, address: string): Promise<TestResponse> {
	fake.consent('outage');
	return browser.call(await consent(browser, address), { headers: from(address) });
}

const emergency = (browser: Browser, address: string) => browser.post('/api/auth/emergency', undefined, from(address));

function expectRedirect({ status, headers, bytes }: TestResponse, outcome: 'success' | 'error') {
	expect([status, headers.location]).toEqual([302, `/?discord_auth=${outcome}`]);
	expect(headers['cache-control']).toBe('no-store');
	expect(bytes.length).toBe(0);
}

const setCookies = ({ headers }: TestResponse) => [headers['set-cookie'] ?? []].flat();
const setsSession = (answer: TestResponse) => setCookies(answer).some((line) => /^adx_session=[^;]/.test(line));

describe('the way to Discord and back', () => {
	it('answers with where to sign in, over REST and tRPC, and sets the state as a cookie (GATE-27, API-02, ENT-02)', async () => {
		for (const path of ['/api/auth/discord', '/trpc/auth.startDiscord']) {
			const answer = await sendRequest(test.origin, path, { headers: from(newAddress()) });
			const text = answer.bytes.toString();
			expect(answer.status).toBe(200);
			const url = new URL(/"(http[^"]+oauth2\/authorize[^"]+)"/.exec(text)?.[1] ?? '');
			expect(url.searchParams.get('redirect_uri')).toBe(`${test.origin}${callback}`);
			expect(url.searchParams.get('scope')).toBe('identify email guilds.members.read');
			const [cookie = ''] = setCookies(answer);
			expect(cookie).toContain(`adx_discord_state=${url.searchParams.get('state')}; `);
			expect(cookie).toMatch(/; HttpOnly(;|$)/);
			expect(cookie).toMatch(/; SameSite=Lax(;|$)/);
		}
		const { json } = await sendRequest(test.origin, '/api/auth/discord', { headers: from(newAddress()) });
		expect(json).toEqual({ authUrl: expect.any(String) });
	});

	it('signs a member in and sends them to the page (API-13, API-01, GATE-32)', async () => {
		const browser = new Browser(test.origin);
		const answer = await signIn(browser, wizard.id);
		expectRedirect(answer, 'success');
		expect(setsSession(answer)).toBe(true);
		expect(browser.cookies.has('adx_discord_state')).toBe(false);
		expect((await browser.call('/api/auth/check')).json).toMatchObject({
			authenticated: true,
			hasMageAccess: true,
			user: { name: wizard.username },
		});
		expect((await browser.call('/api/jobs')).status).toBe(200);
		await browser.post('/api/auth/discord/logout');
		expect((await browser.call('/api/jobs')).status).toBe(401);
	});

	it.each([
		['holds no qualifying role', lurker],
		['is not a member', stranger],
	])('signs in who %s, and answers their calls with 403 (GATE-33)', async (_, account) => {
		const browser = new Browser(test.origin);
		expectRedirect(await signIn(browser, account.id), 'success');
		expect((await browser.call('/api/auth/check')).json).toMatchObject({ authenticated: true, hasMageAccess: false });
		const { status, json } = await browser.call('/api/jobs');
		expect([status, json]).toEqual([403, expect.objectContaining({ reason: 'no_access' })]);
	});

	it('rejects a callback without a state, with a wrong one, a used one and a refused consent (API-13)', async () => {
		const browser = new Browser(test.origin);
		const address = newAddress();
		const headers = from(address);
		fake.consentAs(wizard.id);
		const back = await consent(browser, address);
		const code = new URLSearchParams(back.split('?')[1]).get('code');
		const cookie = browser.cookies.get('adx_discord_state') ?? '';
		const wrong = [
			'',
			`?code=${code}`,
			`?code=${code}&state=${'x'.repeat(43)}`,
			'?error=access_denied',
			'?state=%00&code=%00',
		];
		const twice = back.replace('state=', 'state=x&state=');
		for (const path of [...wrong.map((query) => callback + query), twice, `${callback}?state=${'x'.repeat(9_000)}`]) {
			browser.cookies.set('adx_discord_state', cookie);
			const answer = await browser.call(path, { headers });
			expectRedirect(answer, 'error');
			expect(setsSession(answer)).toBe(false);
		}
		const noCookie = await sendRequest(test.origin, back, { headers });
		expectRedirect(noCookie, 'error');
		expect(setsSession(noCookie)).toBe(false);
		browser.cookies.set('adx_discord_state', cookie);
		expectRedirect(await browser.call(back, { headers }), 'success');
		await browser.post('/api/auth/discord/logout');
		browser.cookies.set('adx_discord_state', cookie);
		const used = await browser.call(back, { headers });
		expectRedirect(used, 'error');
		expect(setsSession(used)).toBe(false);
		fake.consent('denied');
		expectRedirect(await browser.call(await consent(browser, address), { headers }), 'error');
		expect((await browser.call('/api/auth/check')).json).toMatchObject({ authenticated: false });
	});

	it('lets the second of two tabs in that set out for Discord', async () => {
		const browser = new Browser(test.origin);
		const address = newAddress();
		fake.consentAs(wizard.id);
		const [first, second] = [await consent(browser, address), await consent(browser, address)];
		expectRedirect(await browser.call(first, { headers: from(address) }), 'error');
		expectRedirect(await browser.call(second, { headers: from(address) }), 'success');
		expect((await browser.call('/api/auth/check')).json).toMatchObject({ authenticated: true });
	});

	it('does not count sign-ins that succeed: a whole community may share an address', async () => {
		const address = newAddress();
		for (let members = 0; members < 31; members += 1) {
			expectRedirect(await signIn(new Browser(test.origin), wizard.id, address), 'success');
		}
	});

	it('rejects being sent anywhere else', async () => {
		const browser = new Browser(test.origin);
		const address = newAddress();
		fake.consentAs(wizard.id);
		const evil = encodeURIComponent('https://evil.example/');
		const extra = `&redirect=${evil}&redirect_uri=${evil}&next=//evil.example&returnTo=${evil}&discord_auth=${evil}`;
		expectRedirect(
			await browser.call((await consent(browser, address)) + extra, { headers: from(address) }),
			'success',
		);
		expectRedirect(await browser.call(`${callback}?x=1${extra}`, { headers: from(address) }), 'error');
	});

	it('does not use the state up when only the head is asked for', async () => {
		const browser = new Browser(test.origin);
		const address = newAddress();
		fake.consentAs(wizard.id);
		const back = await consent(browser, address);
		expect((await browser.call(back, { method: 'HEAD', headers: from(address) })).status).not.toBe(302);
		expectRedirect(await browser.call(back, { headers: from(address) }), 'success');
	});

	it('rejects more than 30 starts of an address in 15 minutes, and sends callbacks beyond to the page', async () => {
		const headers = from(newAddress());
		for (let calls = 0; calls < 30; calls += 1) {
			expect((await sendRequest(test.origin, '/api/auth/discord', { headers })).status).toBe(200);
			expectRedirect(await sendRequest(test.origin, callback, { headers }), 'error');
		}
		const start = await sendRequest(test.origin, '/api/auth/discord', { headers });
		expect([start.status, start.json]).toEqual([429, expect.objectContaining({ reason: 'too_many_tries' })]);
		expect(Number(start.headers['retry-after'])).toBeGreaterThan(800);
		expectRedirect(await sendRequest(test.origin, callback, { headers }), 'error');
	});

	it('is described', async () => {
		const { paths } = (await sendRequest(test.origin, '/openapi.json')).json as { paths: Record<string, object> };
		expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/auth/discord', callback, '/api/auth/emergency']));
	});

	it('writes no code, token or state to the log or the database', async () => {
		const browser = new Browser(test.origin);
		const address = newAddress();
		fake.consentAs(community.id);
		const back = await consent(browser, address);
		const state = browser.cookies.get('adx_discord_state') ?? '';
		await browser.call(back, { headers: from(address) });
		expect(test.log()).toContain('signed in with Discord');
		const text = test.log() + (await dumpDatabase(test));
		for (const secret of [...fake.handedOut, state]) expect(text).not.toContain(secret);
	});
});

describe('emergency access', () => {
	it('lets in after an outage, for 20 images, once per address and day (AMB-32, GATE-29, GATE-43)', async () => {
		const browser = new Browser(test.origin);
		const address = newAddress();
		const failed = await meetOutage(browser, address);
		expectRedirect(failed, 'error');
		expect(setsSession(failed)).toBe(false);
		const mark = setCookies(failed).find((line) => line.startsWith('adx_discord_failure=')) ?? '';
		expect(mark).toMatch(/; HttpOnly(;|$)/);
		const answer = await emergency(browser, address);
		expect([answer.status, answer.json]).toEqual([
			200,
			expect.objectContaining({ authenticated: true, hasMageAccess: true }),
		]);
		for (const batchSize of [5, 5, 5, 5]) {
			expect((await browser.post('/api/generate', { ...generationRequest, batchSize })).status).toBe(200);
		}
		const tooMany = await browser.post('/api/generate', { ...generationRequest, batchSize: 1 });
		expect([tooMany.status, tooMany.json]).toEqual([
			429,
			expect.objectContaining({
				error: 'Emergency access has no images left. Sign in with Discord or a password for more.',
				reason: 'emergency_limit',
			}),
		]);
		const again = await emergency(browser, address);
		expect([again.status, again.json]).toEqual([409, expect.objectContaining(unavailable)]);
		const second = new Browser(test.origin);
		await meetOutage(second, address);
		expect((await emergency(second, address)).status).toBe(409);
		const elsewhere = new Browser(test.origin);
		await meetOutage(elsewhere, newAddress());
		expect((await emergency(elsewhere, newAddress())).status).toBe(200);
	});

	it.each<[string, (browser: Browser, address: string) => Promise<unknown>]>([
		['nothing happened', async () => {}],
		[
			'the consent was refused',
			async (browser, address) => {
				fake.consent('denied');
				await browser.call(await consent(browser, address), { headers: from(address) });
			},
		],
		[
			'the state was wrong',
			(browser, address) => browser.call(`${callback}?state=x&code=y`, { headers: from(address) }),
		],
		['the account is not a member', (browser, address) => signIn(browser, stranger.id, address)],
		[
			'the mark is forged',
			async (browser) => {
				browser.cookies.set(
					'adx_discord_failure',
					`mark.${Math.floor(Date.now() / 1_000).toString(36)}.${'A'.repeat(43)}`,
				);
			},
		],
		[
			'the mark is the visitor cookie',
			async (browser) => {
				await browser.signIn('community');
				await browser.post('/api/auth/discord/logout');
				browser.cookies.set('adx_discord_failure', browser.cookies.get('adx_visitor') ?? '');
			},
		],
	])('rejects when %s', async (_, before) => {
		const browser = new Browser(test.origin);
		const address = newAddress();
		await before(browser, address);
		const { status, json } = await emergency(browser, address);
		expect([status, json]).toEqual([409, expect.objectContaining(unavailable)]);
		expect((await browser.call('/api/jobs')).status).not.toBe(200);
	});

	it.each([
		['answers 429', { kind: 'rate_limited', retryAfterS: 60 }],
		['answers 500', { kind: 'server_error', status: 500 }],
		['hangs up', { kind: 'reset' }],
	] as const)('is open after Discord %s', async (_, fault) => {
		const browser = new Browser(test.origin);
		const address = newAddress();
		fake.failAlways('token', fault);
		expectRedirect(await signIn(browser, wizard.id, address), 'error');
		expect((await emergency(browser, address)).status).toBe(200);
	});

	it('rejects a foreign Origin', async () => {
		const browser = new Browser(test.origin);
		const address = newAddress();
		await meetOutage(browser, address);
		const headers = { ...from(address), origin: 'https://evil.example' };
		expect((await browser.post('/api/auth/emergency', undefined, headers)).status).toBe(403);
	});
});

describe('an installation without Discord', () => {
	it('rejects the start with a sentence, the callback with error and emergency access, and says in the log what is missing', async () => {
		const { DISCORD_GUILD_ID: _, ...partly } = fake.environment;
		const bare = await startTestServer(partly);
		try {
			const configOf = async (origin: string) => (await sendRequest(origin, '/api/config')).json;
			expect(await configOf(bare.origin)).toMatchObject({ discordSignIn: false, emergencyAccess: false });
			expect(await configOf(test.origin)).toMatchObject({ discordSignIn: true, emergencyAccess: true });
			const { status, json } = await sendRequest(bare.origin, '/api/auth/discord');
			expect([status, json]).toEqual([
				409,
				expect.objectContaining({
					error: 'Signing in with Discord is not set up on this installation.',
					reason: 'discord_unavailable',
				}),
			]);
			const sentence = bare
				.log()
				.split('\n')
				.find((line) => line.includes('which is not configured'));
			expect(sentence).toContain('DISCORD_GUILD_ID');
			expectRedirect(await sendRequest(bare.origin, `${callback}?code=x&state=y`), 'error');
			expect((await sendRequest(bare.origin, '/api/auth/emergency', { method: 'POST' })).status).toBe(409);
		} finally {
			await bare.close();
		}
	});

	it('rejects emergency access where it is off, with a true mark too', async () => {
		const off = await startTestServer({ ...fake.environment, EMERGENCY_ACCESS: 'off' });
		try {
			const browser = new Browser(off.origin);
			fake.consent('outage');
			const { authUrl } = (await browser.call('/api/auth/discord')).json as { readonly authUrl: string };
			const answer = await fetch(authUrl, { redirect: 'manual' });
			const { pathname, search } = new URL(answer.headers.get('location') ?? '');
			expectRedirect(await browser.call(pathname + search), 'error');
			expect((await browser.post('/api/auth/emergency')).json).toMatchObject(unavailable);
		} finally {
			await off.close();
		}
	});
});
