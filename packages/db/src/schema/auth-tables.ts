import type { PasswordKind, TokenScope } from '@adx/validators/auth/auth';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { CreatedAt, GeneratedJson, Json, Nullable } from './column-types.ts';

/** Ids of sessions that another one replaced: calls sent before may still arrive with them. */
export interface ReplacedSessionsTable {
	id: string;
	forgetAt: Date;
}

/** What brings an account without Discord back in another browser. */
export interface RecoveryCodesTable {
	userId: ColumnType<string, string, never>;
	/** SHA-256 (hex) of the code that its owner keeps. */
	hash: string;
	createdAt: ColumnType<Date, Date | undefined, Date | undefined>;
}

/** Personal access tokens. */
export interface AccessTokensTable {
	id: string;
	userId: ColumnType<string, string, never>;
	name: ColumnType<string, string, never>;
	/** SHA-256 (hex) of the token that the script carries. */
	hash: ColumnType<string, string, never>;
	scopes: Json<TokenScope[]>;
	createdAt: CreatedAt;
	expiresAt: ColumnType<Date, Date, never>;
	lastUsedAt: Nullable<Date>;
	/** Until when the passphrase of the session that made it counts; null without one and without the scope `premium`. */
	premiumUntil: Nullable<Date>;
}
export type AccessTokenRow = Selectable<AccessTokensTable>;

/** Discord sign-ins that were started and have not come back. */
export interface DiscordStatesTable {
	/** SHA-256 (hex) of the state. */
	hash: string;
	expiresAt: Date;
}

/** The users who got emergency access: once per network and UTC day. */
export interface EmergencyGrantsTable {
	/** An IPv4 address or the /64 of an IPv6 one; `mark <id>` for the mark that was used up with it. */
	network: string;
	/** `2026-11-21`. */
	day: string;
	createdAt: CreatedAt;
}

export interface PasswordHashesTable {
	id: string;
	kind: PasswordKind;
	/** A PHC string. */
	hash: string;
	/** True when the first start generated it. */
	generated: Generated<boolean>;
	createdAt: CreatedAt;
}

/** How a session was opened. */
export type SessionMethod = 'developer' | 'community' | 'discord' | 'emergency';

export interface UsersTable {
	id: string;
	discordId: Nullable<string>;
	username: Nullable<string>;
	discriminator: Nullable<string>;
	avatar: Nullable<string>;
	email: Nullable<string>;
	/** Encrypted by the caller, like `refreshToken` and `geminiApiKey`. */
	accessToken: Nullable<string>;
	refreshToken: Nullable<string>;
	tokenExpiry: Nullable<Date>;
	roles: GeneratedJson<string[]>;
	hasMageAccess: Generated<boolean>;
	/** When Discord last answered which roles the user holds. */
	lastRoleCheck: Nullable<Date>;
	/** When to ask Discord again; null for users who did not sign in through it. */
	nextRoleCheckAt: Nullable<Date>;
	generatedToday: Generated<number>;
	lastGenerationReset: Nullable<Date>;
	geminiApiKey: Nullable<string>;
	/** Number of the newest job; only ever counts up, so a number is not given twice. */
	lastJobNumber: Generated<number>;
	/** The account that last took over this user's work. */
	adoptedBy: Nullable<string>;
	createdAt: CreatedAt;
	updatedAt: Generated<Date>;
}
export type UserRow = Selectable<UsersTable>;

export interface SessionsTable {
	/** SHA-256 (hex) of the token that the cookie carries. */
	id: string;
	userId: string;
	method: SessionMethod;
	createdAt: CreatedAt;
	/** When it ends if it stays idle; moves while the session is used. */
	expiresAt: Date;
	/** When it ends in any case. */
	absoluteExpiresAt: ColumnType<Date, Date, never>;
	developerUntil: Nullable<Date>;
	premiumUntil: Nullable<Date>;
	adminUnlocked: Generated<boolean>;
	/** Images an emergency session may still request; null where only the general limits count. */
	imagesLeft: Nullable<number>;
}
export type SessionRow = Selectable<SessionsTable>;
