import { type Selectable, sql, type Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import { databaseMoment, databaseNow, fromDatabaseNow } from '../../client/database-time.ts';
import type {
	EngineKeyLeasesTable,
	EngineKeyRow,
	EngineKeysTable,
	ModelCircuitBreakersTable,
} from '../../schema/generation-tables.ts';

/** A row that is locked until the transaction ends, and when the lock was there. */
type LockedNow<Row> = Row & { readonly now: Date };

/** The key's row, locked until the transaction ends; an unknown key begins now with what is given. */
export async function lockEngineKey(
	trx: DatabaseTransaction,
	key: Pick<EngineKeyRow, 'id' | 'ratePerMinute' | 'tokens'>,
): Promise<LockedNow<EngineKeyRow>> {
	return trx
		.insertInto('engineKeys')
		.values({ ...key, refilledAt: databaseNow, grownAt: databaseNow })
		.onConflict((conflict) => conflict.column('id').doUpdateSet({ id: key.id }))
		.returningAll()
		.returning(databaseMoment.as('now'))
		.executeTakeFirstOrThrow();
}

export async function updateEngineKey(
	db: Database,
	id: string,
	change: Omit<Updateable<EngineKeysTable>, 'id'>,
): Promise<void> {
	await db.updateTable('engineKeys').set(change).where('id', '=', id).execute();
}

/** Forgets keys that nobody has called with for so many milliseconds; returns how many. */
export async function deleteIdleEngineKeys(db: Database, idleMs: number): Promise<number> {
	const { numDeletedRows } = await db
		.deleteFrom('engineKeys')
		.where('refilledAt', '<', fromDatabaseNow(-idleMs))
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}

/** A lease that ends by itself after `forMs` milliseconds. */
export async function insertKeyLease(
	db: Database,
	{ forMs, ...lease }: Pick<EngineKeyLeasesTable, 'token' | 'keyId' | 'alone'> & { readonly forMs: number },
): Promise<void> {
	await db
		.insertInto('engineKeyTurns')
		.values({ ...lease, expiresAt: fromDatabaseNow(forMs) })
		.execute();
}

/** The key's leases that have not ended. */
export async function listKeyLeases(
	db: Database,
	keyId: string,
): Promise<Pick<EngineKeyLeasesTable, 'alone' | 'expiresAt'>[]> {
	return db
		.selectFrom('engineKeyTurns')
		.select(['alone', 'expiresAt'])
		.where('keyId', '=', keyId)
		.where('expiresAt', '>', databaseNow)
		.execute();
}

/** One that is gone already does no harm. */
export async function deleteKeyLease(db: Database, token: string): Promise<void> {
	await db.deleteFrom('engineKeyTurns').where('token', '=', token).execute();
}

/** Moves a lease's end to `forMs` from now; one that is gone stays so. */
export async function renewKeyLease(db: Database, token: string, forMs: number): Promise<void> {
	await db
		.updateTable('engineKeyTurns')
		.set({ expiresAt: fromDatabaseNow(forMs) })
		.where('token', '=', token)
		.execute();
}

/** Deletes every lease there is, for the start of a process that is the only one. */
export async function deleteAllKeyLeases(db: Database): Promise<void> {
	await db.deleteFrom('engineKeyTurns').execute();
}

/** Deletes the key's leases that have ended. */
export async function deleteExpiredKeyLeases(db: Database, keyId: string): Promise<void> {
	await db.deleteFrom('engineKeyTurns').where('keyId', '=', keyId).where('expiresAt', '<=', databaseNow).execute();
}

type EngineBreakerRow = Selectable<ModelCircuitBreakersTable>;

/** The model's row, locked until the transaction ends; an unknown model begins now without a failure. */
export async function lockCircuitBreaker(
	trx: DatabaseTransaction,
	model: string,
): Promise<LockedNow<EngineBreakerRow>> {
	return trx
		.insertInto('engineBreakers')
		.values({ model, failures: 0, windowStartedAt: databaseNow })
		.onConflict((conflict) => conflict.column('model').doUpdateSet({ model }))
		.returningAll()
		.returning(databaseMoment.as('now'))
		.executeTakeFirstOrThrow();
}

/** For how many milliseconds nobody is to call the model; 0 when it may be called. */
export async function findBreakerWaitMs(db: Database, model: string): Promise<number> {
	const breaker = await db
		.selectFrom('engineBreakers')
		.select(sql<number>`ceil(extract(epoch from open_until - ${databaseNow}) * 1000)::int`.as('waitMs'))
		.where('model', '=', model)
		.executeTakeFirst();
	return Math.max(0, breaker?.waitMs ?? 0);
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
