import { getCollection } from '@adx/core/gallery/get-collection';
import { listCollectionTokens } from '@adx/core/gallery/list-collection-tokens';
import { countGallery, listGallery } from '@adx/core/gallery/list-gallery';
import {
	collectionInput,
	collectionOutput,
	collectionTokensInput,
	collectionTokensOutput,
	galleryCardOutput,
	galleryCountsOutput,
} from '@adx/validators/gallery';
import { pageInput } from '@adx/validators/paging';
import { z } from 'zod';
import { procedure } from '../trpc.ts';

/** What the gallery shows; part of the router `merge`. */
export const galleryProcedures = {
	gallery: procedure
		.meta({
			access: 'member',
			page: 'gallery',
			rest: { method: 'GET', path: '/api/gallery' },
			summary: 'Finished collections that are not hidden, newest first',
		})
		.input(pageInput)
		.output(z.array(galleryCardOutput))
		.query(({ ctx, input }) => listGallery(ctx, input)),
	galleryCounts: procedure
		.meta({
			access: 'member',
			page: 'gallery',
			rest: { method: 'GET', path: '/api/gallery/counts' },
			summary: 'How many collections, images and creators the gallery has',
		})
		.output(galleryCountsOutput)
		.query(({ ctx }) => countGallery(ctx)),
	collection: procedure
		.meta({
			access: 'member',
			page: 'gallery',
			rest: { method: 'GET', path: '/api/collections/{collectionId}' },
			summary: 'A collection of the gallery',
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
		.query(({ ctx, input }) => listCollectionTokens(ctx, input)),
};
