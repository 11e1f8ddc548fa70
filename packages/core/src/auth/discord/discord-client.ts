import { type QualifyingRole, qualifyingRoles } from '@adx/validators/auth/auth';
import { z } from 'zod';
import { type DiscordOutcome, requestDiscord } from './discord-request.ts';

/** What Discord hands out for a consent, and again for a refresh token. */
export interface DiscordGrant {
	readonly accessToken: string;
	readonly refreshToken: string;
	readonly expiresAt: Date;
}

/** An account as Discord describes it, and what it is in the configured guild. */
export interface DiscordMember {
	readonly discordId: string;
	readonly username: string;
	/** Four digits of an account of the old kind; null for all others. */
	readonly discriminator: string | null;
	/** The hash under which Discord keeps the picture, not an address. */
	readonly avatar: string | null;
	readonly email: string | null;
	/** Null for an account that is not a member of the guild. */
	readonly roleIds: readonly string[] | null;
}

/**
 * Discord's OAuth and the two reads that follow it. Every call may throw a DiscordError. A request takes 10 s at most,
 * and is repeated once only when Discord says that 2 s at most suffice.
 */
export interface DiscordClient {
	/** The URL where the browser asks for consent. */
	authUrl(options: { readonly state: string; readonly redirectUri: string }): string;
	exchangeCode(options: { readonly code: string; readonly redirectUri: string }): Promise<DiscordGrant>;
	/** The old refresh token is used up. */
	refresh(refreshToken: string): Promise<DiscordGrant>;
	readMember(accessToken: string): Promise<DiscordMember>;
	/** Ends the grant, both tokens. */
	revoke(token: string): Promise<void>;
	/** Whether a member holds one of the configured roles. */
	isQualified(member: DiscordMember): boolean;
	/** The names of the configured roles that a member holds, in the catalogue's order. */
	rolesOf(member: DiscordMember): readonly QualifyingRole[];
}

/**
 * `refused`: Discord said no to this person or token; asking again changes nothing. `outage`: timed out, unreachable,
 * 429, 5xx or an answer that is not Discord's. `misconfigured`: our client id, secret or base address is wrong, which
 * says nothing about anybody's access. The message names the endpoint and the status, never a code, token or secret.
 */
export class DiscordError extends Error {
	override readonly name = 'DiscordError';
	readonly kind: 'refused' | 'outage' | 'misconfigured';

	constructor(kind: DiscordError['kind'], message: string, options?: ErrorOptions) {
		super(message, options);
		this.kind = kind;
	}
}

export interface DiscordClientOptions {
	readonly clientId: string;
	readonly clientSecret: string;
	readonly guildId: string;
	/** Ids of the roles of which a member must hold one. */
	readonly roleIds: Readonly<Partial<Record<QualifyingRole, string>>>;
	/** An origin such as `https://discord.com`. */
	readonly baseUrl: string;
	readonly clock: () => Date;
	/** The timeout of each attempt; 10 s by default. */
	readonly timeoutMs?: number;
}

const scopes = 'identify email guilds.members.read';
const token = z.string().regex(/^[\x21-\x7e]{1,2048}$/);
const snowflake = z.string().regex(/^\d{1,20}$/);

const grantSchema = z.object({
	access_token: token,
	refresh_token: token,
	expires_in: z
		.number()
		.positive()
		.max(10 * 365 * 86_400),
});
const userSchema = z.object({
	id: snowflake,
	username: z.string().min(1).max(100),
	discriminator: z.string().max(4).nullish(),
	avatar: z
		.string()
		.regex(/^\w{1,64}$/)
		.nullish(),
	email: z.string().max(320).nullish(),
});
const guildMemberSchema = z.object({ roles: z.array(snowflake) });
/** Code 0 is a path that does not exist; any other says that the guild or the member is unknown. */
const unknownMemberSchema = z.object({ code: z.number().int().positive() });
const invalidClientSchema = z.object({ error: z.enum(['invalid_client', 'unauthorized_client']) });

/** A client of the Discord at `baseUrl`; keeps no state. */
export function createDiscordClient(options: DiscordClientOptions): DiscordClient {
	const { clientId, guildId, baseUrl, timeoutMs = 10_000 } = options;
	const rolesOf = ({ roleIds }: DiscordMember) =>
		qualifyingRoles.filter((name) => {
			const roleId = options.roleIds[name];
			return roleId !== undefined && roleIds?.includes(roleId);
		});
	const basic = `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(options.clientSecret)}`).toString('base64')}`;
	const call = (path: string, authorization: string, form?: Record<string, string>) =>
		toResponse(
			path,
			requestDiscord(
				{
					url: `${baseUrl}/api/v10${path}`,
					method: form ? 'POST' : 'GET',
					authorization,
					...(form ? { form: new URLSearchParams(form) } : {}),
				},
				timeoutMs,
			),
		);
	const readGrant = async (form: Record<string, string>): Promise<DiscordGrant> => {
		const path = '/oauth2/token';
		const grant = readOk(path, await call(path, basic, form), grantSchema);
		const expiresAt = new Date(options.clock().getTime() + grant.expires_in * 1_000);
		return { accessToken: grant.access_token, refreshToken: grant.refresh_token, expiresAt };
	};
	return {
		authUrl: ({ state, redirectUri }) => authUrlOf(baseUrl, clientId, state, redirectUri),
		exchangeCode: ({ code, redirectUri }) =>
			readGrant({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
		refresh: (refreshToken) => readGrant({ grant_type: 'refresh_token', refresh_token: refreshToken }),
		readMember: async (accessToken) => {
			const bearer = `Bearer ${accessToken}`;
			const user = readOk('/users/@me', await call('/users/@me', bearer), userSchema);
			const path = `/users/@me/guilds/${guildId}/member`;
			const answer = await call(path, bearer);
			const isStranger = answer.status === 404 && unknownMemberSchema.safeParse(answer.body).success;
			const roleIds = isStranger ? null : readOk(path, answer, guildMemberSchema).roles;
			const { id: discordId, username, discriminator, avatar = null, email = null } = user;
			const isOldKind = discriminator !== undefined && discriminator !== null && /^\d{4}$/.test(discriminator);
			return { discordId, username, discriminator: isOldKind ? discriminator : null, avatar, email, roleIds };
		},
		revoke: async (revoked) => {
			const path = '/oauth2/token/revoke';
			readOk(path, await call(path, basic, { token: revoked }), z.unknown());
		},
		isQualified: (member) => rolesOf(member).length > 0,
		rolesOf,
	};
}

interface DiscordResponse {
	readonly status: number;
	readonly body: unknown;
}

async function toResponse(path: string, outcome: Promise<DiscordOutcome>): Promise<DiscordResponse> {
	const settled = await outcome;
	if (settled.kind === 'outage') throw new DiscordError('outage', `Discord ${path} ${settled.why}`);
	return settled;
}

/** What a 200 holds. Refusals count only in Discord's own JSON: its edge says 403 in HTML to addresses that it blocks. */
function readOk<Value>(path: string, { status, body }: DiscordResponse, schema: z.ZodType<Value>): Value {
	if (status === 200) {
		const parsed = schema.safeParse(body);
		if (parsed.success) return parsed.data;
		throw new DiscordError('outage', `Discord ${path} answered in another form than expected`);
	}
	const isJson = typeof body === 'object' && body !== null;
	const isOurFault = status === 404 || invalidClientSchema.safeParse(body).success;
	if (isJson && isOurFault) throw new DiscordError('misconfigured', `Discord ${path} answered ${status}`);
	const isRefusal = isJson && [400, 401, 403].includes(status);
	throw new DiscordError(isRefusal ? 'refused' : 'outage', `Discord ${path} answered ${status}`);
}

function authUrlOf(baseUrl: string, clientId: string, state: string, redirectUri: string): string {
	const url = new URL('/oauth2/authorize', baseUrl);
	// Without asking, an account that holds no role would be sent back at once and could never be changed.
	const query = {
		response_type: 'code',
		client_id: clientId,
		scope: scopes,
		state,
		redirect_uri: redirectUri,
		prompt: 'consent',
	};
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
	return url.href;
}
