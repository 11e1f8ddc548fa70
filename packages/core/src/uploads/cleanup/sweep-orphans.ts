import { listRecordedHashes } from '@adx/db/repositories/uploads/blobs';
import type { Services } from '../../platform/context.ts';

type Sweeping = Pick<Services, 'db' | 'storage' | 'clock' | 'log'>;

const dayMs = 24 * 3_600_000;
/** Hashes that one statement looks for. */
const sliceRows = 500;
/** Between two folders, for everybody else. */
const pauseMs = 5;

/**
 * Deletes files that no row has known for a day: what a process left that was killed between storing bytes and
 * recording them. Returns how many went. When more files are unknown than known, the database is hardly the one that
 * they belong to: all of them stay, and the log says so.
 */
export async function sweepOrphans(services: Sweeping, signal?: AbortSignal): Promise<number> {
	const { storage, clock, log } = services;
	const before = new Date(clock().getTime() - dayMs);
	const orphans: string[] = [];
	let knownCount = 0;
	for await (const hashes of storage.listObjects()) {
		for (let start = 0; start < hashes.length; start += sliceRows) {
			const slice = hashes.slice(start, start + sliceRows);
			const known = await listRecordedHashes(services.db, slice);
			knownCount += known.size;
			orphans.push(...slice.filter((sha256) => !known.has(sha256)));
		}
		await new Promise((resolve) => setTimeout(resolve, pauseMs));
		if (signal?.aborted) return 0;
	}
	if (orphans.length > knownCount) {
		log.warn({ unknown: orphans.length, known: knownCount }, 'most stored files are unknown to this database; kept');
		return 0;
	}
	let deleted = 0;
	for (const sha256 of orphans) {
		if (signal?.aborted) break;
		if (await storage.deleteUnlessFresh(sha256, before)) deleted += 1;
	}
	return deleted;
}
