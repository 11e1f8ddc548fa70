import { type FakeCall, type FakeReply, json } from '../http-server.ts';
import type { FakeDiscordAccount } from './discord-accounts.ts';
import type { Grant, GrantBook } from './discord-grants.ts';
import { consentPage } from './discord-page.ts';

/** What the endpoints know; `accounts` and `consent` change as the fake is steered. */
export interface DiscordState {
	readonly clientId: string;
	readonly clientSecret: string;
	readonly guildId: string;
	/** The URIs that codes may be sent to; null for any. */
	readonly redirectUris: readonly string[] | null;
	readonly accessTokenLifetimeS: number;
	readonly accounts: Map<string, FakeDiscordAccount>;
	readonly grants: GrantBook;
	/** An account's id, `denied`, `outage` (the code's exchange answers 503), or `page` to ask the person. */
	consent: string;
}

/** The endpoints by the names that counters and fault scripts use. */
export type DiscordEndpoint = 'authorize' | 'token' | 'revoke' | 'me' | 'member';

const routes: readonly { endpoint: DiscordEndpoint; method: string; path: RegExp }[] = [
	{ endpoint: 'authorize', method: 'GET', path: /^(?:\/api(?:\/v\d+)?)?\/oauth2\/authorize$/ },
	{ endpoint: 'token', method: 'POST', path: /^\/api(?:\/v\d+)?\/oauth2\/token$/ },
	{ endpoint: 'revoke', method: 'POST', path: /^\/api(?:\/v\d+)?\/oauth2\/token\/revoke$/ },
	{ endpoint: 'me', method: 'GET', path: /^\/api(?:\/v\d+)?\/users\/@me$/ },
	{ endpoint: 'member', method: 'GET', path: /^\/api(?:\/v\d+)?\/users\/@me\/guilds\/\d+\/member$/ },
];

/** Which endpoint a call is for; null for none. */
export function findEndpoint({ method, url }: FakeCall): DiscordEndpoint | null {
	const path = decodeURIComponent(url.pathname);
	return routes.find((route) => route.method === method && route.path.test(path))?.endpoint ?? null;
}

/** The true answers. */
export const endpoints: Record<DiscordEndpoint, (state: DiscordState, call: FakeCall) => FakeReply> = {
	authorize,
	token: (state, call) => withClient(state, call, (form) => exchange(state, form)),
	revoke: (state, call) =>
		withClient(state, call, (form) => {
			state.grants.revokeToken(form.get('token') ?? '');
			return json(200, {});
		}),
	me: (state, call) =>
		withGrant(state, call, 'identify', (grant, account) => {
			const { email, roleIds: _, ...user } = account;
			const mail = grant.scopes.includes('email') ? { email, verified: email !== null } : {};
			return json(200, { ...user, global_name: user.username, flags: 0, locale: 'en-US', mfa_enabled: false, ...mail });
		}),
	member: (state, call) =>
		withGrant(state, call, 'guilds.members.read', (_, { roleIds, ...account }) => {
			const guildId = /(\d+)\/member$/.exec(call.url.pathname)?.[1];
			if (roleIds === null || guildId !== state.guildId) return json(404, { message: 'Unknown Guild', code: 10_004 });
			const { email: _email, ...user } = account;
			return json(200, { user, roles: roleIds, nick: null, avatar: null, flags: 0, joined_at: '2024-05-01T10:00:00Z' });
		}),
};

function authorize(state: DiscordState, { url }: FakeCall): FakeReply {
	const query = url.searchParams;
	const redirectUri = query.get('redirect_uri') ?? '';
	const scopes = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
	const mistake = findMistake(state, query, redirectUri, scopes);
	// An address that is not registered gets nothing, not even the error.
	if (mistake !== null) return page(400, `<!DOCTYPE html><h1>${mistake}</h1>`);
	const choice = query.get('fake_account') ?? state.consent;
	if (choice === 'page') return page(200, consentPage(url, [...state.accounts.values()]));
	const back = new URL(redirectUri);
	const accountId = choice === 'outage' ? [...state.accounts.keys()][0] : choice;
	if (choice === 'denied') {
		back.searchParams.set('error', 'access_denied');
		back.searchParams.set('error_description', 'The resource owner or authorization server denied the request');
	} else if (accountId !== undefined && state.accounts.has(accountId)) {
		const endsInOutage = choice === 'outage';
		back.searchParams.set('code', state.grants.makeCode({ accountId, scopes, redirectUri, endsInOutage }));
	} else return page(400, '<!DOCTYPE html><h1>The fake has no such account</h1>');
	const given = query.get('state');
	if (given !== null) back.searchParams.set('state', given);
	// RFC 9207, which Discord's metadata says it supports.
	back.searchParams.set('iss', url.origin);
	return { status: 302, headers: { location: back.href } };
}

function findMistake(
	state: DiscordState,
	query: URLSearchParams,
	redirectUri: string,
	scopes: readonly string[],
): string | null {
	if (query.get('client_id') !== state.clientId) return 'Unknown Application';
	if (query.get('response_type') !== 'code') return 'Invalid OAuth2 response_type';
	if (scopes.length === 0) return 'Invalid OAuth2 scope';
	const isRegistered = state.redirectUris === null || state.redirectUris.includes(redirectUri);
	return isRegistered && URL.canParse(redirectUri) ? null : 'Invalid OAuth2 redirect_uri';
}

function exchange(state: DiscordState, form: URLSearchParams): FakeReply {
	const refused = (error: string, description: string) => json(400, { error, error_description: description });
	const grantType = form.get('grant_type');
	if (grantType !== 'authorization_code' && grantType !== 'refresh_token') {
		return refused('unsupported_grant_type', 'Grant type is not supported.');
	}
	const isCode = grantType === 'authorization_code';
	const grant = isCode
		? state.grants.takeCode(form.get('code') ?? '', form.get('redirect_uri') ?? '')
		: state.grants.refresh(form.get('refresh_token') ?? '');
	if (grant === 'outage') return page(503, '<!DOCTYPE html><h1>upstream connect error</h1>');
	if (grant === null) return refused('invalid_grant', `Invalid "${isCode ? 'code' : 'refresh_token'}" in request.`);
	return json(200, {
		token_type: 'Bearer',
		access_token: grant.accessToken,
		expires_in: state.accessTokenLifetimeS,
		refresh_token: grant.refreshToken,
		scope: grant.scopes.join(' '),
	});
}

/** Form bodies only, and the client's own secret in the Authorization header or the body. */
function withClient(state: DiscordState, call: FakeCall, reply: (form: URLSearchParams) => FakeReply): FakeReply {
	const type = call.headers['content-type'] ?? '';
	if (!type.startsWith('application/x-www-form-urlencoded')) return json(400, { error: 'invalid_request' });
	const form = new URLSearchParams(call.body.toString('utf8'));
	const basic = /^Basic (.+)$/.exec(call.headers.authorization ?? '')?.[1];
	const [clientId, clientSecret] =
		basic === undefined
			? [form.get('client_id'), form.get('client_secret')]
			: Buffer.from(basic, 'base64').toString('utf8').split(':').map(decodeURIComponent);
	const isClient = clientId === state.clientId && clientSecret === state.clientSecret;
	return isClient ? reply(form) : json(401, { error: 'invalid_client' });
}

function withGrant(
	state: DiscordState,
	call: FakeCall,
	scope: string,
	reply: (grant: Grant, account: FakeDiscordAccount) => FakeReply,
): FakeReply {
	const token = /^Bearer (.+)$/.exec(call.headers.authorization ?? '')?.[1];
	const grant = token === undefined ? null : state.grants.findByAccessToken(token);
	const account = grant && state.accounts.get(grant.accountId);
	if (grant === null || !account || !grant.scopes.includes(scope)) {
		return json(401, { message: '401: Unauthorized', code: 0 });
	}
	return reply(grant, account);
}

function page(status: number, body: string): FakeReply {
	return { status, headers: { 'content-type': 'text/html; charset=UTF-8' }, body };
}
