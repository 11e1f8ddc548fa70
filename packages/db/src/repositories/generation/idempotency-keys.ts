import type { Insertable } from 'kysely';
import type { Database } from '../../client/database.ts';
import type { IdempotencyKeyRow, IdempotencyKeysTable } from '../../schema/generation-tables.ts';

export async function findIdempotencyKey(
	db: Database,
	ownerId: string,
	key: string,
): Promise<IdempotencyKeyRow | undefined> {
	return db
		.selectFrom('idempotencyKeys')
		.selectAll()
		.where('ownerId', '=', ownerId)
		.where('key', '=', key)
		.executeTakeFirst();
}

/**
 * Takes the key and returns the row that holds it: the given one, or that of the first caller.
 * Waits for a transaction that is just taking the same key. The job may be inserted later in the
 * same transaction; without it the commit rejects.
 */
export async function insertIdempotencyKey(
	db: Database,
	idempotencyKey: Insertable<IdempotencyKeysTable>,
): Promise<IdempotencyKeyRow> {
	return db
		.insertInto('idempotencyKeys')
		.values(idempotencyKey)
		.onConflict((conflict) =>
			// An update that changes nothing, because "do nothing" would return no row.
			conflict.columns(['ownerId', 'key']).doUpdateSet((eb) => ({ key: eb.ref('excluded.key') })),
		)
		.returningAll()
		.executeTakeFirstOrThrow();
}

/** Forgets the keys that were taken before the given time; their jobs stay. Returns how many there were. */
export async function deleteOldIdempotencyKeys(db: Database, before: Date): Promise<number> {
	const { numDeletedRows } = await db
		.deleteFrom('idempotencyKeys')
		.where('createdAt', '<', before)
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}
