import { transact } from '@adx/db/client/transact';
import {
	deleteMergeDeletion,
	deleteTokens,
	findMergeDeletion,
	listMergeDeletions,
	lockMergeDeletion,
	updateMergeDeletion,
} from '@adx/db/repositories/merge/merge-deletion';
import { listPreviewHashes } from '@adx/db/repositories/platform/image-previews';
import { releaseUploads } from '@adx/db/repositories/uploads/owner-blobs';
import { invalidateUploadUsage } from '@adx/db/repositories/uploads/upload-usage';
import type { MergeDeletionRow } from '@adx/db/schema/merge-tables';
import type { Services } from '../platform/context.ts';
import { defineJob } from '../platform/jobs/define-job.ts';
import { yieldToEventLoop } from '../platform/threads/yield-to-event-loop.ts';
import { deleteFiles } from '../uploads/cleanup/free-unused.ts';

/** Tokens whose rows one transaction deletes: the embedded database runs on the thread that answers requests. */
const sliceTokens = 100;
/** The request that deletes a merge frees its files itself for the first while; longer than it takes to be answered. */
export const freedByRequestSeconds = 30;

type FreeingServices = Pick<Services, 'db' | 'storage' | 'log'>;

export interface FreeingOptions {
	/** Receives the bytes of deleted files as they are deleted. */
	readonly onFreed?: (bytes: number) => void;
	/** Ends the work between two slices. */
	readonly signal?: AbortSignal;
}

/**
 * Deletes the tokens of a deleted merge, takes its uploads from their owner and deletes the files that nothing uses any
 * more, slice by slice. May be stopped or killed anywhere and repeated by any process: the row of the deletion holds what a
 * slice is about to free, and is deleted last. Resolves to whether all of it is done.
 */
export async function freeDeletedMerge(
	services: FreeingServices,
	{ id, createdAt }: Pick<MergeDeletionRow, 'id' | 'createdAt'>,
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
		step = await releaseTokens(services, id, step.next);
	}
	await transact(services.db, async (trx) => {
		const deletion = await lockMergeDeletion(trx, id);
		if (deletion === undefined) return;
		await deleteMergeDeletion(trx, id);
		await invalidateUploadUsage(trx, deletion.ownerId);
	});
	return true;
}

interface Step {
	/** Blobs that nothing of the merge refers to any more. */
	readonly hashes: readonly string[];
	/** Those that show them: they are kept until what they show is deleted. */
	readonly previews: readonly string[];
	/** The token after which the walk goes on; null when there is none. */
	readonly next: number | null;
}

/** What the row of the deletion names: the files besides pictures, or the slice of which a killed process was the last. */
async function releaseFiles({ db }: FreeingServices, id: string): Promise<Step> {
	return transact(db, async (trx) => {
		const deletion = await lockMergeDeletion(trx, id);
		if (deletion === undefined) return { hashes: [], previews: [], next: null };
		const { hashes } = deletion;
		await releaseUploads(trx, hashes, toUploadRelease(deletion));
		// Which of them are previews, the row does not say.
		return { hashes, previews: hashes, next: 0 };
	});
}

/** Deletes the next tokens, and writes down what they showed: whatever ends the process then, the files are freed. */
async function releaseTokens({ db }: FreeingServices, id: string, after: number): Promise<Step> {
	return transact(db, async (trx) => {
		const deletion = await lockMergeDeletion(trx, id);
		if (deletion === undefined) return { hashes: [], previews: [], next: null };
		const { hashes, next } = await deleteTokens(trx, id, { after, limit: sliceTokens });
		await releaseUploads(trx, hashes, toUploadRelease(deletion));
		const previews = [...new Set(await listPreviewHashes(trx, hashes))];
		await updateMergeDeletion(trx, id, [...hashes, ...previews]);
		return { hashes, previews, next };
	});
}

const toUploadRelease = ({ ownerId, uploadsUsedUntil }: MergeDeletionRow) => ({ ownerId, usedUntil: uploadsUsedUntil });

/** Nobody reads it: the merge is gone for its owner. */
const waiting = 'The files of this collection are deleted when the database can be written again.';

/** Frees what a request left of a deleted merge: the files of many, or of one whose process was killed. */
export const mergeDeletionJob = defineJob<MergeDeletionRow, never>({
	queue: 'merge-deletion',
	sentences: { diskFull: waiting, storageGone: waiting, failed: waiting },
	listOpen: (db) => listMergeDeletions(db, freedByRequestSeconds),
	findOpen: findMergeDeletion,
	work: async (services, deletion, { signal }) => {
		await freeDeletedMerge(services, deletion, { signal });
		signal.throwIfAborted();
	},
	updateProgress: async () => true,
	wait: async () => {},
	// It is tried again until it succeeds: files without a merge are of no use to anybody.
	countFailure: async () => 0,
	fail: async () => {},
	explain: () => ({ sentence: waiting, waiting }),
});
