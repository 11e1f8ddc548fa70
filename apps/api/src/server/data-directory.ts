import { randomBytes } from 'node:crypto';
import {
	accessSync,
	chmodSync,
	constants,
	linkSync,
	mkdtempSync,
	readFileSync,
	rmdirSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DataDirectoryLockedError, lockDataDirectory } from '@adx/db/data-directory/data-directory-lock';
import { makeDirectories } from '@adx/db/data-directory/make-directories';
import type { Logger } from 'pino';
import { StartError } from './start-error.ts';

const keyBytes = 32;

/** Makes sure that the directory exists, can be written, and is closed to others. Throws a StartError where it cannot be written. */
export function prepareDataDirectory(path: string, log: Logger): void {
	try {
		makeDirectories(path, 0o700);
		accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
		// For root access is always granted, even where the file system takes nothing.
		rmdirSync(mkdtempSync(join(path, '.probe-')));
	} catch (error) {
		throw new StartError(`DATA_DIR: cannot write to ${path} (${getErrorCode(error)})`, { cause: error });
	}
	if (!restrictToOwner(path, 0o700, log)) log.warn(`${path} is open to other users of this machine, and stays so`);
}

/** Takes the directory for this process until the returned function is called. Throws a StartError when it is taken. */
export function acquireDataDirectory(path: string): () => void {
	try {
		const lock = lockDataDirectory(path);
		return () => lock.release();
	} catch (error) {
		const why =
			error instanceof DataDirectoryLockedError ? error.message : `cannot write to ${path} (${getErrorCode(error)})`;
		throw new StartError(`DATA_DIR: ${why}`, { cause: error });
	}
}

/** Where the installation's secret key lies: 32 bytes as base64, readable by its owner alone. */
export const secretKeyPath = (dataDir: string): string => join(dataDir, 'secret.key');

/** The installation's secret key, 32 bytes; null where there is none. A warning says where others can read it and chmod cannot change that. */
export function readSecretKey(dataDir: string, log: Logger): Uint8Array | null {
	const path = secretKeyPath(dataDir);
	const key = readKey(path);
	if (key !== null && !restrictToOwner(path, 0o600, log)) {
		log.warn(`${path} can be read by other users of this machine: make it yours alone (chmod 600), or set SECRET_KEY`);
	}
	return key;
}

/** Makes a secret key and stores it. Of processes that start together the first one's counts, for all. */
export function makeSecretKey(dataDir: string): Uint8Array {
	const path = secretKeyPath(dataDir);
	const temporary = `${path}.${process.pid}`;
	try {
		writeFileSync(temporary, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flush: true });
		// No reader sees half of it.
		linkSync(temporary, path);
	} catch (error) {
		if (getErrorCode(error) !== 'EEXIST') throw toUnusableError(path, getErrorCode(error));
	} finally {
		rmSync(temporary, { force: true });
	}
	return readKey(path) ?? throwUnusable(path, 'it vanished');
}

/** Takes what is there from other users of the machine. Returns false where they keep it, as for a file of somebody else's or on a file system without modes. */
function restrictToOwner(path: string, mode: number, log: Logger): boolean {
	const isOpen = () => (statSync(path).mode & 0o077) !== 0;
	// Windows knows no such modes.
	if (process.platform === 'win32' || !isOpen()) return true;
	try {
		chmodSync(path, mode);
	} catch {
		return false;
	}
	// Some file systems take a change of the mode and make none.
	if (isOpen()) return false;
	log.warn(`${path} was open to other users of this machine; it is its owner's alone from here on`);
	return true;
}

function readKey(path: string): Uint8Array | null {
	let text: string;
	try {
		text = readFileSync(path, 'utf8');
	} catch (error) {
		if (getErrorCode(error) === 'ENOENT') return null;
		throw toUnusableError(path, getErrorCode(error));
	}
	const key = Buffer.from(text.trim(), 'base64');
	return key.byteLength === keyBytes ? new Uint8Array(key) : throwUnusable(path, 'it does not hold 32 bytes in base64');
}

const toUnusableError = (path: string, why: string) => new StartError(`DATA_DIR: ${path} cannot be used (${why})`);

function throwUnusable(path: string, why: string): never {
	throw toUnusableError(path, why);
}

const getErrorCode = (error: unknown) =>
	error instanceof Error && 'code' in error
		? String(error.code)
		: error instanceof Error
			? error.message
			: String(error);
