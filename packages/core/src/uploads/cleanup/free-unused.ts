import { transact } from '@adx/db/client/transact';
import { deleteUnusedBlobs } from '@adx/db/repositories/uploads/blob-sweep';
import { releaseAllUnused } from '@adx/db/repositories/uploads/owner-blobs';
import { invalidateUploadUsage, listUploadOwners } from '@adx/db/repositories/uploads/upload-usage';
import type { OwnerScope } from '@adx/db/schema/database-schema';
import type { Services, WarningLog } from '../../platform/context.ts';

/** Rows locked and deleted by one transaction, whose files then go side by side. */
const deletedAtOnce = 50;

/** What was freed. */
export interface FreedUploads {
	/** Uploads that their owners hold no longer. */
	readonly forgotten: number;
	/** The total size of the deleted files. */
	readonly freedBytes: number;
}

/**
 * Forgets uploads that nothing uses, however new, and deletes their files unless somebody else holds the same. Uploads of
 * an account stay while a merge of it is under way. A browser that is still uploading finds them missing and sends them again.
 */
export async function freeUnusedUploads(
	services: Pick<Services, 'db' | 'storage' | 'clock' | 'log'>,
	scope: OwnerScope,
): Promise<FreedUploads> {
	const { db, clock } = services;
	// What is stored again from now on stays.
	const before = clock();
	let forgotten = 0;
	let freedBytes = 0;
	for (const ownerId of await listUploadOwners(db, scope)) {
		const hashes = await transact(db, (trx) => releaseAllUnused(trx, ownerId));
		if (hashes.length === 0) continue;
		await invalidateUploadUsage(db, ownerId);
		forgotten += hashes.length;
		freedBytes += await deleteFiles(services, hashes, before);
	}
	return { forgotten, freedBytes };
}

/**
 * Deletes those of the files that no row refers to, unless they were stored since `before`, and returns their bytes. As
 * `sweepBlobs` does: rows first, and a file that stays without one is an orphan, which `sweepOrphans` deletes.
 */
export async function deleteFiles(
	{ db, storage, log }: Pick<Services, 'db' | 'storage'> & { readonly log: WarningLog },
	hashes: readonly string[],
	before: Date,
): Promise<number> {
	let freedBytes = 0;
	for (let start = 0; start < hashes.length; start += deletedAtOnce) {
		const slice = hashes.slice(start, start + deletedAtOnce);
		const unused = await transact(db, (trx) => deleteUnusedBlobs(trx, slice));
		const deletions = unused.map(async ({ sha256, sizeBytes }) => {
			if (await storage.deleteUnlessFresh(sha256, before)) freedBytes += sizeBytes;
		});
		for (const { reason } of (await Promise.allSettled(deletions)).filter((each) => each.status === 'rejected')) {
			log.warn({ err: reason }, 'an unused file was not deleted');
		}
	}
	return freedBytes;
}
