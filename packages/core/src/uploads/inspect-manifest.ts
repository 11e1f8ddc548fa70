import { Piscina } from 'piscina';
import type { ListToCheck } from './manifest-worker.ts';
import { badManifest } from './refuse-upload.ts';

/** One list at a time, in a thread that ends after ten idle seconds and may run out of memory on its own. */
let pool: Piscina<ListToCheck, string | null> | null = null;
function checkers(): Piscina<ListToCheck, string | null> {
	pool ??= new Piscina({
		filename: new URL('./manifest-worker.ts', import.meta.url).href,
		minThreads: 0,
		maxThreads: 1,
		idleTimeout: 10_000,
		resourceLimits: { maxOldGenerationSizeMb: 1_024 },
	});
	return pool;
}

/** As long as nobody's list takes, so that a malicious one cannot keep the thread from others. */
const checkMaxMs = 60_000;

/** Throws `bad_manifest` with the first problem of the list of images at this path. */
export async function inspectManifest(path: string, as: ListToCheck['as']): Promise<void> {
	const problem = await checkers()
		.run({ path, as }, { signal: AbortSignal.timeout(checkMaxMs) })
		.catch((error: unknown) => {
			if (error instanceof Error && error.name === 'AbortError') return 'it takes too long to read';
			if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
				return 'it takes too much memory to read';
			}
			throw error;
		});
	if (problem !== null) {
		throw badManifest(`This list of images cannot be used: ${problem}. Correct it and upload it again.`);
	}
}
