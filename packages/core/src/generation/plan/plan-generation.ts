import type { RankedRow } from '@adx/collection/plan/ranked-plan';
import { type GenerationPlan, isPaidEngine, type StartGenerationInput } from '@adx/validators/generation';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { randomSeed } from '../../platform/ids.ts';
import { checkEntitlement, getPaidModel } from '../start/check-allowed.ts';
import { planRowsFor } from './plan-rows.ts';

const microUsd = 1_000_000;

/** Shows a collection before it is started. Starting with the same body and the returned seed makes exactly these rows. */
export async function planGeneration(ctx: RequestContext, input: StartGenerationInput): Promise<GenerationPlan> {
	const actor = requireActor(ctx);
	checkEntitlement(actor, input);
	const seed = input.seed ?? randomSeed();
	if (isPaidEngine(input.engine)) getPaidModel(ctx, input);
	const plan = await planRowsFor(actor.userId, input, seed, presentRow);
	return {
		seed,
		rows: plan.rows,
		capacity: plan.capacity.toString(),
		notice: plan.notice,
		rarityProvisional: plan.provisional,
		price: isPaidEngine(input.engine) ? priceOf(ctx, input) : null,
	};
}

function presentRow(row: RankedRow): GenerationPlan['rows'][number] {
	const { index, tokenNumber, traits, dna, imageSeed: seed, rarityScore, rarityRank } = row;
	return { index, tokenNumber, traits, dna, seed, rarityScore, rarityRank };
}

/** Null for a model that the price table does not know. */
function priceOf({ config }: RequestContext, input: StartGenerationInput): GenerationPlan['price'] {
	const { pricedAt, usdPerImage } = config.gemini.prices;
	const model = getPaidModel({ config }, input);
	const each = usdPerImage[model];
	if (each === undefined) return null;
	// In millionths, as calls are charged, so that a sum of thousandths shows no crumbs.
	const amount = (Math.round(each * microUsd) * input.batchSize) / microUsd;
	return { amount, currency: 'USD', model, pricedAt };
}
