import { deleteBlobs, lockUnreferencedBlobs, markUnreferencedSlice } from '@adx/db/repositories/blob-sweep';
import { forgetUnusedSlice, type OwnerBlobKey } from '@adx/db/repositories/owner-blobs';
import { uploadKeptDays } from '@adx/validators/limits';
import type { Services } from '../context.ts';

type Sweeping = Pick<Services, 'db' | 'storage' | 'clock'>;

const dayMs = 24 * 3_600_000;
/** Rows looked at by one statement: a few milliseconds. */
const sliceRows = 200;
/** Files deleted while their rows are locked. */
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
	const usedBefore = new Date(clock().getTime() - uploadKeptDays * dayMs);
	let total = 0;
	for (let after: OwnerBlobKey | null = null; ; ) {
		const { count, next } = await forgetUnusedSlice(db, after, { usedBefore, limit: sliceRows });
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

/** Files go before their rows do, in one transaction: a row that stays though its file is gone is deleted next time. */
async function deleteUnreferenced({ db, storage, clock }: Sweeping, signal: AbortSignal | undefined): Promise<number> {
	const before = new Date(clock().getTime() - dayMs);
	let total = 0;
	for (let after: string | null = ''; after !== null && !(await isStopped(signal)); ) {
		const from: string = after;
		after = await db.transaction().execute(async (trx) => {
			const slice = await lockUnreferencedBlobs(trx, from, { before, limit: deletedAtOnce });
			const gone: string[] = [];
			for (const sha256 of slice.unreferenced) {
				if (await storage.deleteUnlessFresh(sha256, before)) gone.push(sha256);
			}
			await deleteBlobs(trx, gone);
			total += gone.length;
			return slice.next;
		});
	}
	return total;
}

/** After a pause. */
async function isStopped(signal: AbortSignal | undefined): Promise<boolean> {
	await new Promise((resolve) => setTimeout(resolve, pauseMs));
	return signal?.aborted ?? false;
}
