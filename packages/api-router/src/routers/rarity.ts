import { getRarity } from '@adx/core/rarity/get-rarity';
import { rarityInput, rarityOutput } from '@adx/validators/rarity';
import { procedure } from '../trpc.ts';

/** How rare the tokens of any finished collection are; part of the router `collections`. */
export const rarityProcedures = {
	// On its documented path it also comes as CSV, which is a route of its own.
	rarity: procedure
		.meta({ access: 'member', summary: 'Tokens of a collection ranked by rarity, the rarest first', budget: 'bulk' })
		.input(rarityInput)
		.output(rarityOutput)
		.query(({ ctx, input }) => getRarity(ctx, input)),
};
