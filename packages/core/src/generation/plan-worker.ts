import { PlanImpossibleError } from '@adx/collection/plan';
import { type PlanRequest, planRanked, type RankedPlan } from '@adx/collection/ranked-plan';
import { move, transferableSymbol, valueSymbol } from 'piscina';

export interface PlanTask {
	readonly request: PlanRequest;
	readonly seed: string;
}

/** The plan, or the sentence that says why there can be none. */
export type PlanOutcome =
	| {
			readonly plan: Omit<RankedPlan, 'rows'>;
			/** UTF-8 JSON arrays of `PlannedRow`, some hundred in each: reading one holds nobody up. */
			readonly rows: readonly Uint8Array[];
	  }
	| { readonly impossible: string };

const rowsPerSlice = 500;

/** Plans and ranks a collection away from the thread that answers calls. */
export default function runPlanTask({ request, seed }: PlanTask): PlanOutcome {
	try {
		const { rows, ...plan } = planRanked(request, seed);
		const slices: Uint8Array[] = [];
		for (let start = 0; start < rows.length; start += rowsPerSlice) {
			slices.push(new TextEncoder().encode(JSON.stringify(rows.slice(start, start + rowsPerSlice))));
		}
		// The bytes change hands instead of being copied. What arrives is the value; the types of piscina do not tell that.
		const handedOver = {
			[transferableSymbol]: slices.map(({ buffer }) => buffer),
			[valueSymbol]: { plan, rows: slices },
		};
		return move(handedOver as never) as unknown as PlanOutcome;
	} catch (error) {
		if (!(error instanceof PlanImpossibleError)) throw error;
		return { impossible: error.message };
	}
}
