import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration';
import { isLockTimeout, isTransactionConflict } from '../client/database-errors.ts';
import type { Schema } from '../schema/database-schema.ts';
import { migrations } from './list.ts';

/** A version newer than this one migrated the database. The message is one line for the operator. */
export class NewerDatabaseError extends Error {
	override readonly name = 'NewerDatabaseError';
}

/** The migrations of this version that the database has not seen, oldest first. Rejects when it is away. */
export async function listPendingMigrations(db: Kysely<Schema>): Promise<string[]> {
	const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
	const done = new Set(rows.map(({ name }) => name));
	return Object.keys(migrations).filter((name) => !done.has(name));
}

const describeNewer = (name: string) =>
	`A newer version of ADX Realm made this database (${name}). Run that version, or restore a backup.`;

/** Kysely's words about a migration that the database holds and the list does not. */
const unknownMigration = /previously executed migration (\S+) is missing/;

/**
 * Brings the schema up to date and returns the names of the migrations it ran, oldest first. All of
 * them in one transaction: the schema is either old or new. Of processes that start together one
 * migrates while the others wait for it; who works on the tables meanwhile comes first, for two minutes at most.
 * Rejects when one fails, with a NewerDatabaseError when the database holds migrations this version does not know.
 */
export async function migrateToLatest(db: Kysely<Schema>): Promise<string[]> {
	return migrate(db, (migrator) => migrator.migrateToLatest());
}

/** The newest migration that this version knows. */
export const latestMigration = Object.keys(migrations).at(-1)!;

/**
 * As migrateToLatest, but no further than a migration, so that rows of that time fit; where the database is further
 * already, nothing is done. Rejects with a NewerDatabaseError for
 * one that this version does not know.
 */
export async function migrateTo(db: Kysely<Schema>, name: string): Promise<string[]> {
	if (!Object.hasOwn(migrations, name)) throw new NewerDatabaseError(describeNewer(name));
	return migrate(db, async (migrator) => {
		const known = await migrator.getMigrations();
		// It would be taken back to there, which no migration of ours can do.
		if (known.some((each) => each.name > name && each.executedAt !== undefined)) return { results: [] };
		return migrator.migrateTo(name);
	});
}

/**
 * Below PostgreSQL's `deadlock_timeout` of a second: where a migration and a transaction of a running process each hold
 * what the other waits for, the migration always gives way, so that no call fails. Nor does anybody wait for longer behind
 * a lock that it cannot have yet.
 */
const lockTimeoutMs = 500;
const contendedForMs = 2 * 60_000;
const pauseMs = 250;

const givesWay = ({ up }: Migration): Migration => ({
	up: async (db) => {
		await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(db);
		await up(db);
	},
});

async function migrate(
	db: Kysely<Schema>,
	run: (migrator: Migrator) => Promise<MigrationResultSet>,
): Promise<string[]> {
	const polite = Object.fromEntries(Object.entries(migrations).map(([name, each]) => [name, givesWay(each)]));
	const migrator = new Migrator({ db, provider: { getMigrations: async () => polite } });
	const deadline = performance.now() + contendedForMs;
	for (;;) {
		const set = await run(migrator);
		const isContended = isLockTimeout(set.error) || isTransactionConflict(set.error);
		if (!isContended || performance.now() > deadline) return listExecuted(set);
		await sleep(pauseMs);
	}
}

function listExecuted({ error, results = [] }: MigrationResultSet): string[] {
	const failed = results.find((result) => result.status === 'Error');
	if (error !== undefined) {
		const [, unknown] = unknownMigration.exec(String(error)) ?? [];
		if (unknown !== undefined) {
			throw new NewerDatabaseError(describeNewer(unknown), { cause: error });
		}
		const place =
			failed === undefined ? 'The database could not be migrated' : `Migration ${failed.migrationName} failed`;
		throw new Error(`${place}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
	}
	return results.map((result) => result.migrationName);
}
