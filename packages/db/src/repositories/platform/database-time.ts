import { sql } from 'kysely';
import type { Database } from '../../client/database.ts';

/** What time it is for the database. */
export async function readDatabaseTime(db: Database): Promise<Date> {
	const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
	return rows[0]!.now;
}
