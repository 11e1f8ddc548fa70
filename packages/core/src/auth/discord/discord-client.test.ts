import {
	type DiscordEndpoint,
	type FakeDiscord,
	type FakeDiscordFault,
	fakeAccounts,
	fakeOtherRoleId,
	fakeRoleIds,
	startFakeDiscord,
} from '@adx/fakes/discord/discord';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDiscordClient, type DiscordClient, DiscordError, type DiscordGrant } from './discord-client.ts';

const redirectUri = 'http://127.0.0.1:9/api/auth/discord/callback';
const now = new Date('2026-05-01T12:00:00Z');
const { wizard, community, lurker, stranger } = fakeAccounts;
let fake: FakeDiscord;
let client: DiscordClient;

beforeAll(async () => {
	fake = await startFakeDiscord({ clock: () => now });
	client = clientOf();
});
afterAll(() => fake.close());
beforeEach(() => fake.reset());

function clientOf(changes: { clientSecret?: string; baseUrl?: string; timeoutMs?: number } = {}): DiscordClient {
	return createDiscordClient({
		clientId: fake.environment.DISCORD_CLIENT_ID,
		clientSecret: fake.environment.DISCORD_CLIENT_SECRET,
		guildId: fake.environment.DISCORD_GUILD_ID,
		roleIds: fakeRoleIds,
		baseUrl: fake.origin,
		clock: () => now,
		timeoutMs: 10_000,
		...changes,
	});
}

async function consentedCode(accountId: string): Promise<string> {
	fake.consentAs(accountId);
	const answer = await fetch(client.authUrl({ state: 'state & more', redirectUri }), { redirect: 'manual' });
	const back = new URL(answer.headers.get('location') ?? '');
	expect(back.searchParams.get('state')).toBe('state & more');
	return back.searchParams.get('code') ?? '';
}

async function grantFor(accountId: string): Promise<DiscordGrant> {
	return client.exchangeCode({ code: await consentedCode(accountId), redirectUri });
}

const failureOf = (work: Promise<unknown>): Promise<DiscordError> =>
	work.then(
		() => expect.fail('nothing was thrown'),
		(error: unknown) => {
			expect(error).toBeInstanceOf(DiscordError);
			return error as DiscordError;
		},
	);

describe('createDiscordClient', () => {
	it('asks for the three scopes and lets the person choose the account', () => {
		const url = new URL(client.authUrl({ state: 's', redirectUri }));
		expect(url.origin + url.pathname).toBe(`${fake.origin}/oauth2/authorize`);
		expect(Object.fromEntries(url.searchParams)).toEqual({
			response_type: 'code',
			client_id: fake.environment.DISCORD_CLIENT_ID,
			scope: 'identify email guilds.members.read',
			redirect_uri: redirectUri,
			state: 's',
			prompt: 'consent',
		});
	});

	it('exchanges a code, refreshes and revokes', async () => {
		const first = await grantFor(wizard.id);
		expect(first.expiresAt).toEqual(new Date('2026-05-08T12:00:00Z'));
		const second = await client.refresh(first.refreshToken);
		expect(fake.isLive(first.refreshToken)).toBe(false);
		expect((await client.readMember(second.accessToken)).discordId).toBe(wizard.id);
		await client.revoke(second.refreshToken);
		expect(fake.isLive(second.accessToken)).toBe(false);
		expect(fake.requests.filter(({ url }) => !url.startsWith('/oauth2/')).map(({ userAgent }) => userAgent)).toEqual(
			Array(5).fill('DiscordBot (adx-realm, 0.1.0)'),
		);
	});

	it('reads a member with a qualifying role', async () => {
		const member = await client.readMember((await grantFor(wizard.id)).accessToken);
		expect(member).toEqual({
			discordId: wizard.id,
			username: 'wanda_wizard',
			discriminator: null,
			avatar: wizard.avatar,
			email: 'wanda@example.org',
			roleIds: [fakeOtherRoleId, fakeRoleIds.Wizard],
		});
		expect([client.isQualified(member), client.rolesOf(member)]).toEqual([true, ['Wizard']]);
	});

	it('reads an account of the old kind without email', async () => {
		const member = await client.readMember((await grantFor(community.id)).accessToken);
		expect(member).toMatchObject({ discriminator: '0042', email: null, avatar: null });
		expect(client.rolesOf(member)).toEqual(['Community']);
	});

	it('tells a member without a qualifying role from an account that is not a member', async () => {
		const member = await client.readMember((await grantFor(lurker.id)).accessToken);
		expect([member.roleIds, client.isQualified(member)]).toEqual([[fakeOtherRoleId], false]);
		const outsider = await client.readMember((await grantFor(stranger.id)).accessToken);
		expect([outsider.roleIds, client.isQualified(outsider), client.rolesOf(outsider)]).toEqual([null, false, []]);
	});

	it('rejects a used code, an ended grant and an expired access token as refused', async () => {
		const code = await consentedCode(wizard.id);
		const grant = await client.exchangeCode({ code, redirectUri });
		expect((await failureOf(client.exchangeCode({ code, redirectUri }))).kind).toBe('refused');
		fake.expireAccessTokens(wizard.id);
		expect((await failureOf(client.readMember(grant.accessToken))).kind).toBe('refused');
		fake.revokeGrants(wizard.id);
		expect((await failureOf(client.refresh(grant.refreshToken))).kind).toBe('refused');
	});

	it('rejects our own wrong secret and a wrong address as misconfigured, which ends nobody’s access', async () => {
		const { refreshToken, accessToken } = await grantFor(wizard.id);
		const wrongSecret = clientOf({ clientSecret: 'wrong secret' });
		expect((await failureOf(wrongSecret.refresh(refreshToken))).kind).toBe('misconfigured');
		const wrongAddress = clientOf({ baseUrl: `${fake.origin}/elsewhere` });
		expect((await failureOf(wrongAddress.readMember(accessToken))).kind).toBe('misconfigured');
		expect(fake.isLive(refreshToken)).toBe(true);
	});

	it('rejects an address where nobody listens as an outage', async () => {
		const gone = await startFakeDiscord();
		await gone.close();
		const error = await failureOf(clientOf({ baseUrl: gone.origin }).refresh('token'));
		expect([error.kind, error.message]).toEqual(['outage', 'Discord /oauth2/token failed (ECONNREFUSED)']);
	});
});

/** One call through each endpoint, given a live grant and a fresh code. */
const calls: Record<
	Exclude<DiscordEndpoint, 'authorize'>,
	(secrets: { grant: DiscordGrant; code: string }, by?: DiscordClient) => Promise<unknown>
> = {
	token: ({ code }, by = client) => by.exchangeCode({ code, redirectUri }),
	me: ({ grant }, by = client) => by.readMember(grant.accessToken),
	member: ({ grant }, by = client) => by.readMember(grant.accessToken),
	revoke: ({ grant }, by = client) => by.revoke(grant.refreshToken),
};
const endpoints = Object.keys(calls) as (keyof typeof calls)[];

const faults: readonly [string, FakeDiscordFault, DiscordError['kind']][] = [
	['429 that asks for a long wait', { kind: 'rate_limited', retryAfterS: 2.1 }, 'outage'],
	['429 in HTML without a wait', { kind: 'rate_limited_html' }, 'outage'],
	['429 in HTML that asks for a long wait', { kind: 'rate_limited_html', retryAfterS: 600 }, 'outage'],
	['500', { kind: 'server_error', status: 500 }, 'outage'],
	['502', { kind: 'server_error', status: 502 }, 'outage'],
	['503', { kind: 'server_error', status: 503 }, 'outage'],
	['no answer', { kind: 'hang' }, 'outage'],
	['an answer that stalls', { kind: 'stall' }, 'outage'],
	['a cut connection', { kind: 'reset' }, 'outage'],
	['400 invalid_grant', { kind: 'invalid_grant' }, 'refused'],
	['401', { kind: 'unauthorized' }, 'refused'],
	['403', { kind: 'forbidden' }, 'refused'],
	['a redirect', { kind: 'redirect', location: 'http://127.0.0.1:9/' }, 'outage'],
	['a path that does not exist', { kind: 'not_found' }, 'misconfigured'],
];

/** Answers of 200, whose body a revocation does not look at. */
const badBodies: readonly [string, FakeDiscordFault, DiscordError['kind']][] = [
	['JSON that breaks off', { kind: 'malformed' }, 'outage'],
	['JSON of another shape', { kind: 'wrong_shape' }, 'outage'],
	['a page instead of JSON', { kind: 'html' }, 'outage'],
];

describe.each(endpoints)('a fault of %s', (endpoint) => {
	it.each([
		...faults,
		['an endless answer', { kind: 'oversized' }, 'outage'] as const,
		...(endpoint === 'revoke' ? [] : badBodies),
	])('rejects %s after one request, without a secret in the error', async (_, fault, kind) => {
		const secrets = { grant: await grantFor(wizard.id), code: await consentedCode(wizard.id) };
		fake.reset();
		fake.failAlways(endpoint, fault);
		// A caller that is kept waiting gives up soon; only a member is asked for after another answer, which takes its time.
		const timeoutMs = endpoint === 'member' ? 1_500 : 300;
		const isSilent = fault.kind === 'hang' || fault.kind === 'stall';
		const error = await failureOf(calls[endpoint](secrets, isSilent ? clientOf({ timeoutMs }) : client));
		expect([error.kind, fake.count(endpoint)]).toEqual([kind, 1]);
		const text = `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
		for (const secret of [...fake.handedOut, fake.environment.DISCORD_CLIENT_SECRET])
			expect(text).not.toContain(secret);
	});

	it.each<[string, FakeDiscordFault]>([
		['in JSON', { kind: 'rate_limited', retryAfterS: 0.05 }],
		['in the header', { kind: 'rate_limited_html', retryAfterS: 0 }],
	])('asks once more after the short wait of a 429 %s', async (_, fault) => {
		const secrets = { grant: await grantFor(wizard.id), code: await consentedCode(wizard.id) };
		fake.reset();
		fake.failNext(endpoint, fault);
		const startedAt = performance.now();
		await calls[endpoint](secrets);
		expect(fake.count(endpoint)).toBe(2);
		expect(performance.now() - startedAt).toBeGreaterThanOrEqual(fault.kind === 'rate_limited' ? 49 : 0);
	});

	it('rejects a second 429 as an outage after two requests', async () => {
		const secrets = { grant: await grantFor(wizard.id), code: await consentedCode(wizard.id) };
		fake.reset();
		fake.failAlways(endpoint, { kind: 'rate_limited', retryAfterS: 0.01 });
		const error = await failureOf(calls[endpoint](secrets));
		expect([error.kind, fake.count(endpoint)]).toEqual(['outage', 2]);
	});
});

it('rejects a refusal in HTML as an outage, since only Discord’s edge words it so', async () => {
	const { accessToken } = await grantFor(wizard.id);
	fake.failAlways('me', { kind: 'blocked_html' });
	expect((await failureOf(client.readMember(accessToken))).kind).toBe('outage');
});

it('does not ask for the member when the account could not be read', async () => {
	const { accessToken } = await grantFor(wizard.id);
	fake.failAlways('me', { kind: 'unauthorized' });
	await failureOf(client.readMember(accessToken));
	expect(fake.count('member')).toBe(0);
});
