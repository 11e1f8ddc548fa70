import { preflightCollection } from '@adx/core/exports/preflight-collection';
import { preflightOutput } from '@adx/validators/exports';
import { collectionInput } from '@adx/validators/gallery';
import { procedure } from '../trpc.ts';

/** What is checked before an export; part of the router `collections`. */
export const exportProcedures = {
	preflight: procedure
		.meta({
			access: 'member',
			rest: { method: 'GET', path: '/api/collections/{collectionId}/preflight' },
			summary: 'What stands in the way of exporting a collection of your own, for all targets at once',
			budget: 'bulk',
		})
		.input(collectionInput)
		.output(preflightOutput)
		.query(({ ctx, input }) => preflightCollection(ctx, input)),
};
