import { createThreads } from '../../threads/threads.ts';
import { type ObjectFault, StorageAwayError } from '../types.ts';
import type { CheckedFile, CheckOutcome, CheckTask } from './check-files-worker.ts';

/** Hashing waits for the disk; two files at a time keep it busy. */
const threads = createThreads<CheckTask, readonly CheckOutcome[]>({
	worker: new URL('./check-files-worker.ts', import.meta.url),
	max: 2,
	heapMb: 64,
	deadlineMs: 600_000,
});

/**
 * What is wrong with each of the files, null where nothing is, in a thread. Rejects with a StorageAwayError where it
 * is not a file that is to blame.
 */
export async function checkFiles(files: readonly CheckedFile[]): Promise<readonly (ObjectFault | null)[]> {
	const outcomes = await threads.run({ files });
	return outcomes.map((outcome) => {
		if (outcome === null || typeof outcome === 'string') return outcome;
		const { code } = outcome;
		const cause = Object.assign(new Error(code), { code });
		throw new StorageAwayError(`${code}: stored files cannot be looked at`, { cause });
	});
}
