import type { RankedRow } from '@adx/collection/plan/ranked-plan';
import { isPaidEngine, isServiceEngine, type ServiceEngineName } from '@adx/validators/engines/engines';
import type {
	GenerationOrderInput,
	StartGenerationInput,
	StartLayersInput,
} from '@adx/validators/generation/generation-order';
import type { GenerationPlan } from '@adx/validators/generation/generation-plan';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { randomSeed } from '../../platform/ids.ts';
import { planLayersFor } from '../layers/plan-layers-for.ts';
import { checkCallPictures, toCallPictures } from '../references/prepare-references.ts';
import { checkEntitlement, getModel } from '../start/check-allowed.ts';
import { planRowsFor } from './plan-rows.ts';

const microUsd = 1_000_000;

/** Shows a collection before it is started. Starting with the same body and the returned seed makes exactly these rows. */
export async function planGeneration(ctx: RequestContext, input: GenerationOrderInput): Promise<GenerationPlan> {
	checkEntitlement(requireActor(ctx), input);
	if (input.engine !== 'layers') checkCallPictures(ctx, input.engine, toCallPictures(input));
	const seed = input.seed ?? randomSeed();
	return input.engine === 'layers' ? planLayers(ctx, input, seed) : planCatalogue(ctx, input, seed);
}

async function planLayers(ctx: RequestContext, input: StartLayersInput, seed: string): Promise<GenerationPlan> {
	const { rows, capacity, notice, provisional } = await planLayersFor(ctx, input, seed, presentRow);
	return { seed, rows: [...rows], capacity: capacity.toString(), notice, rarityProvisional: provisional, price: null };
}

async function planCatalogue(ctx: RequestContext, input: StartGenerationInput, seed: string): Promise<GenerationPlan> {
	const { engine, model } = input;
	const service = isServiceEngine(engine) ? { engine, model: getModel(ctx, { engine, model }) } : null;
	const plan = await planRowsFor(requireActor(ctx).userId, input, seed, presentRow);
	return {
		seed,
		rows: plan.rows,
		capacity: plan.capacity.toString(),
		notice: plan.notice,
		rarityProvisional: plan.provisional,
		price: service !== null && isPaidEngine(engine) ? getPrice(ctx, service, input) : null,
	};
}

type PlannedRow = GenerationPlan['rows'][number];

function presentRow(row: Omit<PlannedRow, 'seed'> & Pick<RankedRow, 'imageSeed'>): PlannedRow {
	const { index, tokenNumber, traits, dna, imageSeed: seed, rarityScore, rarityRank } = row;
	return { index, tokenNumber, traits, dna, seed, rarityScore, rarityRank };
}

/** Null for a model that the price table does not know. */
function getPrice(
	{ config }: RequestContext,
	{ engine, model }: { readonly engine: ServiceEngineName; readonly model: string },
	order: StartGenerationInput,
): GenerationPlan['price'] {
	const { prices, getInputImageUsd } = config.services[engine];
	const { pricedAt, usdPerImage } = prices;
	const picture = usdPerImage[model];
	if (picture === undefined) return null;
	const { references, hasSketch } = toCallPictures(order);
	const each = picture + (references + (hasSketch ? 1 : 0)) * (getInputImageUsd?.(model) ?? 0);
	// In millionths, as calls are charged, so that a sum of thousandths shows no crumbs.
	const amount = (Math.round(each * microUsd) * order.batchSize) / microUsd;
	return { amount, currency: 'USD', model, pricedAt };
}
