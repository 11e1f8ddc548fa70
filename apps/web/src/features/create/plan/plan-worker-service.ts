import { PlanImpossibleError } from '@adx/collection/plan/plan';
import { type PlannedRow, type PlanRequest, planRanked } from '@adx/collection/plan/ranked-plan';
import { byRank, countTraits, type PlanSummary, summarise, type TraitSummary } from './plan-summary.ts';

export type RowOrder = 'token' | 'rank';

/** What the page asks the planning thread. Every question names the plan it is about; answers to older ones stay away. */
export type PlanQuestion =
	| { readonly kind: 'plan'; readonly planId: number; readonly request: PlanRequest; readonly seed: string }
	| {
			readonly kind: 'rows';
			readonly planId: number;
			readonly order: RowOrder;
			readonly from: number;
			readonly to: number;
	  };

export type PlanAnswer =
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
			readonly order: RowOrder;
			readonly from: number;
			readonly rows: readonly PlannedRow[];
	  };

export interface PlanDesk {
	ask(question: PlanQuestion): void;
}

/** Holds the rows of the newest plan and answers about them. Rows stay on this side: only those in view travel. */
export function createPlanDesk(answer: (answer: PlanAnswer) => void): PlanDesk {
	let planId = -1;
	let rows: readonly PlannedRow[] = [];
	let ranked: readonly PlannedRow[] | null = null;

	function plan({ planId: id, request, seed }: Extract<PlanQuestion, { kind: 'plan' }>): void {
		planId = id;
		ranked = null;
		rows = [];
		try {
			const planned = planRanked(request, seed);
			rows = planned.rows;
			answer({ kind: 'planned', planId, summary: summarise(request, seed, planned) });
		} catch (error) {
			if (!(error instanceof PlanImpossibleError)) throw error;
			answer({ kind: 'impossible', planId, message: error.message, traits: countTraits(request, []) });
		}
	}

	function tellRows({ order, from, to }: Extract<PlanQuestion, { kind: 'rows' }>): void {
		if (order === 'rank') ranked ??= byRank(rows);
		const ordered = order === 'rank' && ranked !== null ? ranked : rows;
		answer({ kind: 'rows', planId, order, from, rows: ordered.slice(from, to) });
	}

	return {
		ask(question) {
			if (question.kind === 'plan') plan(question);
			else if (question.planId === planId) tellRows(question);
		},
	};
}
