import { resolve } from 'node:path';
import { createDb, type DatabaseHandle } from '@adx/db/client/database';
import { describeServerProblem } from '@adx/db/client/database-errors';
import { DataDirectoryLockedError, lockDataDirectory } from '@adx/db/data-directory/data-directory-lock';
import { migrateToLatest, NewerDatabaseError } from '@adx/db/migrations/migrate';
import type { CommandEnvironment } from '../../command-line/environment.ts';
import { UsageError } from '../../command-line/errors.ts';

/**
 * Opens the installation's own database, migrated unless that is left to `use`, hands it over and closes it. Throws a
 * UsageError, a ProductRunningError when a running product holds the embedded one, its directory cannot be written, the address is none, the server is not
 * reached or sends us away, or a newer version made the database.
 */
export async function withDatabase<T>(
	environment: CommandEnvironment,
	use: (database: DatabaseHandle) => Promise<T>,
	{ migrates = true }: { readonly migrates?: boolean } = {},
): Promise<T> {
	const databaseUrl = environment.DATABASE_URL || undefined;
	if (databaseUrl !== undefined && !isServerAddress(databaseUrl)) {
		throw new UsageError('DATABASE_URL must be a postgresql:// address');
	}
	const dataDir = resolve(environment.DATA_DIR || './data');
	// As the server does.
	process.umask(0o077);
	const lock = databaseUrl === undefined ? acquireLock(dataDir) : null;
	try {
		const database = await createDb({ databaseUrl, dataDir });
		try {
			if (migrates) await migrateToLatest(database.db);
			return await use(database);
		} finally {
			await database.destroy();
		}
	} catch (error) {
		if (error instanceof NewerDatabaseError) throw new UsageError(error.message, { cause: error });
		const problem = databaseUrl === undefined ? null : describeServerProblem(error);
		if (problem === null) throw error;
		throw new UsageError(`DATABASE_URL: ${problem}`, { cause: error });
	} finally {
		lock?.release();
	}
}

/** A running product holds the embedded database. */
export class ProductRunningError extends UsageError {}

const isServerAddress = (text: string) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol);

function acquireLock(dataDir: string) {
	try {
		return lockDataDirectory(dataDir);
	} catch (error) {
		if (error instanceof DataDirectoryLockedError) throw new ProductRunningError(error.message);
		const reason = error instanceof Error ? error.message : String(error);
		throw new UsageError(`DATA_DIR: cannot write to ${dataDir} (${reason})`, { cause: error });
	}
}
