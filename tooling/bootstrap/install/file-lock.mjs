import {
	closeSync,
	mkdirSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BootstrapError } from '../workspace.mjs';

const pollMs = 200;
const heartbeatMs = 5_000;
const staleAfterMs = 60_000;

/**
 * Runs `work` while this process alone holds the lock file at `path`, waiting for another holder to finish.
 * A holder that died, or stopped its heartbeat for a minute, loses the lock. `work` gets `guard(pid)`, which makes the
 * lock outlive this process as long as the given process lives.
 *
 * @template T
 * @param {string} path
 * @param {{ timeoutMs: number, onWait?: () => void }} options
 * @param {(guard: (pid: number) => void) => Promise<T>} work
 * @returns {Promise<T>}
 * @throws {BootstrapError} when the lock was not free within `timeoutMs`
 */
export async function withFileLock(path, options, work) {
	mkdirSync(dirname(path), { recursive: true });
	await acquire(path, options);
	const pids = [process.pid];
	const heartbeat = setInterval(() => touch(path), heartbeatMs);
	heartbeat.unref();
	try {
		return await work((pid) => {
			pids.push(pid);
			writeFileSync(path, JSON.stringify(pids));
		});
	} finally {
		clearInterval(heartbeat);
		rmSync(path, { force: true });
	}
}

async function acquire(
	/** @type {string} */ path,
	/** @type {{ timeoutMs: number, onWait?: () => void }} */ { timeoutMs, onWait },
) {
	const deadline = Date.now() + timeoutMs;
	let waited = false;
	while (!tryCreate(path)) {
		if (removeIfStale(path)) continue;
		if (Date.now() > deadline) {
			throw new BootstrapError(`another process has held ${path} for too long; delete that file if none is running`);
		}
		if (!waited) onWait?.();
		waited = true;
		await sleep(pollMs);
	}
}

function tryCreate(/** @type {string} */ path) {
	try {
		const file = openSync(path, 'wx');
		writeFileSync(file, JSON.stringify([process.pid]));
		closeSync(file);
		return true;
	} catch (error) {
		if (isErrno(error, 'EEXIST')) return false;
		throw error;
	}
}

/** True when the lock is gone afterwards, so that the caller may try again at once. */
function removeIfStale(/** @type {string} */ path) {
	const seen = readHolder(path);
	if (seen === undefined) return true;
	const quietMs = Date.now() - seen.touchedAtMs;
	// A file still being written is empty: its holder gets a moment to write its pid.
	const dead = seen.text === '' ? quietMs > heartbeatMs : !seen.pids.some(isAlive);
	if (!dead && quietMs < staleAfterMs) return false;

	// Two waiters may both see the same stale file; renaming lets only one take it, and shows whether a fresh lock
	// was caught by mistake.
	const aside = `${path}.${process.pid}.stale`;
	try {
		renameSync(path, aside);
	} catch (error) {
		if (isErrno(error, 'ENOENT')) return true;
		throw error;
	}
	if (readFileSync(aside, 'utf8') !== seen.text) {
		renameSync(aside, path);
		return false;
	}
	rmSync(aside, { force: true });
	return true;
}

function readHolder(/** @type {string} */ path) {
	try {
		const text = readFileSync(path, 'utf8');
		return { text, pids: parsePids(text), touchedAtMs: statSync(path).mtimeMs };
	} catch (error) {
		if (isErrno(error, 'ENOENT')) return undefined;
		throw error;
	}
}

/** @returns {number[]} */
function parsePids(/** @type {string} */ text) {
	try {
		const value = JSON.parse(text);
		return Array.isArray(value) ? value.filter((pid) => Number.isInteger(pid)) : [];
	} catch {
		return [];
	}
}

/** Whether a process with this id exists, also when it belongs to another user. */
export function isAlive(/** @type {number} */ pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return isErrno(error, 'EPERM');
	}
}

/** Whether an unknown thrown value is a system error with this code, e.g. `ENOENT`. */
export function isErrno(/** @type {unknown} */ error, /** @type {string} */ code) {
	return error instanceof Error && 'code' in error && error.code === code;
}

function touch(/** @type {string} */ path) {
	try {
		const now = new Date();
		utimesSync(path, now, now);
	} catch (error) {
		if (!isErrno(error, 'ENOENT')) throw error;
	}
}
