import { type FakeCall, type FakeReply, json, listenAsFake } from '../http-server.ts';
import { type FakeDiscordAccount, fakeAccounts, fakeOtherRoleId, fakeRoleIds } from './discord-accounts.ts';
import { type DiscordEndpoint, type DiscordState, endpoints, findEndpoint } from './discord-endpoints.ts';
import { type FakeDiscordFault, toReply } from './discord-faults.ts';
import { createGrantBook } from './discord-grants.ts';

export type { DiscordEndpoint, FakeDiscordAccount, FakeDiscordFault };
export { fakeAccounts, fakeOtherRoleId, fakeRoleIds };

export interface FakeDiscordOptions {
	/** 0, the default, lets the system choose. */
	readonly port?: number;
	readonly clientId?: string;
	readonly clientSecret?: string;
	readonly guildId?: string;
	/** The exact addresses that codes may be sent to; anywhere unless given. */
	readonly redirectUris?: readonly string[];
	/** `fakeAccounts` unless given. */
	readonly accounts?: readonly FakeDiscordAccount[];
	/** A week, as Discord has it, unless given. */
	readonly accessTokenLifetimeS?: number;
	readonly clock?: () => Date;
}

/** One call that arrived, in order of arrival. */
export interface FakeDiscordRequest {
	/** Null for a path that Discord does not have. */
	readonly endpoint: DiscordEndpoint | null;
	readonly method: string;
	/** Path and query. */
	readonly url: string;
	readonly userAgent: string | null;
}

/** A Discord on loopback that speaks the wire format of discord.com and does as it is told. */
export interface FakeDiscord {
	/** For `DISCORD_BASE_URL`. */
	readonly origin: string;
	/** Every variable that makes the product use this fake. */
	readonly environment: Readonly<
		Record<
			'DISCORD_BASE_URL' | 'DISCORD_CLIENT_ID' | 'DISCORD_CLIENT_SECRET' | 'DISCORD_GUILD_ID' | 'DISCORD_ROLE_IDS',
			string
		>
	>;
	/** Every consent from now on is this account's, without asking; `fake_account=<id>` in the address goes before. */
	consentAs(accountId: string): void;
	/** `denied`: the person cancels; `outage`: consents, and the code's exchange answers 503; `page`: asks (the default). */
	consent(kind: 'denied' | 'outage' | 'page'): void;
	/** The next calls of the endpoint get these faults, one each, then the truth again. */
	failNext(endpoint: DiscordEndpoint, ...faults: readonly FakeDiscordFault[]): void;
	/** Every call of the endpoint gets this fault; null ends it. */
	failAlways(endpoint: DiscordEndpoint, fault: FakeDiscordFault | null): void;
	addAccount(account: FakeDiscordAccount): void;
	/** Null: the account leaves the guild. */
	setRoles(accountId: string, roleIds: readonly string[] | null): void;
	/** The person takes the application's authorization back: all tokens of the account end. */
	revokeGrants(accountId: string): void;
	/** Access tokens end, refresh tokens go on working. */
	expireAccessTokens(accountId: string): void;
	/** Whether a token, of either kind, still works. */
	isLive(token: string): boolean;
	readonly requests: readonly FakeDiscordRequest[];
	count(endpoint: DiscordEndpoint): number;
	/** Every code and token ever handed out, for proving that none leaked. */
	readonly handedOut: readonly string[];
	/** Forgets requests, faults and the consent; accounts and grants stay. */
	reset(): void;
	close(): Promise<void>;
}

const defaults = {
	clientId: '100000000000000001',
	clientSecret: 'fake-discord-client-secret-0001',
	guildId: '200000000000000001',
	accessTokenLifetimeS: 604_800,
};

/** Starts the fake on a port of its own. */
export async function startFakeDiscord(options: FakeDiscordOptions = {}): Promise<FakeDiscord> {
	const settings = { ...defaults, ...options };
	const accounts = options.accounts ?? Object.values(fakeAccounts);
	const grants = createGrantBook(options.clock ?? (() => new Date()), settings.accessTokenLifetimeS);
	const state: DiscordState = {
		...settings,
		redirectUris: options.redirectUris ?? null,
		accounts: new Map(accounts.map((account) => [account.id, account])),
		grants,
		consent: 'page',
	};
	const requests: FakeDiscordRequest[] = [];
	const faults = createFaultScripts();
	const server = await listenAsFake(options.port ?? 0, (call) => {
		const endpoint = findEndpoint(call);
		requests.push(toRequest(call, endpoint));
		return respond(state, call, endpoint, faults);
	});
	return {
		origin: server.origin,
		environment: {
			DISCORD_BASE_URL: server.origin,
			DISCORD_CLIENT_ID: state.clientId,
			DISCORD_CLIENT_SECRET: state.clientSecret,
			DISCORD_GUILD_ID: state.guildId,
			DISCORD_ROLE_IDS: JSON.stringify(fakeRoleIds),
		},
		...steering(state),
		failNext: faults.failNext,
		failAlways: faults.failAlways,
		requests,
		count: (endpoint) => requests.filter((request) => request.endpoint === endpoint).length,
		handedOut: grants.handedOut,
		reset: () => {
			requests.length = 0;
			faults.clear();
			state.consent = 'page';
		},
		close: server.close,
	};
}

function respond(
	state: DiscordState,
	call: FakeCall,
	endpoint: DiscordEndpoint | null,
	faults: ReturnType<typeof createFaultScripts>,
): FakeReply {
	if (endpoint === null) return json(404, { message: '404: Not Found', code: 0 });
	const fault = faults.take(endpoint);
	return fault === null ? endpoints[endpoint](state, call) : toReply(fault);
}

function steering(state: DiscordState) {
	const known = (accountId: string) => {
		const account = state.accounts.get(accountId);
		if (account === undefined) throw new Error(`the fake has no account ${accountId}`);
		return account;
	};
	return {
		consentAs: (accountId: string) => {
			state.consent = known(accountId).id;
		},
		consent: (kind: 'denied' | 'outage' | 'page') => {
			state.consent = kind;
		},
		addAccount: (account: FakeDiscordAccount) => void state.accounts.set(account.id, account),
		setRoles: (accountId: string, roleIds: readonly string[] | null) =>
			void state.accounts.set(accountId, { ...known(accountId), roleIds }),
		revokeGrants: (accountId: string) => state.grants.revokeAccount(known(accountId).id),
		expireAccessTokens: (accountId: string) => state.grants.expireAccessTokens(known(accountId).id),
		isLive: (token: string) => state.grants.isLive(token),
	};
}

function createFaultScripts() {
	const next = new Map<DiscordEndpoint, FakeDiscordFault[]>();
	const always = new Map<DiscordEndpoint, FakeDiscordFault>();
	return {
		failNext: (endpoint: DiscordEndpoint, ...faults: readonly FakeDiscordFault[]) => {
			next.set(endpoint, [...(next.get(endpoint) ?? []), ...faults]);
		},
		failAlways: (endpoint: DiscordEndpoint, fault: FakeDiscordFault | null) => {
			if (fault === null) always.delete(endpoint);
			else always.set(endpoint, fault);
		},
		take: (endpoint: DiscordEndpoint) => next.get(endpoint)?.shift() ?? always.get(endpoint) ?? null,
		clear: () => {
			next.clear();
			always.clear();
		},
	};
}

function toRequest({ method, url, headers }: FakeCall, endpoint: DiscordEndpoint | null): FakeDiscordRequest {
	return { endpoint, method, url: url.pathname + url.search, userAgent: headers['user-agent'] ?? null };
}
