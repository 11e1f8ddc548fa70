import type { Insertable } from 'kysely';
import type { Database } from '../../client/database.ts';
import { databaseNow, fromDatabaseNow } from '../../client/database-time.ts';
import type { SessionRow, SessionsTable, UserRow } from '../../schema/auth-tables.ts';

export type NewSession = Insertable<SessionsTable>;

export async function insertSession(db: Database, session: NewSession): Promise<SessionRow> {
	return db.insertInto('sessions').values(session).returningAll().executeTakeFirstOrThrow();
}

/** A session, and what is read with it. */
export interface SessionWithUser {
	readonly session: SessionRow;
	readonly user: UserRow;
	/** Whether the user paid for Premium and has not switched it off. */
	readonly hasPaidPremium: boolean;
}

/** The session and whose it is, ended or not; the ends are the caller's to judge. */
export async function findSession(db: Database, id: string): Promise<SessionWithUser | undefined> {
	const row = await db
		.selectFrom('users')
		.innerJoin('sessions', 'sessions.userId', 'users.id')
		.selectAll('users')
		.select([
			'sessions.userId',
			'sessions.method',
			'sessions.createdAt as sessionCreatedAt',
			'sessions.expiresAt',
			'sessions.absoluteExpiresAt',
			'sessions.developerUntil',
			'sessions.premiumUntil',
			'sessions.adminUnlocked',
			'sessions.imagesLeft',
		])
		.select(({ exists, selectFrom }) =>
			exists(
				selectFrom('premiumPayments')
					.select('premiumPayments.signature')
					.whereRef('premiumPayments.userId', '=', 'users.id')
					.where('premiumPayments.isActive', '=', true),
			).as('hasPaidPremium'),
		)
		.where('sessions.id', '=', id)
		.executeTakeFirst();
	if (row === undefined) return undefined;
	const { userId, method, sessionCreatedAt, expiresAt, absoluteExpiresAt, ...rest } = row;
	const { developerUntil, premiumUntil, adminUnlocked, imagesLeft, hasPaidPremium, ...user } = rest;
	const ends = { expiresAt, absoluteExpiresAt, developerUntil, premiumUntil };
	const session = { id, userId, method, createdAt: sessionCreatedAt, ...ends, adminUnlocked, imagesLeft };
	return { session, user, hasPaidPremium: Boolean(hasPaidPremium) };
}

/** Oldest first, ended ones included. */
export async function listUserSessions(db: Database, userId: string): Promise<SessionRow[]> {
	return db.selectFrom('sessions').selectAll().where('userId', '=', userId).orderBy('createdAt').execute();
}

/** Moves the end by idleness; the absolute end stays. */
export async function updateSessionExpiry(db: Database, id: string, expiresAt: Date): Promise<void> {
	await db.updateTable('sessions').set({ expiresAt }).where('id', '=', id).execute();
}

export async function deleteSession(db: Database, id: string): Promise<void> {
	await db.deleteFrom('sessions').where('id', '=', id).execute();
}

/** Deletes every session whose idle or absolute end has come; returns how many. */
export async function deleteExpiredSessions(db: Database): Promise<number> {
	const { numDeletedRows } = await db
		.deleteFrom('sessions')
		.where((eb) => eb.or([eb('expiresAt', '<=', databaseNow), eb('absoluteExpiresAt', '<=', databaseNow)]))
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}

/** Signs the user out everywhere; returns how many sessions that ended. */
export async function deleteUserSessions(db: Database, userId: string): Promise<number> {
	const { numDeletedRows } = await db.deleteFrom('sessions').where('userId', '=', userId).executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}

/** Ends the user's sessions that rest on Discord alone; returns how many. */
export async function deleteDiscordSessions(db: Database, userId: string): Promise<number> {
	const { numDeletedRows } = await db
		.deleteFrom('sessions')
		.where('userId', '=', userId)
		.where('method', '=', 'discord')
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}

/**
 * Takes images out of what the session may still order. False when fewer are left or the session is gone; a session
 * without such a limit gives any number.
 */
export async function reserveSessionImages(db: Database, id: string, count: number): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('sessions')
		.set((eb) => ({ imagesLeft: eb('imagesLeft', '-', count) }))
		.where('id', '=', id)
		.where((eb) => eb.or([eb('imagesLeft', 'is', null), eb('imagesLeft', '>=', count)]))
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/** Ends the sessions that were opened in this way; returns how many. */
export async function deleteSessionsByMethod(db: Database, method: SessionRow['method']): Promise<number> {
	const { numDeletedRows } = await db.deleteFrom('sessions').where('method', '=', method).executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}

/** Signs everybody out; returns how many sessions that ended. */
export async function deleteAllSessions(db: Database): Promise<number> {
	const { numDeletedRows } = await db.deleteFrom('sessions').executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}

/** Takes from sessions what the developer password added to them; returns from how many. */
export async function clearDeveloperElevations(db: Database): Promise<number> {
	const { numUpdatedRows } = await db
		.updateTable('sessions')
		.set({ developerUntil: null })
		.where('developerUntil', 'is not', null)
		.executeTakeFirstOrThrow();
	return Number(numUpdatedRows);
}

/** Takes from sessions what a passphrase added to them; returns from how many. */
export async function clearPremiumElevations(db: Database): Promise<number> {
	const { numUpdatedRows } = await db
		.updateTable('sessions')
		.set({ premiumUntil: null })
		.where('premiumUntil', 'is not', null)
		.executeTakeFirstOrThrow();
	return Number(numUpdatedRows);
}

/** Takes from sessions what the admin password added to them; returns from how many. */
export async function clearAdminUnlocks(db: Database): Promise<number> {
	const { numUpdatedRows } = await db
		.updateTable('sessions')
		.set({ adminUnlocked: false })
		.where('adminUnlocked', '=', true)
		.executeTakeFirstOrThrow();
	return Number(numUpdatedRows);
}

/** Remembers for so many milliseconds that another session replaced the one with this id. */
export async function insertReplacedSession(db: Database, id: string, forMs: number): Promise<void> {
	const forgetAt = fromDatabaseNow(forMs);
	await db
		.insertInto('replacedSessions')
		.values({ id, forgetAt })
		.onConflict((conflict) => conflict.column('id').doUpdateSet({ forgetAt }))
		.execute();
}

export async function isReplacedSession(db: Database, id: string): Promise<boolean> {
	const found = await db.selectFrom('replacedSessions').select('id').where('id', '=', id).executeTakeFirst();
	return found !== undefined;
}

/** Deletes the ids that need not be remembered any longer; returns how many. */
export async function deleteExpiredReplacedSessions(db: Database): Promise<number> {
	const { numDeletedRows } = await db
		.deleteFrom('replacedSessions')
		.where('forgetAt', '<=', databaseNow)
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}
