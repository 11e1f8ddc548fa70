import type { PlanRequest } from '@adx/collection/plan/columns';
import { PlanImpossibleError } from '@adx/collection/plan/plan-error';
import { planRanked, type RankedPlan, type RankedRow } from '@adx/collection/plan/ranked-plan';
import { AppError } from '../../platform/errors.ts';
import { readJsonBatches } from '../../platform/threads/json-batches.ts';
import { createThreads, ThreadTimeoutError } from '../../platform/threads/threads.ts';
import type { PlanOutcome, PlanTask } from './plan-worker.ts';

/** So few rows are planned in a few milliseconds, unless counts or rules have to be searched for a way to meet them. */
const inlineRowsMax = 200;

const threads = createThreads<PlanTask, PlanOutcome>({
	worker: new URL('./plan-worker.ts', import.meta.url),
	max: 2,
	heapMb: 256,
	// The search for a way to meet counts and rules is bounded at a few seconds.
	deadlineMs: 60_000,
	waitingPerAccountMax: 8,
	busyMessage: 'Several of your collections are being planned already. Try again in a few seconds.',
});

/**
 * Plans and ranks a whole collection before anything is spent: same request and seed, same rows.
 * Rejects with 422 when counts and rules contradict each other; the sentence names what binds.
 */
export function planRows(request: PlanRequest, seed: string): RankedPlan {
	try {
		return planRanked(request, seed);
	} catch (error) {
		throw error instanceof PlanImpossibleError ? planImpossible(error.message) : error;
	}
}

/** A plan whose rows are what somebody made of them. */
export type PlanOf<Row> = Omit<RankedPlan, 'rows'> & { readonly rows: Row[] };

/**
 * As `planRows`, in a thread unless the plan is a matter of a few milliseconds, each row as `toRow` makes it. Rejects with
 * `rate_limited` besides when the account has too many plans waiting, or one that takes too long.
 */
export async function planRowsFor<Row>(
	account: string,
	request: PlanRequest,
	seed: string,
	toRow: (row: RankedRow) => Row,
): Promise<PlanOf<Row>> {
	const { races, classes, artStyle, backgroundType, afflictions, batchSize, weights, counts, rules } = request;
	if (batchSize <= inlineRowsMax && !counts && !rules) {
		const plan = planRows(request, seed);
		return { ...plan, rows: plan.rows.map(toRow) };
	}
	// Nothing else of what was sent, which may hold a key, goes to the thread.
	const plain = { races, classes, artStyle, backgroundType, afflictions, batchSize, weights, counts, rules };
	const outcome = await threads.run({ request: plain, seed }, { account }).catch((error: unknown) => {
		throw error instanceof ThreadTimeoutError ? tooLong : error;
	});
	if ('impossible' in outcome) throw planImpossible(outcome.impossible);
	return { ...outcome.plan, rows: await readJsonBatches(outcome.rows, toRow) };
}

const planImpossible = (message: string) => new AppError('MISMATCH', { reason: 'plan_impossible', message });

const tooLong = new AppError('LIMIT', {
	reason: 'rate_limited',
	message: 'Planning this takes too long. Try again with fewer counts and rules, or fewer images.',
	meta: { retryAfterSeconds: 60 },
});
