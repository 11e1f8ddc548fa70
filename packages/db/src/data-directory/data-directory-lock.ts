import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeDirectories } from './make-directories.ts';

/** Another process works on the data directory; `message` is one sentence for the terminal. */
export class DataDirectoryLockedError extends Error {
	override readonly name = 'DataDirectoryLockedError';
}

/** The hold on a data directory. */
export interface DataDirectoryLock {
	/** Lets others in; later calls do nothing. */
	release(): void;
}

const sqliteBusy = 5;

/** Collected as garbage, an open file would give its lock away. */
const held = new Set<DatabaseSync>();

/**
 * Takes the data directory for this process, creating it when missing. The operating system holds the
 * lock (on `<dataDir>/adx.lock`) and frees it when the process ends, however it ends. Throws
 * `DataDirectoryLockedError` when it is taken, and the system's error when the directory cannot be written.
 */
export function lockDataDirectory(dataDir: string): DataDirectoryLock {
	makeDirectories(resolve(dataDir));
	const file = new DatabaseSync(join(dataDir, 'adx.lock'), { timeout: 0 });
	try {
		file.exec('begin exclusive');
	} catch (error) {
		file.close();
		if (!isBusy(error)) throw error;
		const message = `The data directory ${dataDir} is in use by another running instance. Stop that one first, or set another DATA_DIR.`;
		throw new DataDirectoryLockedError(message, { cause: error });
	}
	held.add(file);
	return {
		release: () => {
			if (held.delete(file)) file.close();
		},
	};
}

function isBusy(error: unknown): boolean {
	return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}
