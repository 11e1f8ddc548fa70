import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { ObjectFault } from '../types.ts';

/** A stored file and what it has to be. */
export interface CheckedFile {
	readonly path: string;
	readonly sizeBytes: number;
	/** Whether the file may be longer. */
	readonly isAtLeast?: boolean;
	/** Asks for the whole file to be read and compared; its size alone is looked at without. */
	readonly sha256?: string;
}

/** What travels to the checking thread. */
export interface CheckTask {
	readonly files: readonly CheckedFile[];
}

const bufferBytes = 256 << 10;

/** What is wrong with a file, null where nothing is, or the code of the system's error where it is not the file that is to blame. */
export type CheckOutcome = ObjectFault | null | { readonly code: string };

/** Looks at one file after the other; synchronously, since a thread of its own may wait for the disk. */
export default function runCheckTask({ files }: CheckTask): readonly CheckOutcome[] {
	return files.map((file) => {
		try {
			return file.sha256 === undefined ? checkSize(file) : checkContent(file, file.sha256);
		} catch (error) {
			return toFault(error);
		}
	});
}

function checkSize({ path, sizeBytes, isAtLeast = false }: CheckedFile): ObjectFault | null {
	const { size } = statSync(path);
	return size === sizeBytes || (isAtLeast && size > sizeBytes) ? null : 'size';
}

function checkContent({ path, sizeBytes }: CheckedFile, sha256: string): ObjectFault | null {
	const file = openSync(path, 'r');
	try {
		if (fstatSync(file).size !== sizeBytes) return 'size';
		const hash = createHash('sha256');
		const bytes = Buffer.allocUnsafe(Math.max(1, Math.min(bufferBytes, sizeBytes)));
		for (let count = readSync(file, bytes); count > 0; count = readSync(file, bytes)) {
			hash.update(bytes.subarray(0, count));
		}
		return hash.digest('hex') === sha256 ? null : 'content';
	} finally {
		closeSync(file);
	}
}

/** An error's code would be lost on its way out of the thread. */
function toFault(error: unknown): CheckOutcome {
	if (!(error instanceof Error && 'code' in error)) throw error;
	// A disk that cannot read (EIO) says nothing about what its files hold.
	return error.code === 'ENOENT' ? 'missing' : { code: String(error.code) };
}
