import { randomBytes } from 'node:crypto';
import type { GenerationPlan, StartGenerationInput } from '@adx/validators/generation';
import { type RequestContext, requireActor } from '../context.ts';
import { checkAllowed } from './check-allowed.ts';
import { planRows } from './plan-rows.ts';

/** A seed for those who did not bring one. */
export const randomSeed = () => randomBytes(8).toString('hex');

/** Shows a collection before it is started. Starting with the same body and the returned seed makes exactly these rows. */
export async function planGeneration(ctx: RequestContext, input: StartGenerationInput): Promise<GenerationPlan> {
	checkAllowed(requireActor(ctx), input);
	const seed = input.seed ?? randomSeed();
	const plan = planRows(input, seed);
	return {
		seed,
		rows: plan.rows.map(({ imageSeed, rarityUniqueTraits: _, ...row }) => ({ ...row, seed: imageSeed })),
		capacity: plan.capacity.toString(),
		notice: plan.notice,
		rarityProvisional: plan.provisional,
		price: null,
	};
}
