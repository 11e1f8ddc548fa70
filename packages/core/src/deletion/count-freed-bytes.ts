import type { Database } from '@adx/db/client/database';
import { countPreviewUses, listPreviewHashes } from '@adx/db/repositories/platform/image-previews';
import { listFreedBlobs, type RowsToDelete } from '@adx/db/repositories/uploads/blob-sweep';
import { toReleaseCondition, type UploadRelease } from '@adx/db/repositories/uploads/owner-blobs';
import { slicesOf, yieldToEventLoop } from '../platform/threads/yield-to-event-loop.ts';

/** Hashes that one statement reads about: the embedded database runs on the thread that answers requests. */
const sliceRows = 100;

/** What is about to be deleted, as far as files are concerned. */
interface FilesToDelete {
	/** The blobs that it refers to, each once, in slices of about a hundred. */
	readonly hashes: AsyncIterable<readonly string[]>;
	/** Its rows. */
	readonly rows: RowsToDelete;
	/** The uploads that it was made of; null where they stay with their owner. */
	readonly uploads: UploadRelease | null;
}

/**
 * Bytes of the files that would be deleted with it, previews included: those that nothing else uses, whoever owns that.
 * Rejects with the signal's reason when it aborts.
 */
export async function countFreedBytes(
	db: Database,
	{ hashes, rows, uploads }: FilesToDelete,
	signal?: AbortSignal,
): Promise<number> {
	const toDelete = uploads === null ? rows : { ...rows, ownerBlobs: toReleaseCondition(uploads) };
	let bytes = 0;
	/** How many of the files each preview shows. */
	const shown = new Map<string, number>();
	for await (const slice of hashes) {
		signal?.throwIfAborted();
		const freed = await listFreedBlobs(db, slice, toDelete);
		bytes += sumBytes(freed);
		const previews = await listPreviewHashes(
			db,
			freed.map(({ sha256 }) => sha256),
		);
		for (const preview of previews) shown.set(preview, (shown.get(preview) ?? 0) + 1);
		await yieldToEventLoop();
	}
	for await (const slice of slicesOf([...shown.keys()], sliceRows)) {
		signal?.throwIfAborted();
		const uses = await countPreviewUses(db, slice);
		const shownByThese = slice.filter((preview) => uses.get(preview) === shown.get(preview));
		bytes += sumBytes(await listFreedBlobs(db, shownByThese, { ...toDelete, imagePreviews: 'all' }));
	}
	return bytes;
}

const sumBytes = (blobs: readonly { readonly sizeBytes: number }[]) =>
	blobs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
