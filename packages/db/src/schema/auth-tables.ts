import type { PasswordKind, TokenScope } from '@adx/validators/auth';
import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, Json } from './column-types.ts';

/** Ids of sessions that another one took the place of: calls that set out before may still come with them. */
export interface ReplacedSessionsTable {
	id: string;
	forgetAt: Date;
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
	lastUsedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** Discord sign-ins that were started and have not come back. */
export interface DiscordStatesTable {
	/** SHA-256 (hex) of the state. */
	hash: string;
	expiresAt: Date;
}

/** Who got emergency access: once per network and UTC day. */
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
	/** True when the first start made it up. */
	generated: Generated<boolean>;
	createdAt: CreatedAt;
}

/** One row: what ties the database to its secret key and to its folder of files. */
export interface InstallationTable {
	isOnly: Generated<boolean>;
	/** The folder of files carries it too. */
	id: string;
	hasMarkedFiles: Generated<boolean>;
	/** Of the last key that was used; null before the first. */
	secretKeyFingerprint: ColumnType<string | null, string | null | undefined, string | null>;
	/** The operator gave up what the last key sealed: the next one may be any. */
	takesAnyKey: Generated<boolean>;
	createdAt: Generated<Date>;
}
