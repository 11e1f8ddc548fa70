import { statfsSync } from 'node:fs';
import { isStorageFull } from '@adx/core/platform/storage/circuit-breaker';
import type { Environment } from './env.ts';
import { StartError } from './start-error.ts';

/** With less free space than this the embedded database may end without an error. */
const minFreeBytes = 16_000_000;

/** One line for a start that failed because a disk is full or cannot be used; null for any other failure. */
export function toDiskStartError(
	error: unknown,
	{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }: Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'>,
): StartError | null {
	if (error instanceof StartError || !(error instanceof Error)) return null;
	if (databaseIsFull(error) && databaseUrl !== undefined) {
		return new StartError('DATABASE_URL: the disk of the database server is full', { cause: error });
	}
	if (isStorageFull(error) || isAlmostFull(dataDir)) {
		const message = `DATA_DIR: the disk of ${dataDir} is full; free some space, then start again`;
		return new StartError(message, { cause: error });
	}
	const { path, code } = error as NodeJS.ErrnoException;
	if (!path?.startsWith(dataDir)) return null;
	return new StartError(`DATA_DIR: ${path} cannot be used (${code})`, { cause: error });
}

const databaseIsFull = (error: unknown): boolean =>
	error instanceof Error && (('code' in error && error.code === '53100') || databaseIsFull(error.cause));

function isAlmostFull(dataDir: string): boolean {
	try {
		const { bavail, bsize } = statfsSync(dataDir);
		return bavail * bsize < minFreeBytes;
	} catch {
		return false;
	}
}
