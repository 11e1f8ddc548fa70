import { PlanImpossibleError } from '@adx/collection/plan/plan';
import { type PlannedRow, type PlanRequest, planRanked } from '@adx/collection/plan/ranked-plan';
import { countPlannedTraits, type PlanSummary, sortByRank, summarizePlan, type TraitSummary } from './plan-summary.ts';

export type RowSort = 'token' | 'rank';

/** What the page asks the planning thread. Every question names the plan it is about; answers to older ones stay away. */
export type PlanWorkerRequest =
	| { readonly kind: 'plan'; readonly planId: number; readonly request: PlanRequest; readonly seed: string }
	| {
			readonly kind: 'rows';
			readonly planId: number;
			readonly order: RowSort;
			readonly from: number;
			readonly to: number;
	  };

export type PlanWorkerResponse =
	| { readonly kind: 'planned'; readonly planId: number; readonly summary: PlanSummary }
	/** `message` is a sentence to show as it is; the traits' counts are 0. */
	| {
			readonly kind: 'impossible';
			readonly planId: number;
			readonly message: string;
			readonly traits: readonly TraitSummary[];
	  }
	| {
			readonly kind: 'rows';
			readonly planId: number;
			readonly order: RowSort;
			readonly from: number;
			readonly rows: readonly PlannedRow[];
	  };

export interface PlanWorkerService {
	request(question: PlanWorkerRequest): void;
}

/** Holds the rows of the newest plan and answers about them. Rows stay on this side: only those in view travel. */
export function createPlanWorkerService(respond: (respond: PlanWorkerResponse) => void): PlanWorkerService {
	let planId = -1;
	let rows: readonly PlannedRow[] = [];
	let ranked: readonly PlannedRow[] | null = null;

	function plan({ planId: id, request, seed }: Extract<PlanWorkerRequest, { kind: 'plan' }>): void {
		planId = id;
		ranked = null;
		rows = [];
		try {
			const planned = planRanked(request, seed);
			rows = planned.rows;
			respond({ kind: 'planned', planId, summary: summarizePlan(request, seed, planned) });
		} catch (error) {
			if (!(error instanceof PlanImpossibleError)) throw error;
			respond({ kind: 'impossible', planId, message: error.message, traits: countPlannedTraits(request, []) });
		}
	}

	function sendRows({ order, from, to }: Extract<PlanWorkerRequest, { kind: 'rows' }>): void {
		if (order === 'rank') ranked ??= sortByRank(rows);
		const ordered = order === 'rank' && ranked !== null ? ranked : rows;
		respond({ kind: 'rows', planId, order, from, rows: ordered.slice(from, to) });
	}

	return {
		request(question) {
			if (question.kind === 'plan') plan(question);
			else if (question.planId === planId) sendRows(question);
		},
	};
}
