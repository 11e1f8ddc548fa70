import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type {
	EngineKeyLeasesTable,
	EngineKeyRow,
	EngineKeysTable,
	ModelCircuitBreakersTable,
} from '../../schema/generation-tables.ts';

/** The key's row, locked until the transaction ends; an unknown key is stored as given. */
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

type EngineBreakerRow = Selectable<ModelCircuitBreakersTable>;

/** The model's row, locked until the transaction ends; an unknown model is stored as given. */
export async function lockCircuitBreaker(
	trx: DatabaseTransaction,
	breaker: Insertable<ModelCircuitBreakersTable>,
): Promise<EngineBreakerRow> {
	return trx
		.insertInto('engineBreakers')
		.values(breaker)
		.onConflict((conflict) => conflict.column('model').doUpdateSet({ model: breaker.model }))
		.returningAll()
		.executeTakeFirstOrThrow();
}

export async function findCircuitBreaker(db: Database, model: string): Promise<EngineBreakerRow | undefined> {
	return db.selectFrom('engineBreakers').selectAll().where('model', '=', model).executeTakeFirst();
}

export async function updateCircuitBreaker(
	db: Database,
	model: string,
	change: Omit<Updateable<ModelCircuitBreakersTable>, 'model'>,
): Promise<void> {
	await db.updateTable('engineBreakers').set(change).where('model', '=', model).execute();
}

/** One that is gone already does no harm. */
export async function deleteCircuitBreaker(db: Database, model: string): Promise<void> {
	await db.deleteFrom('engineBreakers').where('model', '=', model).execute();
}
