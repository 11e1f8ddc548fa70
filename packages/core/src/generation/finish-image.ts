import type { DatabaseTransaction } from '@adx/db/client';
import { closeGenerationJob, countFinishedImage } from '@adx/db/repositories/generation-jobs';

/**
 * Counts one image as stored or given up, and closes the job with the last one, all in the caller's
 * transaction: the count locks the job row, so of two last images one sees the other, and the owner it answers
 * with stays the job's owner until the transaction ends.
 */
export async function finishImage(
	trx: DatabaseTransaction,
	jobId: string,
	image: { readonly outcome: 'stored' | 'failed'; readonly now: Date },
): Promise<{ ownerId: string }> {
	const { progress, failedImages, batchSize, ownerId } = await countFinishedImage(trx, jobId, image.outcome);
	if (progress + failedImages === batchSize) {
		await closeGenerationJob(trx, jobId, { ...outcomeOf(progress, batchSize), completedAt: image.now });
	}
	return { ownerId };
}

function outcomeOf(stored: number, total: number) {
	if (stored === 0) {
		return { phase: 'failed', status: 'failed', errorMessage: 'None of the images could be drawn.' } as const;
	}
	if (stored === total) return { phase: 'done', status: 'completed', errorMessage: null } as const;
	const errorMessage = `Stopped after ${stored} of ${total} images`;
	return { phase: 'partial', status: 'completed', errorMessage } as const;
}
