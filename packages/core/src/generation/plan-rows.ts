import { setImmediate } from 'node:timers/promises';
import { PlanImpossibleError } from '@adx/collection/plan';
import { type PlannedRow, type PlanRequest, planRanked, type RankedPlan } from '@adx/collection/ranked-plan';
import { AppError } from '../errors.ts';
import { createThreads, ThreadTimeoutError } from '../platform/threads/threads.ts';
import type { PlanOutcome, PlanTask } from './plan-worker.ts';

export type { PlannedRow, PlanRequest, RankedPlan } from '@adx/collection/ranked-plan';

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

/**
 * As `planRows`, in a thread unless the plan is a matter of a few milliseconds. Rejects with `rate_limited` besides when
 * the account has too many plans waiting, or one that takes too long.
 */
export async function planRowsFor(account: string, request: PlanRequest, seed: string): Promise<RankedPlan> {
	const { races, classes, artStyle, backgroundType, afflictions, batchSize, weights, counts, rules } = request;
	if (batchSize <= inlineRowsMax && !counts && !rules) return planRows(request, seed);
	// Nothing else of a request, which may hold a key, goes to the thread.
	const choices = { races, classes, artStyle, backgroundType, afflictions, batchSize };
	const task = { request: { ...choices, weights, counts, rules }, seed };
	const outcome = await threads.run(task, { account }).catch((error: unknown) => {
		throw error instanceof ThreadTimeoutError ? tooLong : error;
	});
	if ('impossible' in outcome) throw planImpossible(outcome.impossible);
	return { ...outcome.plan, rows: await readRows(outcome.rows) };
}

async function readRows(slices: readonly Uint8Array[]): Promise<PlannedRow[]> {
	const rows: PlannedRow[] = [];
	for (const slice of slices) {
		rows.push(...(JSON.parse(new TextDecoder().decode(slice)) as PlannedRow[]));
		// Other calls are answered in between.
		await setImmediate();
	}
	return rows;
}

const planImpossible = (message: string) => new AppError('MISMATCH', { reason: 'plan_impossible', message });

const tooLong = new AppError('LIMIT', {
	reason: 'rate_limited',
	message: 'Planning this takes too long. Try again with fewer counts and rules, or fewer images.',
	meta: { retryAfterSeconds: 60 },
});
