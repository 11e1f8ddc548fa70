import { randomBytes } from 'node:crypto';

/** What a consent gave: to whom, for what. Ended by revoking it or either of its tokens. */
export interface Grant {
	readonly accountId: string;
	readonly scopes: readonly string[];
	accessToken: string;
	accessTokenExpiresAt: number;
	refreshToken: string;
}

interface Code {
	readonly accountId: string;
	readonly scopes: readonly string[];
	readonly redirectUri: string;
	readonly expiresAt: number;
	/** A person chose to see Discord break down after the consent. */
	readonly endsInOutage: boolean;
}

/** The authorization server's memory: codes that work once and tokens of which a refresh uses up the old pair. */
export interface GrantBook {
	makeCode(code: Omit<Code, 'expiresAt'>): string;
	/** Uses the code up; null when it is unknown, used, expired or was made for another address. */
	takeCode(code: string, redirectUri: string): Grant | 'outage' | null;
	/** The old refresh token and access token end; null for a token that is unknown or used up. */
	refresh(refreshToken: string): Grant | null;
	/** Null for an access token that is unknown, ended or expired. */
	findByAccessToken(accessToken: string): Grant | null;
	/** Ends the grant of either token. */
	revokeToken(token: string): void;
	/** Ends every grant of the account. */
	revokeAccount(accountId: string): void;
	/** Refresh tokens go on working. */
	expireAccessTokens(accountId: string): void;
	/** Whether a token of either kind still works. */
	isLive(token: string): boolean;
	/** Every code and token ever handed out, for proving that none leaked. */
	readonly handedOut: readonly string[];
}

const codeLifetimeMs = 10 * 60_000;

export function createGrantBook(clock: () => Date, accessTokenLifetimeS: number): GrantBook {
	const codes = new Map<string, Code>();
	const grants = new Set<Grant>();
	const handedOut: string[] = [];
	const secret = () => {
		const text = randomBytes(24).toString('base64url').replaceAll(/[-_]/g, 'x').slice(0, 30);
		handedOut.push(text);
		return text;
	};
	const now = () => clock().getTime();
	const renew = (grant: Grant) => {
		grant.accessToken = secret();
		grant.refreshToken = secret();
		grant.accessTokenExpiresAt = now() + accessTokenLifetimeS * 1_000;
		return grant;
	};
	const find = (matches: (grant: Grant) => boolean) => [...grants].find(matches) ?? null;
	return {
		handedOut,
		makeCode: (code) => {
			const text = secret();
			codes.set(text, { ...code, expiresAt: now() + codeLifetimeMs });
			return text;
		},
		takeCode: (text, redirectUri) => {
			const code = codes.get(text);
			if (code?.endsInOutage) return 'outage';
			codes.delete(text);
			if (code === undefined || code.redirectUri !== redirectUri || code.expiresAt <= now()) return null;
			const { accountId, scopes } = code;
			const grant = renew({ accountId, scopes, accessToken: '', refreshToken: '', accessTokenExpiresAt: 0 });
			grants.add(grant);
			return grant;
		},
		isLive: (token) =>
			find(
				({ accessToken, accessTokenExpiresAt, refreshToken }) =>
					refreshToken === token || (accessToken === token && accessTokenExpiresAt > now()),
			) !== null,
		refresh: (token) => {
			const grant = find(({ refreshToken }) => refreshToken === token);
			return grant && renew(grant);
		},
		findByAccessToken: (token) =>
			find(({ accessToken, accessTokenExpiresAt }) => accessToken === token && accessTokenExpiresAt > now()),
		revokeToken: (token) => {
			const grant = find(({ accessToken, refreshToken }) => accessToken === token || refreshToken === token);
			if (grant !== null) grants.delete(grant);
		},
		revokeAccount: (accountId) => {
			for (const grant of grants) if (grant.accountId === accountId) grants.delete(grant);
		},
		expireAccessTokens: (accountId) => {
			for (const grant of grants) if (grant.accountId === accountId) grant.accessTokenExpiresAt = now();
		},
	};
}
