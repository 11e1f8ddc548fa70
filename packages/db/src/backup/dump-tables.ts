import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../client/database.ts';
import { readAtOneMoment } from '../client/transact.ts';
import { listTables, type TableShape } from './tables.ts';

/** Some rows of a table, each as the JSON object that PostgreSQL makes of it, in snake_case. */
export interface RowBatch {
	readonly table: string;
	readonly rows: readonly string[];
}

const batchRows = 500;

/** What is put in place of everything that the secret key sealed. */
const withoutSecrets: Readonly<Record<string, Readonly<Record<string, string | boolean | null>>>> = {
	generation_jobs: { sealed_api_key: null },
	users: { access_token: null, refresh_token: null, gemini_api_key: null },
	sales: { sealed_secret: '' },
	installation: { secret_key_fingerprint: null, takes_any_key: true },
};

/**
 * Hands every row of every table to `take`, as all of them were at one moment, tables in an order in which they can be
 * inserted. The embedded database, which has one connection, does nothing else meanwhile.
 *
 * @param withSecrets whether what the secret key sealed is among them: keys of jobs, secrets of sales, grants of members
 */
export async function dumpTables(
	db: Database,
	{ withSecrets }: { readonly withSecrets: boolean },
	take: (batch: RowBatch) => Promise<void> | void,
): Promise<void> {
	await readAtOneMoment(db, async (trx) => {
		for (const table of await listTables(trx)) {
			const change = withSecrets ? {} : (withoutSecrets[table.name] ?? {});
			for await (const rows of readRows(trx, table, change)) await take({ table: table.name, rows });
		}
	});
}

async function* readRows(trx: DatabaseTransaction, table: TableShape, change: object): AsyncGenerator<string[]> {
	// Built by the columns, so that computed ones are left out.
	const names = sql.join(table.columns.map((column) => sql.id(column)));
	const query = sql`select (to_jsonb(r) || ${sql.lit(JSON.stringify(change))}::jsonb)::text as row
		from (select ${names} from ${sql.table(table.name)}) r`;
	await sql`declare rows_of_table no scroll cursor for ${query}`.execute(trx);
	for (;;) {
		const { rows } = await sql<{ row: string }>`fetch ${sql.lit(batchRows)} from rows_of_table`.execute(trx);
		if (rows.length > 0) yield rows.map(({ row }) => row);
		if (rows.length < batchRows) break;
	}
	await sql`close rows_of_table`.execute(trx);
}
