import type { DatabaseTransaction } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import {
	deleteDeletion,
	type FileSlice,
	findDeletion,
	listDeletions,
	lockDeletion,
	updateDeletion,
} from '@adx/db/repositories/deletion/deletions';
import { deleteImageSlice } from '@adx/db/repositories/generation/job-deletion';
import { deleteTokens } from '@adx/db/repositories/merge/merge-deletion';
import { listPreviewHashes } from '@adx/db/repositories/platform/image-previews';
import { releaseAllUnused, releaseUploads } from '@adx/db/repositories/uploads/owner-blobs';
import { invalidateUploadUsage } from '@adx/db/repositories/uploads/upload-usage';
import type { DeletedKind, DeletionRow } from '@adx/db/schema/upload-tables';
import type { Services, WarningLog } from '../platform/context.ts';
import { defineJob } from '../platform/jobs/define-job.ts';
import { yieldToEventLoop } from '../platform/threads/yield-to-event-loop.ts';
import { deleteFiles } from '../uploads/cleanup/free-unused.ts';

/**
 * Deletes the next rows of what was deleted, few enough for one transaction: the embedded database runs on the thread that
 * answers requests. A token has one file, an image three of each version.
 */
const deleteSlice: Readonly<
	Record<DeletedKind, (trx: DatabaseTransaction, deletion: DeletionRow, after: number) => Promise<FileSlice>>
> = {
	merge: (trx, { id }, after) => deleteTokens(trx, id, { after, limit: 100 }),
	job: (trx, { id }, after) => deleteImageSlice(trx, id, { after, limit: 30 }),
	files: async () => ({ hashes: [], next: null }),
	uploads: async (trx, { ownerId, uploadsUsedUntil: usedUntil }, after) => {
		const hashes = await releaseAllUnused(trx, ownerId, { usedUntil, limit: 100 });
		return { hashes, next: hashes.length < 100 ? null : after };
	},
};

/** The request that deletes something frees its files itself for the first while; longer than it takes to be answered. */
export const freedByRequestSeconds = 30;

type FreeingServices = Pick<Services, 'db' | 'storage'> & { readonly log: WarningLog };

export interface FreeingOptions {
	/** Receives the bytes of deleted files as they are deleted. */
	readonly onFreed?: (bytes: number) => void;
	/** Ends the work between two slices. */
	readonly signal?: AbortSignal;
}

/**
 * Deletes what is left of something deleted, as the tokens of a merge or the images of a job, takes the files from the owner
 * and deletes those that nothing uses any more, slice by slice. May be stopped or killed anywhere and repeated by any process: the row of the
 * deletion holds what a slice is about to free, and is deleted last. Resolves to whether all of it is done.
 */
export async function freeDeleted(
	services: FreeingServices,
	{ id, createdAt }: Pick<DeletionRow, 'id' | 'createdAt'>,
	{ onFreed, signal }: FreeingOptions = {},
): Promise<boolean> {
	for (let step = await releaseFiles(services, id); ; ) {
		for (const hashes of [step.hashes, step.previews]) {
			const bytes = await deleteFiles(services, hashes, createdAt);
			onFreed?.(bytes);
		}
		if (step.next === null) break;
		if (signal?.aborted) return false;
		await yieldToEventLoop();
		step = await releaseRows(services, id, step.next);
	}
	await transact(services.db, async (trx) => {
		const deletion = await lockDeletion(trx, id);
		if (deletion === undefined) return;
		await deleteDeletion(trx, id);
		await invalidateUploadUsage(trx, deletion.ownerId);
	});
	return true;
}

interface Step {
	/** Blobs that nothing of what was deleted refers to any more. */
	readonly hashes: readonly string[];
	/** Those that show them: they are kept until what they show is deleted. */
	readonly previews: readonly string[];
	/** The token after which the walk goes on; null at its end. */
	readonly next: number | null;
}

/** What the row of the deletion names: the files of a merge besides pictures, files alone, or the slice of which a killed process was the last. */
async function releaseFiles({ db }: FreeingServices, id: string): Promise<Step> {
	return transact(db, async (trx) => {
		const deletion = await lockDeletion(trx, id);
		if (deletion === undefined) return { hashes: [], previews: [], next: null };
		const { hashes } = deletion;
		await releaseUploads(trx, hashes, toUploadRelease(deletion));
		// Which of them are previews, the row does not say.
		return { hashes, previews: hashes, next: 0 };
	});
}

/** Deletes the next rows, and writes down what they referred to: whatever ends the process then, the files are freed. */
async function releaseRows({ db }: FreeingServices, id: string, after: number): Promise<Step> {
	return transact(db, async (trx) => {
		const deletion = await lockDeletion(trx, id);
		if (deletion === undefined) return { hashes: [], previews: [], next: null };
		const { hashes, next } = await deleteSlice[deletion.kind](trx, deletion, after);
		await releaseUploads(trx, hashes, toUploadRelease(deletion));
		const previews = [...new Set(await listPreviewHashes(trx, hashes))];
		await updateDeletion(trx, id, [...hashes, ...previews]);
		return { hashes, previews, next };
	});
}

const toUploadRelease = ({ ownerId, uploadsUsedUntil }: DeletionRow) => ({ ownerId, usedUntil: uploadsUsedUntil });

/** Nobody reads it: what was deleted is gone for its owner. */
const waiting = 'The files of this collection are deleted when the database can be written again.';

/** Frees what a request left of something deleted: much of it, or all where its process was killed. */
export const deletionJob = defineJob<DeletionRow, never>({
	queue: 'deletion',
	sentences: { diskFull: waiting, storageGone: waiting, failed: waiting },
	listOpen: (db) => listDeletions(db, freedByRequestSeconds),
	findOpen: findDeletion,
	work: async (services, deletion, { signal }) => {
		await freeDeleted(services, deletion, { signal });
		signal.throwIfAborted();
	},
	updateProgress: async () => true,
	wait: async () => {},
	// It is tried again until it succeeds: files without what they belong to are of no use to anybody.
	countFailure: async () => 0,
	fail: async () => {},
	explain: () => ({ sentence: waiting, waiting }),
});
