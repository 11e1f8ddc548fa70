import { preflightCollection } from '@adx/core/exports/preflight-collection';
import { getRarity } from '@adx/core/rarity/get-rarity';
import { preflightOutput, rarityInput, rarityOutput } from '@adx/validators/exports';
import { collectionInput } from '@adx/validators/gallery';
import { procedure, router } from '../trpc.ts';

/** What can be asked of any finished collection, generated, merged or attributed, by its job's id. */
export const collectionsRouter = router({
	// On its documented path it also comes as CSV, which is a route of its own.
	rarity: procedure
		.meta({ access: 'member', summary: 'How rare the tokens of a collection are, the rarest first', budget: 'bulk' })
		.input(rarityInput)
		.output(rarityOutput)
		.query(({ ctx, input }) => getRarity(ctx, input)),
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
});
