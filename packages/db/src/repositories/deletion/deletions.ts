import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import { toJsonb } from '../../schema/column-types.ts';
import type { DeletedKind, DeletionRow, DeletionsTable } from '../../schema/upload-tables.ts';

/** What a slice of rows refers to, in the walk over all rows of what is deleted. */
export interface FileSlice {
	/** Blobs, each once. */
	readonly hashes: readonly string[];
	/** The token after which the walk goes on; null at its end. */
	readonly next: number | null;
}

export interface SliceRequest {
	/** A token number; 0 at the start of the walk. */
	readonly after: number;
	readonly limit: number;
}

/** A deletion as it begins. */
export type NewDeletion = Omit<Insertable<DeletionsTable>, 'hashes' | 'kind'> & Pick<DeletionRow, 'hashes'>;

/** Notes that the rows and files of what is just deleted are to be freed. */
export async function insertDeletion(
	trx: DatabaseTransaction,
	kind: DeletedKind,
	{ hashes, ...deletion }: NewDeletion,
): Promise<void> {
	await trx
		.insertInto('deletions')
		.values({ ...deletion, kind, hashes: toJsonb(hashes) })
		.execute();
}

/** Ids of the deletions whose files are still being freed, oldest first; those younger than `seconds` are left out. */
export async function listDeletions(db: Database, seconds: number): Promise<Pick<DeletionRow, 'id'>[]> {
	return db
		.selectFrom('deletions')
		.select('id')
		.where('createdAt', '<', sql<Date>`now() - ${seconds} * interval '1 second'`)
		.orderBy('createdAt')
		.orderBy('id')
		.execute();
}

export async function findDeletion(db: Database, id: string): Promise<DeletionRow | undefined> {
	return db.selectFrom('deletions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The deletion, locked until the transaction ends, so that two processes never free the same slice. */
export async function lockDeletion(trx: DatabaseTransaction, id: string): Promise<DeletionRow | undefined> {
	return trx.selectFrom('deletions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Notes which files are freed next. */
export async function updateDeletion(trx: DatabaseTransaction, id: string, hashes: readonly string[]): Promise<void> {
	await trx
		.updateTable('deletions')
		.set({ hashes: toJsonb(hashes) })
		.where('id', '=', id)
		.execute();
}

/** The last file is freed. */
export async function deleteDeletion(trx: DatabaseTransaction, id: string): Promise<void> {
	await trx.deleteFrom('deletions').where('id', '=', id).execute();
}
