import type { Insertable } from 'kysely';
import type { Database } from '../../client/database.ts';
import type { DiscordStatesTable, EmergencyGrantsTable } from '../../schema/auth-tables.ts';

export async function insertDiscordState(db: Database, state: Insertable<DiscordStatesTable>): Promise<void> {
	await db.insertInto('discordStates').values(state).execute();
}

/** Uses up a state; false if it is unknown, was used before or has ended by `now`. */
export async function consumeDiscordState(db: Database, hash: string, now: Date): Promise<boolean> {
	const taken = await db.deleteFrom('discordStates').where('hash', '=', hash).returning('expiresAt').executeTakeFirst();
	return taken !== undefined && taken.expiresAt > now;
}

/** Deletes every state whose end is `now` or earlier; returns how many. */
export async function deleteExpiredDiscordStates(db: Database, now: Date): Promise<number> {
	const { numDeletedRows } = await db
		.deleteFrom('discordStates')
		.where('expiresAt', '<=', now)
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
