import { PlanImpossibleError } from '@adx/collection/plan';
import { type PlannedRow, type PlanRequest, planRanked } from '@adx/collection/ranked-plan';
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
	  }
	/** Replaces what was still to be painted. */
	| { readonly kind: 'paint'; readonly planId: number; readonly indices: readonly number[]; readonly sizePx: number };

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
	  }
	/** Null when this browser cannot paint it. */
	| { readonly kind: 'painted'; readonly planId: number; readonly index: number; readonly bitmap: ImageBitmap | null };

export type PaintRow = (row: PlannedRow, sizePx: number) => ImageBitmap;

export interface PlanDesk {
	ask(question: PlanQuestion): void;
}

/**
 * Holds the rows of the newest plan and answers about them. Rows stay on this side: only those in view travel. Pictures
 * are painted one by one between other questions; `paint` null paints none.
 */
export function createPlanDesk(
	answer: (answer: PlanAnswer, transfer: readonly Transferable[]) => void,
	paint: PaintRow | null,
): PlanDesk {
	let planId = -1;
	let rows: readonly PlannedRow[] = [];
	let ranked: readonly PlannedRow[] | null = null;
	let toPaint: { readonly indices: readonly number[]; readonly sizePx: number } = { indices: [], sizePx: 0 };
	let isPainting = false;

	function plan({ planId: id, request, seed }: Extract<PlanQuestion, { kind: 'plan' }>): void {
		planId = id;
		toPaint = { indices: [], sizePx: 0 };
		ranked = null;
		rows = [];
		try {
			const planned = planRanked(request, seed);
			rows = planned.rows;
			answer({ kind: 'planned', planId, summary: summarise(request, seed, planned) }, []);
		} catch (error) {
			if (!(error instanceof PlanImpossibleError)) throw error;
			answer({ kind: 'impossible', planId, message: error.message, traits: countTraits(request, []) }, []);
		}
	}

	function tellRows({ order, from, to }: Extract<PlanQuestion, { kind: 'rows' }>): void {
		if (order === 'rank') ranked ??= byRank(rows);
		const ordered = order === 'rank' && ranked !== null ? ranked : rows;
		answer({ kind: 'rows', planId, order, from, rows: ordered.slice(from, to) }, []);
	}

	function paintNext(): void {
		const [index, ...rest] = toPaint.indices;
		const row = index === undefined ? undefined : rows[index];
		isPainting = row !== undefined && paint !== null;
		if (row === undefined || paint === null) return;
		const { sizePx } = toPaint;
		toPaint = { indices: rest, sizePx };
		const bitmap = paintOrNull(paint, row, sizePx);
		answer({ kind: 'painted', planId, index: row.index, bitmap }, bitmap === null ? [] : [bitmap]);
		// Questions that came in meanwhile go first.
		setTimeout(paintNext);
	}

	return {
		ask(question) {
			if (question.kind === 'plan') {
				plan(question);
				return;
			}
			if (question.planId !== planId) return;
			if (question.kind === 'rows') {
				tellRows(question);
				return;
			}
			toPaint = question;
			if (!isPainting) paintNext();
		},
	};
}

/** A picture is an extra: without it the plan still stands. */
function paintOrNull(paint: PaintRow, row: PlannedRow, sizePx: number): ImageBitmap | null {
	try {
		return paint(row, sizePx);
	} catch (error) {
		console.error('A planned row could not be painted', error);
		return null;
	}
}
