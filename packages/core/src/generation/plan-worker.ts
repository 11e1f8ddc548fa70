import { PlanImpossibleError } from '@adx/collection/plan';
import { type PlanRequest, planRanked, type RankedPlan } from '@adx/collection/ranked-plan';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { buffersOf, type Slices, toSlices } from '../platform/threads/slices.ts';

export interface PlanTask {
	readonly request: PlanRequest;
	readonly seed: string;
}

/** The plan, or the sentence that says why there can be none. */
export type PlanOutcome =
	| {
			readonly plan: Omit<RankedPlan, 'rows'>;
			/** Of `PlannedRow`s. */
			readonly rows: Slices;
	  }
	| { readonly impossible: string };

/** Plans and ranks a collection away from the thread that answers calls. */
export default function runPlanTask({ request, seed }: PlanTask): PlanOutcome {
	try {
		const { rows, ...plan } = planRanked(request, seed);
		const slices = toSlices(rows);
		// The bytes change hands instead of being copied. What arrives is the value; the types of piscina do not tell that.
		const handedOver = { [transferableSymbol]: buffersOf(slices), [valueSymbol]: { plan, rows: slices } };
		return move(handedOver as never) as unknown as PlanOutcome;
	} catch (error) {
		if (!(error instanceof PlanImpossibleError)) throw error;
		return { impossible: error.message };
	}
}
