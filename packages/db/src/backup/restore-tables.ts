import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../client/database.ts';
import { transactOnce } from '../client/transact.ts';
import type { RowBatch } from './dump-tables.ts';
import { listTables, type TableShape } from './tables.ts';

/** The first table that holds a row, of those that are backed up; null where none does, or none exists yet. */
export async function findFilledTable(db: Database): Promise<string | null> {
	for (const { name } of await listTables(db)) {
		const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
		if (rows.length > 0) return name;
	}
	return null;
}

/**
 * Inserts what `dumpTables` handed out, in its order, into empty tables of the same migration: all of it or, when anything
 * fails, nothing. Returns how many rows that were.
 */
export async function restoreTables(db: Database, batches: AsyncIterable<RowBatch>): Promise<number> {
	return transactOnce(db, async (trx) => {
		const shapes = new Map((await listTables(trx)).map((shape) => [shape.name, shape]));
		let count = 0;
		/** Rows of a table that refer to each other are inserted at once, since any of them may be the first. */
		const together = new Map<string, string[]>();
		const insertTogether = async () => {
			for (const [table, rows] of together) await insertRows(trx, shapes.get(table)!, rows);
			together.clear();
		};
		for await (const { table, rows } of batches) {
			const shape = shapes.get(table);
			if (shape === undefined) throw new Error(`The database has no table ${table}.`);
			count += rows.length;
			if (shape.refersToItself) {
				together.set(table, [...(together.get(table) ?? []), ...rows]);
			} else {
				await insertTogether();
				await insertRows(trx, shape, rows);
			}
		}
		await insertTogether();
		return count;
	});
}

async function insertRows(trx: DatabaseTransaction, { name, columns }: TableShape, rows: readonly string[]) {
	const names = sql.join(columns.map((column) => sql.id(column)));
	const table = sql.table(name);
	await sql`insert into ${table} (${names})
		select ${names} from jsonb_populate_recordset(null::${table}, ${`[${rows.join(',')}]`}::text::jsonb)`.execute(trx);
}
