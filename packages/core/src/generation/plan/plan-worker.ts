import type { PlanRequest } from '@adx/collection/plan/columns';
import { PlanImpossibleError } from '@adx/collection/plan/plan-error';
import { planRanked, type RankedPlan } from '@adx/collection/plan/ranked-plan';
import { getBuffers, type JsonBatches, toJsonBatches } from '../../platform/threads/json-batches.ts';
import { transferBuffers } from '../../platform/threads/transfer-buffers.ts';

export interface PlanTask {
	readonly request: PlanRequest;
	readonly seed: string;
}

/** The plan, or the sentence that says why there can be none. */
export type PlanOutcome =
	| {
			readonly plan: Omit<RankedPlan, 'rows'>;
			/** Packed `RankedRow`s. */
			readonly rows: JsonBatches;
	  }
	| { readonly impossible: string };

/** Plans and ranks a collection away from the thread that answers calls. */
export default function runPlanTask({ request, seed }: PlanTask): PlanOutcome {
	try {
		const { rows, ...plan } = planRanked(request, seed);
		const batches = toJsonBatches(rows);
		return transferBuffers({ plan, rows: batches }, getBuffers(batches));
	} catch (error) {
		if (!(error instanceof PlanImpossibleError)) throw error;
		return { impossible: error.message };
	}
}
