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
			summary: 'Problems with exporting your collection, for all targets at once',
			budget: 'bulk',
		})
		.input(collectionInput)
		.output(preflightOutput)
		.query(({ ctx, input }) => preflightCollection(ctx, input)),
	preflightRows: procedure
		.meta({
			access: 'member',
			rest: { method: 'GET', path: '/api/collections/{collectionId}/preflight/{kind}' },
			summary: 'Everything that a preflight finding affects, a page at a time',
			budget: 'bulk',
		})
		.input(preflightRowsInput)
		.output(preflightRowsOutput)
		.query(({ ctx, input }) => listPreflightRows(ctx, input)),
};
