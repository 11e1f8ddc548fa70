import type { Database } from '@adx/db/client/database';
import { listBlobsAfter } from '@adx/db/repositories/platform/storage-scrubs';
import { forEachConcurrently } from '../for-each-concurrently.ts';
import { DamagedObjectError, type RecordedObject, type Storage, StreamRejectedError } from './types.ts';

const sliceRows = 500;
/** Files on their way at once. */
const atOnce = 8;

export interface CopyOptions {
	/** Whether every file of the other storage is read and compared as well, those that it had already too. */
	readonly verify: boolean;
	/** Told of files that are done. */
	onProgress(files: number): void;
}

/** What a copy found and did. */
export interface CopyResult {
	readonly copiedFiles: number;
	readonly copiedBytes: number;
	/** Files that the other storage had already. */
	readonly presentFiles: number;
	/** Hashes of files that are missing or damaged where they lie, and are not in the other storage either. */
	readonly damaged: readonly string[];
}

/**
 * Copies every file that another storage lacks, each compared with its hash on the way. May be stopped anywhere and
 * repeated: what is there in its size is not sent again. Nothing is deleted.
 */
export async function copyFiles(
	{
		objects,
		from,
		to,
	}: { readonly objects: AsyncIterable<readonly RecordedObject[]>; readonly from: Storage; readonly to: Storage },
	{ verify, onProgress }: CopyOptions,
): Promise<CopyResult> {
	let [copiedFiles, copiedBytes, presentFiles] = [0, 0, 0];
	const damaged: string[] = [];
	const copy = async (blob: RecordedObject) => {
		try {
			await copyFile(from, to, blob);
			copiedFiles += 1;
			copiedBytes += blob.sizeBytes;
		} catch (error) {
			if (!(error instanceof DamagedObjectError)) throw error;
			damaged.push(blob.sha256);
		}
	};
	for await (const slice of objects) {
		const faults = await to.findFaults(slice);
		await forEachConcurrently(slice, { atOnce }, async (blob) => {
			const isThere = !faults.has(blob.sha256) && (!verify || (await to.verify(blob)) === null);
			if (isThere) presentFiles += 1;
			else await copy(blob);
			onProgress(1);
		});
	}
	return { copiedFiles, copiedBytes, presentFiles, damaged };
}

/** The files that a database records, a slice at a time. */
export async function* listRecordedFiles(db: Database): AsyncGenerator<RecordedObject[]> {
	for (let after = ''; ; ) {
		const slice = await listBlobsAfter(db, after, sliceRows);
		if (slice.length === 0) return;
		yield slice;
		after = slice.at(-1)!.sha256;
	}
}

async function copyFile(from: Storage, to: Storage, blob: RecordedObject): Promise<void> {
	const { sha256, sizeBytes } = blob;
	const stream = await from.open(blob);
	try {
		await to.putStream(stream, { expectedSha256: sha256, maxBytes: sizeBytes, sizeBytes });
	} catch (error) {
		throw error instanceof StreamRejectedError ? new DamagedObjectError(sha256, 'content') : error;
	} finally {
		stream.destroy();
	}
}
