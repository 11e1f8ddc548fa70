import type { Insertable } from 'kysely';
import type { Database } from '../../client/database.ts';
import type { DiscordStatesTable } from '../../schema/auth-tables.ts';

export async function insertDiscordState(db: Database, state: Insertable<DiscordStatesTable>): Promise<void> {
	await db.insertInto('discordStates').values(state).execute();
}

/** Uses a state up; false for one that is unknown, was used before or has ended by `now`. */
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
