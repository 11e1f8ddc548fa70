import type { PlanRequest } from '@adx/collection/plan/columns';
import { PlanImpossibleError } from '@adx/collection/plan/plan-error';
import { planRanked, type RankedRow } from '@adx/collection/plan/ranked-plan';
import { countPlannedTraits, type PlanSummary, sortByRank, summarizePlan, type TraitSummary } from './plan-summary.ts';

export type RowSort = 'token' | 'rank';

export type PlanResult =
	| { readonly kind: 'planned'; readonly summary: PlanSummary }
	/** `message` is a sentence to show as it is; the traits' counts are 0. */
	| { readonly kind: 'impossible'; readonly message: string; readonly traits: readonly TraitSummary[] };

/** Holds the rows of the newest plan and answers about them. Rows stay on this side: only those in view travel. */
export class PlanWorkerService {
	#planId = -1;
	#rows: readonly RankedRow[] = [];
	#ranked: readonly RankedRow[] | null = null;

	plan(planId: number, request: PlanRequest, seed: string): PlanResult {
		this.#planId = planId;
		this.#ranked = null;
		this.#rows = [];
		try {
			const planned = planRanked(request, seed);
			this.#rows = planned.rows;
			return { kind: 'planned', summary: summarizePlan(request, seed, planned) };
		} catch (error) {
			if (!(error instanceof PlanImpossibleError)) throw error;
			return { kind: 'impossible', message: error.message, traits: countPlannedTraits(request, []) };
		}
	}

	/** None of a plan that is no longer the newest. */
	rows(planId: number, order: RowSort, from: number, to: number): readonly RankedRow[] {
		if (planId !== this.#planId) return [];
		if (order === 'token') return this.#rows.slice(from, to);
		this.#ranked ??= sortByRank(this.#rows);
		return this.#ranked.slice(from, to);
	}
}
