import { transact } from '@adx/db/client/transact';
import { lockUnreferencedBlobs, markUnreferencedSlice } from '@adx/db/repositories/uploads/blob-sweep';
import { deleteBlobs } from '@adx/db/repositories/uploads/blobs';
import { type OwnerBlobKey, releaseUnusedSlice } from '@adx/db/repositories/uploads/owner-blobs';
import { uploadRetentionDays } from '@adx/validators/limits';
import type { Services } from '../../platform/context.ts';

type Sweeping = Pick<Services, 'db' | 'storage' | 'clock'>;

const dayMs = 24 * 3_600_000;
/** Rows looked at by one statement: a few milliseconds. */
const sliceRows = 200;
/** Rows locked and deleted by one transaction. */
const deletedAtOnce = 50;
/** Between slices, for everybody else; one process that deletes is enough, several do no harm. */
const pauseMs = 20;

/** What a sweep did. */
export interface Sweep {
	/** Uploads that their owners hold no longer. */
	readonly forgotten: number;
	/** Files that are gone. */
	readonly deleted: number;
}

/**
 * Forgets uploads that nothing took up for a week, marks stored bytes that nothing refers to, and deletes those that
 * have been so for a day. In slices, each a short transaction; may be stopped between them and repeated at any time.
 */
export async function sweepBlobs(services: Sweeping, signal?: AbortSignal): Promise<Sweep> {
	const forgotten = await forgetUnused(services, signal);
	await markUnreferenced(services, signal);
	return { forgotten, deleted: await deleteUnreferenced(services, signal) };
}

async function forgetUnused({ db, clock }: Sweeping, signal: AbortSignal | undefined): Promise<number> {
	const usedBefore = new Date(clock().getTime() - uploadRetentionDays * dayMs);
	let total = 0;
	for (let after: OwnerBlobKey | null = null; ; ) {
		const { count, next } = await releaseUnusedSlice(db, after, { usedBefore, limit: sliceRows });
		total += count;
		if (next === null || (await isStopped(signal))) return total;
		after = next;
	}
}

async function markUnreferenced({ db, clock }: Sweeping, signal: AbortSignal | undefined): Promise<void> {
	for (let after: string | null = ''; after !== null && !(await isStopped(signal)); ) {
		after = await markUnreferencedSlice(db, after, { now: clock(), limit: sliceRows });
	}
}

/**
 * Rows go before their files, so that no transaction waits for the disk. A writer that refers to a row just then is left out
 * or waits for the lock and finds it gone; a writer that stores the same bytes meanwhile makes the file fresh, which keeps it,
 * and records it again. A file that stays without a row, since the process was killed or the disk refused, is an orphan,
 * which `sweepOrphans` deletes.
 */
async function deleteUnreferenced({ db, storage, clock }: Sweeping, signal: AbortSignal | undefined): Promise<number> {
	const before = new Date(clock().getTime() - dayMs);
	let total = 0;
	for (let after: string | null = ''; after !== null && !(await isStopped(signal)); ) {
		const from: string = after;
		const slice = await transact(db, async (trx) => {
			const locked = await lockUnreferencedBlobs(trx, from, { before, limit: deletedAtOnce });
			await deleteBlobs(trx, locked.unreferenced);
			return locked;
		});
		for (const sha256 of slice.unreferenced) if (await storage.deleteUnlessFresh(sha256, before)) total += 1;
		after = slice.next;
	}
	return total;
}

/** After a pause. */
async function isStopped(signal: AbortSignal | undefined): Promise<boolean> {
	await new Promise((resolve) => setTimeout(resolve, pauseMs));
	return signal?.aborted ?? false;
}
