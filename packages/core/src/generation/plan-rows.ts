import { type Plan, PlanImpossibleError, planCollection } from '@adx/collection/plan';
import { rankTokens } from '@adx/collection/rarity';
import { scoredTraitsOf } from '@adx/collection/traits';
import type { ImageTraits, StartGenerationInput } from '@adx/validators/generation';
import { AppError } from '../errors.ts';

/** One image as it will be made: everything but its pixels. */
export interface PlannedRow {
	readonly index: number;
	readonly tokenNumber: number;
	readonly traits: ImageTraits;
	readonly dna: string;
	readonly imageSeed: string;
	readonly rarityScore: number;
	readonly rarityRank: number;
	readonly rarityUniqueTraits: number;
}

export interface RankedPlan extends Pick<Plan, 'capacity' | 'notice'> {
	readonly rows: readonly PlannedRow[];
	readonly provisional: boolean;
}

/** What planning reads of a start request. */
export type PlanRequest = Pick<
	StartGenerationInput,
	'races' | 'classes' | 'artStyle' | 'backgroundType' | 'afflictions' | 'batchSize' | 'weights' | 'counts' | 'rules'
>;

/**
 * Plans and ranks a whole collection before anything is spent: same request and seed, same rows.
 * Rejects with 422 when counts and rules contradict each other; the sentence names what binds.
 */
export function planRows(request: PlanRequest, seed: string): RankedPlan {
	const plan = planOrRefuse(request, seed);
	const ranking = rankTokens(plan.rows.map((row) => scoredTraitsOf(row.traits)));
	const rows = plan.rows.map((row, index) => {
		const { score, rank, uniqueTraits, tier } = ranking.tokens[index]!;
		return {
			...row,
			traits: { ...row.traits, rarity: tier },
			rarityScore: score,
			rarityRank: rank,
			rarityUniqueTraits: uniqueTraits,
		};
	});
	return { rows, capacity: plan.capacity, notice: plan.notice, provisional: ranking.provisional };
}

function planOrRefuse(request: PlanRequest, seed: string): Plan {
	try {
		return planCollection({ ...request, afflictions: request.afflictions ?? [] }, seed);
	} catch (error) {
		if (!(error instanceof PlanImpossibleError)) throw error;
		throw new AppError('MISMATCH', { reason: 'plan_impossible', message: error.message, cause: error });
	}
}
