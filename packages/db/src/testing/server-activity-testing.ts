import { sql } from 'kysely';
import type { Database } from '../client/database.ts';

// What a PostgreSQL server says of those who use one of its databases.

/** Transactions so far, reads that are one statement among them. */
export async function countTransactions(db: Database): Promise<number> {
	const { rows } = await sql<{ count: number }>`
		select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()`.execute(db);
	return rows[0]!.count;
}

/** The ports from which the product speaks, but for its queue. */
export async function listClientPorts(db: Database): Promise<number[]> {
	const { rows } = await sql<{ port: number }>`
		select client_port as port from pg_stat_activity
		where datname = current_database() and application_name = 'adx'`.execute(db);
	return rows.map(({ port }) => port);
}

/** The port from which the process that leads holds its lock; several or none while it changes hands. */
export async function listLeaderPorts(db: Database): Promise<number[]> {
	const { rows } = await sql<{ port: number }>`
		select client_port as port from pg_locks held join pg_stat_activity using (pid)
		where held.locktype = 'advisory' and held.granted and application_name = 'adx'
			and held.database = (select oid from pg_database where datname = current_database())`.execute(db);
	return rows.map(({ port }) => port);
}
