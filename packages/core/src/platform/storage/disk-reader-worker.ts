import { closeSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { ignoreMissing } from './missing-file.ts';
import type { ObjectFault, ObjectRange } from './types.ts';

/** What travels to the reading thread. */
export interface ReadTask {
	readonly pieces: readonly (ObjectRange & { readonly path: string })[];
	readonly target: SharedArrayBuffer;
	/** CRC-32 of the checked bytes that an earlier task began. */
	readonly crc32: number;
}

/**
 * The CRC-32 of the checked bytes that the task left open, the object that is not as it should be, or the code of the system's
 * error, which would be lost on its way out of the thread.
 */
export type ReadOutcome = number | { readonly sha256: string; readonly fault: ObjectFault } | { readonly code: string };

/**
 * Fills a shared buffer from files, one after the other and synchronously: a thread of its own may wait for
 * the disk, and 10,000 files cost a fifth of the CPU that as many asynchronous opens, reads and closes do.
 */
export default function runReadTask(task: ReadTask): ReadOutcome {
	try {
		return readPieces(task);
	} catch (error) {
		if (!(error instanceof Error && 'code' in error)) throw error;
		return { code: String(error.code) };
	}
}

function readPieces({ pieces, target, crc32: previous }: ReadTask): ReadOutcome {
	let crc = previous;
	for (const { sha256, path, start, length, targetOffset, checked } of pieces) {
		const view = new Uint8Array(target, targetOffset, length);
		const fault = readRange(path, start, view);
		if (fault !== null) return { sha256, fault };
		if (checked === undefined) continue;
		crc = crc32(view, checked.isFirst ? 0 : crc);
		if (checked.crc32 !== null && checked.crc32 !== crc) return { sha256, fault: 'content' };
	}
	return crc;
}

function readRange(path: string, start: number, view: Uint8Array): ObjectFault | null {
	const file = openOrNull(path);
	if (file === null) return 'missing';
	try {
		for (let filled = 0; filled < view.length; ) {
			const bytesRead = readSync(file, view, filled, view.length - filled, start + filled);
			if (bytesRead === 0) return 'size';
			filled += bytesRead;
		}
		return null;
	} finally {
		closeSync(file);
	}
}

function openOrNull(path: string): number | null {
	try {
		return openSync(path, 'r');
	} catch (error) {
		return ignoreMissing(error);
	}
}
