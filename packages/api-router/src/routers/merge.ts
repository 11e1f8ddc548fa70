import { getCollection } from '@adx/core/gallery/get-collection';
import { countGallery, listGallery } from '@adx/core/gallery/list-gallery';
import { listTokens } from '@adx/core/gallery/list-tokens';
import { getMerge } from '@adx/core/merge/get-merge';
import { listMerges } from '@adx/core/merge/list-merges';
import { startMerge } from '@adx/core/merge/start-merge';
import { hideMerge, showMerge, updateMerge } from '@adx/core/merge/update-merge';
import { findMissingUploads } from '@adx/core/uploads/find-missing-uploads';
import {
	collectionInput,
	collectionOutput,
	collectionTokensInput,
	collectionTokensOutput,
	galleryCardOutput,
	galleryCountsOutput,
} from '@adx/validators/gallery';
import {
	controlMergeInput,
	mergeJobInput,
	mergeJobOutput,
	mergeListInput,
	startMergeInput,
	startMergeOutput,
	updateMergeInput,
} from '@adx/validators/merge';
import { missingUploadsInput, missingUploadsOutput } from '@adx/validators/uploads';
import { z } from 'zod';
import { listOutput } from '../serialization/list-output.ts';
import { procedure, router } from '../trpc.ts';

export const mergeRouter = router({
	missingUploads: procedure
		.meta({
			access: 'member',
			scope: 'read',
			page: 'merger',
			rest: { method: 'POST', path: '/api/uploads/missing' },
			summary: 'Which files have to be sent',
		})
		.input(missingUploadsInput)
		.output(missingUploadsOutput)
		.mutation(({ ctx, input }) => findMissingUploads(ctx, input)),
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
			summary: 'One merge with its first images',
		})
		.input(mergeJobInput)
		.output(mergeJobOutput)
		.query(({ ctx, input }) => getMerge(ctx, input)),
	update: procedure
		.meta({
			access: 'member',
			page: 'merger',
			rest: { method: 'PATCH', path: '/api/merge-jobs/{jobId}' },
			summary: 'Change how a finished merge is listed',
		})
		.input(updateMergeInput)
		.output(mergeJobOutput)
		.mutation(({ ctx, input }) => updateMerge(ctx, input)),
	hide: procedure
		.meta({
			access: 'member',
			page: 'merger',
			rest: { method: 'POST', path: '/api/merge-jobs/{jobId}/hide' },
			summary: 'Keep a merge out of the gallery',
		})
		.input(controlMergeInput)
		.output(mergeJobOutput)
		.mutation(({ ctx, input }) => hideMerge(ctx, input)),
	show: procedure
		.meta({
			access: 'member',
			page: 'merger',
			rest: { method: 'POST', path: '/api/merge-jobs/{jobId}/show' },
			summary: 'Let the gallery show a merge again',
		})
		.input(controlMergeInput)
		.output(mergeJobOutput)
		.mutation(({ ctx, input }) => showMerge(ctx, input)),
	gallery: procedure
		.meta({
			access: 'member',
			page: 'gallery',
			rest: { method: 'GET', path: '/api/gallery' },
			summary: 'Finished collections that are not hidden, newest first',
		})
		.output(z.array(galleryCardOutput))
		.query(({ ctx }) => listGallery(ctx)),
	galleryCounts: procedure
		.meta({
			access: 'member',
			page: 'gallery',
			rest: { method: 'GET', path: '/api/gallery/counts' },
			summary: 'How much the gallery holds',
		})
		.output(galleryCountsOutput)
		.query(({ ctx }) => countGallery(ctx)),
	collection: procedure
		.meta({
			access: 'member',
			page: 'gallery',
			rest: { method: 'GET', path: '/api/collections/{collectionId}' },
			summary: 'One collection of the gallery',
		})
		.input(collectionInput)
		.output(collectionOutput)
		.query(({ ctx, input }) => getCollection(ctx, input)),
	tokens: procedure
		.meta({
			access: 'member',
			page: 'gallery',
			rest: { method: 'GET', path: '/api/collections/{collectionId}/tokens' },
			summary: 'Tokens of a collection, a page at a time',
			// A token's metadata may be long.
			budget: 'list',
		})
		.input(collectionTokensInput)
		.output(collectionTokensOutput)
		.query(({ ctx, input }) => listTokens(ctx, input)),
});
