import { createThreads, ThreadOutOfMemoryError, ThreadTimeoutError } from '../../platform/threads/threads.ts';
import type { ListToCheck } from './manifest-worker.ts';
import { badManifest } from './refuse-upload.ts';

/** One list at a time, and none longer than nobody's list takes, so that a malicious one cannot keep others from the thread. */
const threads = createThreads<ListToCheck, string | null>({
	worker: new URL('./manifest-worker.ts', import.meta.url),
	max: 1,
	heapMb: 1_024,
	deadlineMs: 60_000,
	waitingPerAccountMax: 8,
	busyMessage: 'Several of your lists are being checked already. Upload this one again in a few seconds.',
});

/** Throws `bad_manifest` with the first problem of the list of images at this path. */
export async function inspectManifest(list: ListToCheck, account: string): Promise<void> {
	const problem = await threads.run(list, { account }).catch((error: unknown) => {
		if (error instanceof ThreadTimeoutError) return 'it takes too long to read';
		if (error instanceof ThreadOutOfMemoryError) return 'it takes too much memory to read';
		throw error;
	});
	if (problem !== null) {
		throw badManifest(`This list of images cannot be used: ${problem}. Correct it and upload it again.`);
	}
}
