import type { Database } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { countPreviewUses, listPreviewHashes } from '@adx/db/repositories/platform/image-previews';
import { type LeavingRows, listFreedBlobs } from '@adx/db/repositories/uploads/blob-sweep';
import { releaseUploads, rowsOfRelease, type UploadRelease } from '@adx/db/repositories/uploads/owner-blobs';
import { invalidateUploadUsage } from '@adx/db/repositories/uploads/upload-usage';
import type { Services } from '../../platform/context.ts';
import { yieldToEventLoop } from '../../platform/threads/yield-to-event-loop.ts';
import { deleteFiles } from './free-unused.ts';

/** Looked at by one statement: the embedded database works on the thread that answers calls. */
const sliceRows = 500;

/** What is about to be deleted, as far as files are concerned. */
export interface Leaving {
	/** The blobs that it refers to, each once. */
	readonly hashes: readonly string[];
	/** Its rows. */
	readonly rows: LeavingRows;
	/** The uploads that it was made of; null where they stay with their owner. */
	readonly uploads: UploadRelease | null;
}

/** Bytes of the files that would go with it, previews included: those that nothing else uses, whoever it belongs to. */
export async function countFreedBytes(db: Database, { hashes, rows, uploads }: Leaving): Promise<number> {
	const leaving = uploads === null ? rows : { ...rows, ownerBlobs: rowsOfRelease(uploads) };
	let bytes = 0;
	const shown = new Map<string, number>();
	for (const slice of toSlices(hashes)) {
		const freed = await listFreedBlobs(db, slice, leaving);
		bytes += sumBytes(freed);
		const previews = await listPreviewHashes(
			db,
			freed.map(({ sha256 }) => sha256),
		);
		for (const preview of previews) shown.set(preview, (shown.get(preview) ?? 0) + 1);
		await yieldToEventLoop();
	}
	for (const slice of toSlices([...shown.keys()])) {
		const uses = await countPreviewUses(db, slice);
		const shownByThese = slice.filter((preview) => uses.get(preview) === shown.get(preview));
		bytes += sumBytes(await listFreedBlobs(db, shownByThese, { ...leaving, imagePreviews: 'all' }));
		await yieldToEventLoop();
	}
	return bytes;
}

/**
 * After its rows are deleted: takes the uploads from their owner and deletes the files that nothing uses any more, telling
 * their bytes as they go. What a killed process leaves of it, the sweeper finds: uploads without a use after a week, files without a
 * reference after a day.
 *
 * @param before when the deletion began; what is stored again from then on stays
 */
export async function freeReleased(
	services: Pick<Services, 'db' | 'storage' | 'log'>,
	{ hashes, uploads }: Omit<Leaving, 'rows'>,
	{ before, onFreed }: { readonly before: Date; readonly onFreed: (bytes: number) => void },
): Promise<void> {
	const { db } = services;
	const previews = new Set<string>();
	for (const slice of toSlices(hashes)) {
		for (const preview of await listPreviewHashes(db, slice)) previews.add(preview);
		if (uploads !== null) await transact(db, (trx) => releaseUploads(trx, slice, uploads));
	}
	if (uploads !== null) await invalidateUploadUsage(db, uploads.ownerId);
	// Previews last: until then what they show keeps them.
	for (const slice of [...toSlices(hashes), ...toSlices([...previews])]) {
		onFreed(await deleteFiles(services, slice, before));
	}
}

const sumBytes = (blobs: readonly { readonly sizeBytes: number }[]) =>
	blobs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

function* toSlices(hashes: readonly string[]): Generator<readonly string[]> {
	for (let start = 0; start < hashes.length; start += sliceRows) yield hashes.slice(start, start + sliceRows);
}
