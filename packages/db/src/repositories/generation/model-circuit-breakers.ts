import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { ModelCircuitBreakersTable } from '../../schema/database-schema.ts';

type EngineBreakerRow = Selectable<ModelCircuitBreakersTable>;

/** The model's row as it stays until the transaction ends; one that is not known yet is stored as given. */
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
