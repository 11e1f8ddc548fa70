import { resolve } from 'node:path';
import { createDb, type DatabaseHandle } from '@adx/db/client';
import { isConnectionError } from '@adx/db/errors';
import { DataDirectoryLockedError, lockDataDirectory } from '@adx/db/lock';
import { migrateToLatest } from '@adx/db/migrate';
import type { CommandEnvironment } from './environment.ts';
import { UsageError } from './usage-error.ts';

/**
 * Opens the installation's own database, migrated, hands it to `use` and closes it. Throws a UsageError
 * when a running product holds the embedded one, its directory cannot be written or the server is not reached.
 */
export async function withDatabase<T>(
	environment: CommandEnvironment,
	use: (database: DatabaseHandle) => Promise<T>,
): Promise<T> {
	const databaseUrl = environment.DATABASE_URL || undefined;
	const dataDir = resolve(environment.DATA_DIR || './data');
	const lock = databaseUrl === undefined ? takeLock(dataDir) : null;
	try {
		const database = await createDb({ databaseUrl, dataDir });
		try {
			await migrateToLatest(database.db);
			return await use(database);
		} finally {
			await database.destroy();
		}
	} catch (error) {
		if (databaseUrl === undefined || !isConnectionError(error)) throw error;
		// Only the code is told, since the address may hold a password.
		throw new UsageError(`DATABASE_URL: the server cannot be used (${codeOf(error)})`, { cause: error });
	} finally {
		lock?.release();
	}
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error));

function takeLock(dataDir: string) {
	try {
		return lockDataDirectory(dataDir);
	} catch (error) {
		if (error instanceof DataDirectoryLockedError) throw new UsageError(error.message);
		const reason = error instanceof Error ? error.message : String(error);
		throw new UsageError(`DATA_DIR: cannot write to ${dataDir} (${reason})`, { cause: error });
	}
}
