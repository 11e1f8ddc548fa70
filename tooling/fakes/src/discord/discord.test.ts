import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeDiscord, fakeAccounts, fakeRoleIds, startFakeDiscord } from './discord.ts';

const redirectUri = 'http://127.0.0.1:9/callback';
let fake: FakeDiscord;
let now = new Date('2026-01-01T00:00:00Z');

beforeAll(async () => {
	fake = await startFakeDiscord({ clock: () => now });
});
afterAll(() => fake.close());
beforeEach(() => {
	fake.reset();
	now = new Date('2026-01-01T00:00:00Z');
});

function authorize(extra: Record<string, string> = {}): Promise<Response> {
	const query = new URLSearchParams({
		response_type: 'code',
		client_id: fake.environment.DISCORD_CLIENT_ID,
		scope: 'identify email guilds.members.read',
		redirect_uri: redirectUri,
		state: 'some state',
		...extra,
	});
	return fetch(`${fake.origin}/oauth2/authorize?${query}`, { redirect: 'manual' });
}

async function consentedCode(accountId: string, extra: Record<string, string> = {}): Promise<string> {
	const answer = await authorize({ fake_account: accountId, ...extra });
	return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

function post(path: string, form: Record<string, string>, secret = fake.environment.DISCORD_CLIENT_SECRET) {
	const credentials = btoa(`${fake.environment.DISCORD_CLIENT_ID}:${secret}`);
	return fetch(`${fake.origin}/api/v10/oauth2/${path}`, {
		method: 'POST',
		headers: { authorization: `Basic ${credentials}` },
		body: new URLSearchParams(form),
	});
}

const exchange = (code: string, secret?: string, to = redirectUri) =>
	post('token', { grant_type: 'authorization_code', code, redirect_uri: to }, secret);
const refresh = (token: string) => post('token', { grant_type: 'refresh_token', refresh_token: token });
const read = (path: string, token: string) =>
	fetch(`${fake.origin}/api/v10/users/@me${path}`, { headers: { authorization: `Bearer ${token}` } });

interface TokenAnswer {
	readonly access_token: string;
	readonly refresh_token: string;
	readonly expires_in: number;
}
const fetchTokens = async (accountId: string, extra: Record<string, string> = {}) =>
	(await (await exchange(await consentedCode(accountId, extra))).json()) as TokenAnswer;

describe('the fake Discord', () => {
	it('sends the person back with a code and the state, or with access_denied', async () => {
		fake.consentAs(fakeAccounts.wizard.id);
		const granted = new URL((await authorize()).headers.get('location') ?? '');
		expect(granted.searchParams.get('state')).toBe('some state');
		expect(granted.searchParams.get('code')).toMatch(/^\w{30}$/);
		fake.consent('denied');
		const denied = new URL((await authorize()).headers.get('location') ?? '');
		expect(Object.fromEntries(denied.searchParams)).toMatchObject({ error: 'access_denied', state: 'some state' });
		expect(denied.searchParams.has('code')).toBe(false);
	});

	it('shows a page with every account and Cancel until it is told who consents', async () => {
		const page = await (await authorize()).text();
		for (const { username } of Object.values(fakeAccounts)) expect(page).toContain(username);
		expect(page).toContain('Cancel');
	});

	it('rejects a code that was used, that was made for another address, and one that is old', async () => {
		const { wizard } = fakeAccounts;
		const code = await consentedCode(wizard.id);
		expect((await exchange(code)).status).toBe(200);
		const again = await exchange(code);
		expect([again.status, await again.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
		expect((await exchange(await consentedCode(wizard.id), undefined, `${redirectUri}/`)).status).toBe(400);
		const old = await consentedCode(wizard.id);
		now = new Date(now.getTime() + 3_600_000);
		expect((await exchange(old)).status).toBe(400);
	});

	it('rejects a wrong client secret and a body in JSON', async () => {
		expect((await exchange(await consentedCode(fakeAccounts.wizard.id), 'wrong')).status).toBe(401);
		const answer = await fetch(`${fake.origin}/api/v10/oauth2/token`, { method: 'POST', body: '{}' });
		expect(answer.status).toBe(400);
	});

	it('rotates refresh tokens: the old pair is used up', async () => {
		const first = await fetchTokens(fakeAccounts.wizard.id);
		const second = (await (await refresh(first.refresh_token)).json()) as TokenAnswer;
		expect((await read('', first.access_token)).status).toBe(401);
		expect((await read('', second.access_token)).status).toBe(200);
		expect((await refresh(first.refresh_token)).status).toBe(400);
		expect(new Set(fake.handedOut)).toContain(second.refresh_token);
	});

	it('ends access tokens after their time and whole grants when either token is revoked', async () => {
		const tokens = await fetchTokens(fakeAccounts.wizard.id);
		now = new Date(now.getTime() + tokens.expires_in * 1_000);
		expect((await read('', tokens.access_token)).status).toBe(401);
		const renewed = (await (await refresh(tokens.refresh_token)).json()) as TokenAnswer;
		expect((await post('token/revoke', { token: renewed.access_token })).status).toBe(200);
		expect(fake.isLive(renewed.access_token)).toBe(false);
		expect((await refresh(renewed.refresh_token)).status).toBe(400);
	});

	it('tells who the account is and its roles, or 404 for whoever is not in the guild', async () => {
		const guild = `/guilds/${fake.environment.DISCORD_GUILD_ID}/member`;
		const { access_token: token } = await fetchTokens(fakeAccounts.community.id);
		expect(await (await read('', token)).json()).toMatchObject({
			id: fakeAccounts.community.id,
			username: 'carl_community',
			discriminator: '0042',
			email: null,
		});
		expect(await (await read(guild, token)).json()).toMatchObject({ roles: [fakeRoleIds.Community] });
		expect((await read('/guilds/1/member', token)).status).toBe(404);
		fake.setRoles(fakeAccounts.community.id, []);
		expect(await (await read(guild, token)).json()).toMatchObject({ roles: [] });
		fake.setRoles(fakeAccounts.community.id, null);
		expect((await read(guild, token)).status).toBe(404);
		fake.setRoles(fakeAccounts.community.id, fakeAccounts.community.roleIds);
	});

	it('rejects reads that the consent did not cover', async () => {
		const { access_token: token } = await fetchTokens(fakeAccounts.wizard.id, { scope: 'identify' });
		expect(await (await read('', token)).json()).not.toHaveProperty('email');
		expect((await read(`/guilds/${fake.environment.DISCORD_GUILD_ID}/member`, token)).status).toBe(401);
	});

	it('fails as often as it is told and counts the calls', async () => {
		const { access_token: token } = await fetchTokens(fakeAccounts.wizard.id);
		fake.failNext('me', { kind: 'rate_limited', retryAfterS: 0.5 }, { kind: 'reset' });
		const limited = await read('', token);
		expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1']);
		expect(await limited.json()).toMatchObject({ retry_after: 0.5 });
		await expect(read('', token)).rejects.toThrow();
		expect((await read('', token)).status).toBe(200);
		expect(fake.count('me')).toBe(3);
	});
});
