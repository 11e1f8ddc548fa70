import type { Insertable } from 'kysely';
import type { Database } from '../../client/database.ts';
import { databaseNow, fromDatabaseNow } from '../../client/database-time.ts';
import type { EmergencyGrantsTable } from '../../schema/auth-tables.ts';

/** Stores a state that can be used for so many milliseconds. */
export async function insertDiscordState(db: Database, hash: string, forMs: number): Promise<void> {
	await db
		.insertInto('discordStates')
		.values({ hash, expiresAt: fromDatabaseNow(forMs) })
		.execute();
}

/** Uses up a state; false if it is unknown, was used before or has ended. */
export async function consumeDiscordState(db: Database, hash: string): Promise<boolean> {
	const taken = await db
		.deleteFrom('discordStates')
		.where('hash', '=', hash)
		.returning((eb) => eb('expiresAt', '>', databaseNow).as('isValid'))
		.executeTakeFirst();
	return Boolean(taken?.isValid);
}

/** Deletes every state that has ended; returns how many. */
export async function deleteExpiredDiscordStates(db: Database): Promise<number> {
	const { numDeletedRows } = await db
		.deleteFrom('discordStates')
		.where('expiresAt', '<=', databaseNow)
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}

/** Records that access was given; false if it was given to this network on this day before. */
export async function insertEmergencyGrant(db: Database, grant: Insertable<EmergencyGrantsTable>): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await db
		.insertInto('emergencyGrants')
		.values(grant)
		.onConflict((conflict) => conflict.columns(['network', 'day']).doNothing())
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}

/** Deletes the grants of days before `day` (`2026-11-21`); returns how many. */
export async function deleteEmergencyGrantsBefore(db: Database, day: string): Promise<number> {
	const { numDeletedRows } = await db.deleteFrom('emergencyGrants').where('day', '<', day).executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}
