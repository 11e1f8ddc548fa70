import { deleteMerge, getMergeDeletion } from '@adx/core/merge/delete-merge';
import { getMerge } from '@adx/core/merge/get-merge';
import { listMerges } from '@adx/core/merge/list-merges';
import { startMerge } from '@adx/core/merge/start-merge';
import { hideMerge, showMerge, updateMerge } from '@adx/core/merge/update-merge';
import { deletionOutput, deletionResultOutput } from '@adx/validators/deletion';
import {
	controlMergeInput,
	mergeJobInput,
	mergeJobOutput,
	mergeListInput,
	startMergeInput,
	startMergeOutput,
	updateMergeInput,
} from '@adx/validators/merge';
import { listOutput } from '../serialization/list-output.ts';
import { procedure, router } from '../trpc.ts';
import { galleryProcedures } from './gallery.ts';
import { mergeUploadProcedures } from './uploads.ts';

export const mergeRouter = router({
	...mergeUploadProcedures,
	// On the documented path it comes with images, which is a route of its own.
	start: procedure
		.meta({ access: 'member', page: 'merger', summary: 'Start merging uploaded collections', budget: 'bulk' })
		.input(startMergeInput)
		.output(startMergeOutput)
		.mutation(({ ctx, input }) => startMerge(ctx, input)),
	list: procedure
		.meta({
			access: 'member',
			page: 'merger',
			rest: { method: 'GET', path: '/api/merge-jobs' },
			summary: 'Merges, newest first',
		})
		.input(mergeListInput)
		.output(listOutput(mergeJobOutput))
		.query(({ ctx, input }) => listMerges(ctx, input)),
	get: procedure
		.meta({
			access: 'member',
			page: 'merger',
			rest: { method: 'GET', path: '/api/merge-jobs/{jobId}' },
			summary: 'A merge with its first images',
		})
		.input(mergeJobInput)
		.output(mergeJobOutput)
		.query(({ ctx, input }) => getMerge(ctx, input)),
	update: procedure
		.meta({
			access: 'member',
			page: 'merger',
			rest: { method: 'PATCH', path: '/api/merge-jobs/{jobId}' },
			summary: 'Change the listing of a finished merge',
		})
		.input(updateMergeInput)
		.output(mergeJobOutput)
		.mutation(({ ctx, input }) => updateMerge(ctx, input)),
	hide: procedure
		.meta({
			access: 'member',
			page: 'merger',
			rest: { method: 'POST', path: '/api/merge-jobs/{jobId}/hide' },
			summary: 'Hide a merge from the gallery',
		})
		.input(controlMergeInput)
		.output(mergeJobOutput)
		.mutation(({ ctx, input }) => hideMerge(ctx, input)),
	show: procedure
		.meta({
			access: 'member',
			page: 'merger',
			rest: { method: 'POST', path: '/api/merge-jobs/{jobId}/show' },
			summary: 'Show a merge in the gallery again',
		})
		.input(controlMergeInput)
		.output(mergeJobOutput)
		.mutation(({ ctx, input }) => showMerge(ctx, input)),
	deletion: procedure
		.meta({
			access: 'member',
			page: 'merger',
			rest: { method: 'GET', path: '/api/merge-jobs/{jobId}/deletion' },
			summary: 'What deleting a merge would free, and what prevents it',
			// 100,000 tokens: a fifth of a millisecond each, in slices of some 20 ms.
			budget: { cpuMs: 20_000, rows: 300_000 },
		})
		.input(mergeJobInput)
		.output(deletionOutput)
		.query(({ ctx, input }) => getMergeDeletion(ctx, input)),
	delete: procedure
		.meta({
			access: 'member',
			page: 'merger',
			rest: { method: 'DELETE', path: '/api/merge-jobs/{jobId}' },
			summary: 'Delete a merge and the files that nothing else uses',
			description: '409 while something depends on it.',
			// After 15 s the rest is left to a worker.
			budget: { cpuMs: 20_000, rows: 300_000 },
		})
		.input(mergeJobInput)
		.output(deletionResultOutput)
		.mutation(({ ctx, input }) => deleteMerge(ctx, input)),
	...galleryProcedures,
});
