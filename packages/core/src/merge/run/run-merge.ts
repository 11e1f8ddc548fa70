import {
	countMergeFailure,
	failMerge,
	findMergeJob,
	listUnfinishedMerges,
	type MergeProgress,
	updateMergeProgress,
} from '@adx/db/repositories/merge/merge-jobs';
import { deleteMergedImages } from '@adx/db/repositories/merge/merged-images';
import type { MergeJobRow } from '@adx/db/schema/merge-tables';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { mergeCollections } from './merge-collections.ts';

/** Merges what a merge job's row and inputs say; two at once write the same, and the first to end completes it. */
export const mergeJob = defineJob<MergeJobRow, Pick<MergeProgress, 'phase' | 'progress'>>({
	queue: 'merge',
	sentences: {
		diskFull: 'The disk of this installation is full. The merge goes on when there is room.',
		storageGone: 'The storage of this installation cannot be read. The merge goes on when it is back.',
		failed: 'The merge failed because of a fault of this installation. Start it again, or tell its operator.',
	},
	listOpen: listUnfinishedMerges,
	findOpen: async (db, id) => {
		const job = await findMergeJob(db, 'all', id);
		return job?.status === 'processing' ? job : undefined;
	},
	work: mergeCollections,
	updateProgress: ({ db, clock }, { id }, { phase, progress }) =>
		updateMergeProgress(db, id, { phase, progress: Math.floor(progress), errorMessage: null, startedAt: clock() }),
	wait: ({ db, clock }, { id, progress }, errorMessage) =>
		updateMergeProgress(db, id, { phase: 'waiting_for_room', progress, errorMessage, startedAt: clock() }),
	countFailure: (db, { id }) => countMergeFailure(db, id),
	fail: async ({ db, clock }, { id }, errorMessage) => {
		if (await failMerge(db, id, { errorMessage, completedAt: clock() })) await deleteMergedImages(db, id);
	},
});
