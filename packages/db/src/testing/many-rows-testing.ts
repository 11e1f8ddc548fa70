import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../client/database.ts';

/** In SQL, by the names of the columns. */
type Columns = Readonly<Record<string, RawBuilder<unknown>>>;

/**
 * Adds copies of the only row of a table that differ by id and in these columns, where `place` runs from 2 to `count`.
 */
export async function multiplyRow(db: Database, table: string, count: number, columns: Columns): Promise<void> {
	const one = sql.table(table);
	await sql`
		insert into ${one} select copy.* from ${one} as template, generate_series(2, ${sql.lit(count)}) as place,
			${copyOf(table, { id: newId, ...columns })}`.execute(db);
}

/**
 * Puts copies of the only row of a table in its place, which differ in these columns: for each row of `from`, which is SQL,
 * one, or one for each `place` from 1 to `count`.
 */
export async function multiplyRowFor(
	db: Database,
	{ table, from, count = 1 }: { readonly table: string; readonly from: string; readonly count?: number },
	columns: Columns,
): Promise<void> {
	const one = sql.table(table);
	await sql`
		with template as (delete from ${one} returning *)
		insert into ${one}
		select copy.* from template, ${sql.raw(from)}, generate_series(1, ${sql.lit(count)}) as place,
			${copyOf(table, columns)}`.execute(db);
}

export const newId = sql`gen_random_uuid()::text`;

/**
 * In `from`, since a function among the selected columns would run for each column. Without `place`, which is not a column, one
 * copy could be made for all places.
 */
function copyOf(table: string, columns: Columns): RawBuilder<unknown> {
	const pairs = Object.entries(columns).map(([name, value]) => sql`${sql.lit(name)}, ${value}`);
	const changes = sql`jsonb_build_object('place', place, ${sql.join(pairs)})`;
	return sql`jsonb_populate_record(null::${sql.table(table)}, to_jsonb(template) || ${changes}) as copy`;
}
