import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';

const mb = 2 ** 20;

/** What the server takes beside its heap: the embedded database, pictures that are drawn and read, threads. */
const besidesHeapMb = 512;
const heapMinMb = 256;
/** V8's own default on a large machine. */
const heapMaxMb = 4_096;

/** docs/operations.md says what the server needs. */
export const needs = { memoryMb: 1_024, openFiles: 1_024 };

/** Memory that this process may take, in MB: its container's limit, else all that the machine has. */
export function availableMb() {
	const limit = process.constrainedMemory?.() ?? 0;
	// Without a limit some systems report a number that no machine has.
	return Math.floor((limit > 0 && limit < totalmem() ? limit : totalmem()) / mb);
}

/**
 * Node arguments that bound the server's heap so that the rest of its memory has room, too; none where the operator's
 * NODE_OPTIONS bound it.
 */
export function heapArgs(
	/** @type {string | undefined} */ nodeOptions = process.env.NODE_OPTIONS,
	memoryMb = availableMb(),
) {
	if (/--max[-_](old[-_]space|heap)[-_]size/.test(nodeOptions ?? '')) return [];
	const heapMb = Math.min(heapMaxMb, Math.max(heapMinMb, Math.floor((memoryMb - besidesHeapMb) / 2)));
	return [`--max-old-space-size=${heapMb}`];
}

/** Files and connections that this process may have open at a time; undefined where the system does not say. */
export function openFilesMax() {
	try {
		// Node has raised the first number, which is what counts, to the second by now.
		const limit = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
		return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit);
	} catch {
		return undefined;
	}
}

/** A line for each thing of which the server has less than it needs, with what to do about it. @returns {string[]} */
export function shortages({ memoryMb = availableMb(), openFiles = openFilesMax() } = {}) {
	const lines = [];
	if (memoryMb < needs.memoryMb) {
		lines.push(
			`Memory: ${memoryMb} MB are there, and large jobs need ${needs.memoryMb} MB; give the container or machine more, or use a PostgreSQL elsewhere (DATABASE_URL)`,
		);
	}
	if (openFiles !== undefined && openFiles < needs.openFiles) {
		lines.push(
			`Open files: at most ${openFiles}, and many visitors need ${needs.openFiles}; raise the limit (ulimit -n, LimitNOFILE= of systemd, --ulimit nofile of docker)`,
		);
	}
	return lines;
}
