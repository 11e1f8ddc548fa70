import { isConnectionError } from '@adx/db/client/database-errors';
import { countMergeFailure, failMerge, findMergeJob, updateMergeProgress } from '@adx/db/repositories/merge/merge-jobs';
import { deleteMergedImages } from '@adx/db/repositories/merge/merged-images';
import type { MergeJobRow } from '@adx/db/schema/merge-tables';
import type { Services } from '../../platform/context.ts';
import { QuarantinedError } from '../../platform/crash-guard.ts';
import type { QueueMessage } from '../../platform/jobs/queue.ts';
import { isStorageFull } from '../../platform/storage/circuit-breaker.ts';
import { isStorageUnavailable } from '../../platform/storage/integrity/damage.ts';
import { mergeCollections } from './merge-collections.ts';
import { UnmergeableError } from './merge-worker-messages.ts';

/** Tries of one merge that may end with an error of ours. */
const failuresMax = 5;
const roomCheckSeconds = 15;

/**
 * Works on one merge from its beginning to its end. All that it stores is decided by what was ordered, so it may be
 * killed anywhere and repeated, and two at once write the same: the first to end completes it.
 */
export async function runMerge(services: Services, message: QueueMessage, signal: AbortSignal): Promise<void> {
	const job = await findMergeJob(services.db, 'all', message.jobId);
	if (job?.status !== 'processing') return;
	try {
		const isRoom = await mergeCollections(services, job, signal);
		if (!isRoom) await services.queue.send('merge', message, { delaySeconds: roomCheckSeconds });
	} catch (error) {
		// Stopped; the job row is the outbox, so the next worker continues.
		if (signal.aborted) return;
		if (isStorageFull(error)) await waitForStorage(services, message, job, diskFull);
		else if (await isStorageUnavailable(services, error)) await waitForStorage(services, message, job, storageGone);
		else await handleError(services, job, error);
	}
}

const diskFull = 'The disk of this installation is full. The merge goes on when there is room.';
const storageGone = 'The storage of this installation cannot be read. The merge goes on when it is back.';

async function waitForStorage(
	{ db, queue, clock }: Services,
	message: QueueMessage,
	{ id, progress }: MergeJobRow,
	errorMessage: string,
) {
	await updateMergeProgress(db, id, { phase: 'waiting_for_room', progress, errorMessage, startedAt: clock() });
	await queue.send('merge', message, { delaySeconds: roomCheckSeconds });
}

/** Ends the merge where repeating it cannot help; otherwise the sweeper sends again. */
async function handleError(services: Services, { id }: MergeJobRow, error: unknown): Promise<void> {
	const { db, clock, log } = services;
	if (isConnectionError(error)) throw error;
	const isFinal = error instanceof UnmergeableError || error instanceof QuarantinedError;
	if (!isFinal) {
		log.error({ err: error, jobId: id }, 'merge failed');
		if ((await countMergeFailure(db, id)) < failuresMax) return;
	}
	const errorMessage = isFinal
		? error.message
		: 'The merge failed because of a fault of this installation. Start it again, or tell its operator.';
	if (await failMerge(db, id, { errorMessage, completedAt: clock() })) await deleteMergedImages(db, id);
}
