import type { Generated, Selectable } from 'kysely';
import type { CreatedAt, Json, Nullable } from './column-types.ts';

/** How far the stored files have been verified; at most one row. */
export interface StorageScrubsTable {
	name: 'files';
	/** Hash of the last file of this pass that was verified; empty before the first. */
	afterSha256: Generated<string>;
	checkedFiles: Generated<number>;
	damagedFiles: Generated<number>;
	startedAt: Generated<Date>;
	/** When the last pass through all files ended. */
	endedAt: Nullable<Date>;
	/** Names the process at work. */
	leaseToken: Nullable<string>;
	/** By the database's clock. */
	leasedUntil: Nullable<Date>;
}

/** Objects of a store without rename that are being stored or deleted; rows of those that were recorded go after a day. */
export interface ObjectWritesTable {
	sha256: string;
	/** When somebody last began to store it; by the database's clock, as all of them are. */
	begunAt: Date;
	/** Names the deletion that is under way. */
	deletionToken: Nullable<string>;
	/** Until when writers wait for it. */
	deletionEndsAt: Nullable<Date>;
}

/** One row: what ties the database to its secret key and to its folder of files. */
export interface InstallationTable {
	isOnly: Generated<boolean>;
	/** The folder of files carries it too. */
	id: string;
	hasMarkedFiles: Generated<boolean>;
	/** The fingerprint of the key used last; null before the first. */
	secretKeyFingerprint: Nullable<string>;
	/** The operator gave up what the last key sealed: the next one may be any. */
	takesAnyKey: Generated<boolean>;
	createdAt: Generated<Date>;
}
export type InstallationRow = Selectable<InstallationTable>;

/** Tries that processes of one server count together, by what is limited and who tries. */
export interface RateLimitsTable {
	/** An HMAC, since it tells who came from where. */
	key: string;
	/** Those that may still count, the oldest first. */
	tries: Date[];
	/** The try that counted last. */
	lastId: string;
	/** The first refusal since as long as a try counts. */
	refusedAt: Nullable<Date>;
	refusedId: Nullable<string>;
	changedAt: Date;
}

export interface AuditLogTable {
	id: string;
	/** Null when nobody was signed in. */
	actorId: string | null;
	action: string;
	subject: Json<Record<string, unknown>>;
	createdAt: CreatedAt;
}
