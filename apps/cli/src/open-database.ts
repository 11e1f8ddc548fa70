import { resolve } from 'node:path';
import { createDb, type DatabaseHandle } from '@adx/db/client';
import { DataDirectoryLockedError, lockDataDirectory } from '@adx/db/lock';
import { migrateToLatest } from '@adx/db/migrate';
import { UsageError } from './usage-error.ts';

/**
 * Opens the installation's own database, migrated, hands it to `use` and closes it. Throws a UsageError
 * when a running product holds the embedded one.
 */
export async function withDatabase<T>(use: (database: DatabaseHandle) => Promise<T>): Promise<T> {
	const databaseUrl = process.env.DATABASE_URL || undefined;
	const dataDir = resolve(process.env.DATA_DIR || './data');
	const lock = databaseUrl === undefined ? takeLock(dataDir) : null;
	try {
		const database = await createDb({ databaseUrl, dataDir });
		try {
			await migrateToLatest(database.db);
			return await use(database);
		} finally {
			await database.destroy();
		}
	} finally {
		lock?.release();
	}
}

function takeLock(dataDir: string) {
	try {
		return lockDataDirectory(dataDir);
	} catch (error) {
		if (error instanceof DataDirectoryLockedError) throw new UsageError(error.message);
		throw error;
	}
}
