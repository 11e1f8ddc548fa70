import { sql } from 'kysely';
import type { Database } from '../client/database.ts';

/** A table as the database's own catalogue describes it. */
export interface TableShape {
	/** In snake_case, as all names here are. */
	readonly name: string;
	/** Without those that the database computes. */
	readonly columns: readonly string[];
	/** Whether rows refer to rows of the same table. */
	readonly refersToItself: boolean;
}

/** The migrator's own, and what is of no use once the processes that wrote it have ended. */
const leftOut = [
	'kysely_migration',
	'kysely_migration_lock',
	'discord_states',
	'engine_key_turns',
	'object_writes',
	'rate_limits',
	'storage_scrubs',
	'uploads_in_flight',
];

/** All tables of the product that are backed up, each after those that its rows refer to. */
export async function listTables(db: Database): Promise<TableShape[]> {
	const { rows: tables } = await sql<{ name: string; columns: string[] }>`
		select c.relname as name, jsonb_agg(a.attname order by a.attnum) as columns
		from pg_class c join pg_attribute a on a.attrelid = c.oid
		where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
			and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
		group by c.relname order by c.relname`.execute(db);
	const { rows: references } = await sql<{ from: string; to: string }>`
		select a.relname as from, b.relname as to
		from pg_constraint r join pg_class a on a.oid = r.conrelid join pg_class b on b.oid = r.confrelid
		where r.contype = 'f' and a.relnamespace = current_schema()::regnamespace`.execute(db);
	const wanted = tables.filter(({ name }) => !leftOut.includes(name));
	const isSettled = (name: string, done: ReadonlySet<string>) =>
		references.every(({ from, to }) => from !== name || to === name || done.has(to));
	const ordered = new Map<string, TableShape>();
	while (ordered.size < wanted.length) {
		const next = wanted.find(({ name }) => !ordered.has(name) && isSettled(name, new Set(ordered.keys())));
		if (next === undefined) throw new Error('Tables refer to each other in a circle.');
		const refersToItself = references.some(({ from, to }) => from === next.name && to === next.name);
		ordered.set(next.name, { ...next, refersToItself });
	}
	return [...ordered.values()];
}
