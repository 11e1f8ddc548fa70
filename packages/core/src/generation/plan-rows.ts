import { PlanImpossibleError } from '@adx/collection/plan';
import { type PlanRequest, planRanked, type RankedPlan } from '@adx/collection/ranked-plan';
import { AppError } from '../errors.ts';

export type { PlannedRow, PlanRequest, RankedPlan } from '@adx/collection/ranked-plan';

/**
 * Plans and ranks a whole collection before anything is spent: same request and seed, same rows.
 * Rejects with 422 when counts and rules contradict each other; the sentence names what binds.
 */
export function planRows(request: PlanRequest, seed: string): RankedPlan {
	try {
		return planRanked(request, seed);
	} catch (error) {
		if (!(error instanceof PlanImpossibleError)) throw error;
		throw new AppError('MISMATCH', { reason: 'plan_impossible', message: error.message, cause: error });
	}
}
