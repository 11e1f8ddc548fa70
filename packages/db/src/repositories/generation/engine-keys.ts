import type { Insertable, Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { EngineKeyLeasesTable, EngineKeyRow, EngineKeysTable } from '../../schema/database-schema.ts';

/** The key's row as it stays until the transaction ends; one that is not known yet is stored as given. */
export async function lockEngineKey(trx: DatabaseTransaction, key: Insertable<EngineKeysTable>): Promise<EngineKeyRow> {
	return trx
		.insertInto('engineKeys')
		.values(key)
		.onConflict((conflict) => conflict.column('id').doUpdateSet({ id: key.id }))
		.returningAll()
		.executeTakeFirstOrThrow();
}

export async function updateEngineKey(
	db: Database,
	id: string,
	change: Omit<Updateable<EngineKeysTable>, 'id'>,
): Promise<void> {
	await db.updateTable('engineKeys').set(change).where('id', '=', id).execute();
}

/** Forgets keys that nobody has called with since `before`; returns how many. */
export async function deleteIdleEngineKeys(db: Database, before: Date): Promise<number> {
	const { numDeletedRows } = await db
		.deleteFrom('engineKeys')
		.where('refilledAt', '<', before)
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}

export async function insertKeyLease(db: Database, turn: Insertable<EngineKeyLeasesTable>): Promise<void> {
	await db.insertInto('engineKeyTurns').values(turn).execute();
}

/** The key's turns that have not ended by `now`. */
export async function listKeyLeases(
	db: Database,
	keyId: string,
	now: Date,
): Promise<Pick<EngineKeyLeasesTable, 'alone' | 'expiresAt'>[]> {
	return db
		.selectFrom('engineKeyTurns')
		.select(['alone', 'expiresAt'])
		.where('keyId', '=', keyId)
		.where('expiresAt', '>', now)
		.execute();
}

/** One that is gone already does no harm. */
export async function deleteKeyLease(db: Database, token: string): Promise<void> {
	await db.deleteFrom('engineKeyTurns').where('token', '=', token).execute();
}

/** Moves a turn's end; one that is gone stays so. */
export async function renewKeyLease(db: Database, token: string, expiresAt: Date): Promise<void> {
	await db.updateTable('engineKeyTurns').set({ expiresAt }).where('token', '=', token).execute();
}

/** Deletes every turn there is, for the start of a process that is the only one. */
export async function deleteAllKeyLeases(db: Database): Promise<void> {
	await db.deleteFrom('engineKeyTurns').execute();
}

/** Deletes the key's turns whose end is `now` or earlier. */
export async function deleteExpiredKeyLeases(db: Database, keyId: string, now: Date): Promise<void> {
	await db.deleteFrom('engineKeyTurns').where('keyId', '=', keyId).where('expiresAt', '<=', now).execute();
}
