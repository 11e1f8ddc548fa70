import { randomBytes } from 'node:crypto';
import { accessSync, constants, linkSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataDirectoryLockedError, lockDataDirectory } from '@adx/db/lock';
import { makeDirectories } from '@adx/db/make-directories';
import { StartError } from './start-error.ts';

const keyBytes = 32;

/** Makes sure that the directory exists and can be written. Throws a StartError otherwise. */
export function prepareDataDirectory(path: string): void {
	try {
		makeDirectories(path, 0o700);
		accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
		// For root access is always granted, even where the file system takes nothing.
		rmdirSync(mkdtempSync(join(path, '.probe-')));
	} catch (error) {
		throw new StartError(`DATA_DIR: cannot write to ${path} (${codeOf(error)})`, { cause: error });
	}
}

/** Takes the directory for this process until the returned function is called. Throws a StartError when it is taken. */
export function takeDataDirectory(path: string): () => void {
	try {
		const lock = lockDataDirectory(path);
		return () => lock.release();
	} catch (error) {
		const why =
			error instanceof DataDirectoryLockedError ? error.message : `cannot write to ${path} (${codeOf(error)})`;
		throw new StartError(`DATA_DIR: ${why}`, { cause: error });
	}
}

/** The installation's secret key from `secret.key`, 32 bytes as base64 readable by its owner alone; made when missing. */
export function readOrMakeSecretKey(dataDir: string): Uint8Array {
	const path = join(dataDir, 'secret.key');
	const key = readKey(path);
	if (key !== null) return key;
	const temporary = `${path}.${process.pid}`;
	try {
		writeFileSync(temporary, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flush: true });
		// Of processes that start together the first one's key counts, and nobody reads half of it.
		linkSync(temporary, path);
	} catch (error) {
		if (codeOf(error) !== 'EEXIST') throw unusable(path, codeOf(error));
	} finally {
		rmSync(temporary, { force: true });
	}
	return readKey(path) ?? failUnusable(path, 'it vanished');
}

function readKey(path: string): Uint8Array | null {
	let text: string;
	try {
		text = readFileSync(path, 'utf8');
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return null;
		throw unusable(path, codeOf(error));
	}
	const key = Buffer.from(text.trim(), 'base64');
	return key.byteLength === keyBytes ? new Uint8Array(key) : failUnusable(path, 'it does not hold 32 bytes in base64');
}

const unusable = (path: string, why: string) => new StartError(`DATA_DIR: ${path} cannot be used (${why})`);

function failUnusable(path: string, why: string): never {
	throw unusable(path, why);
}

const codeOf = (error: unknown) =>
	error instanceof Error && 'code' in error
		? String(error.code)
		: error instanceof Error
			? error.message
			: String(error);
