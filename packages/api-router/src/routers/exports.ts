import { listPreflightRows, preflightCollection } from '@adx/core/exports/preflight-collection';
import { preflightOutput, preflightRowsInput, preflightRowsOutput } from '@adx/validators/exports';
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
	preflightRows: procedure
		.meta({
			access: 'member',
			rest: { method: 'GET', path: '/api/collections/{collectionId}/preflight/{kind}' },
			summary: 'All that a finding of the preflight is about, a page at a time',
			budget: 'bulk',
		})
		.input(preflightRowsInput)
		.output(preflightRowsOutput)
		.query(({ ctx, input }) => listPreflightRows(ctx, input)),
};
