import type { DatabaseTransaction } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import type { AttemptCost } from '@adx/db/repositories/generation/image-results';
import {
	addCallCost,
	countLapsedCalls,
	deleteOpenCall,
	insertOpenCall,
	lockOpenCall,
	type OpenCall,
} from '@adx/db/repositories/generation/open-calls';
import { getCostUsd } from '../../engines/call-cost.ts';
import type { RemoteCall } from '../../engines/types.ts';
import type { Services } from '../../platform/context.ts';
import { toAttemptCost } from '../run/finish-attempt.ts';
import type { HeldRow, RemoteImageTask } from '../run/image-task.ts';

/** Another worker has the image by now, so that a call for it would be one too many. */
export class ClaimLostError extends Error {
	override readonly name = 'ClaimLostError';
}

/**
 * Notes a call before it is sent, with what it counts as should its answer never be seen. Earlier calls for the image that
 * nobody is waiting for any more count from here on. Rejects with a ClaimLostError when the image is in other hands.
 */
export async function openCall(services: Services, work: RemoteImageTask, call: RemoteCall): Promise<void> {
	const { row, token: claimToken, callId } = work;
	const { model, costMicroUsd, costRestNanoUsd } = call;
	const lapsed = await transact(services.db, async (trx) => {
		const opened = { callId, imageId: row.id, claimToken, model, costMicroUsd, costRestNanoUsd };
		if (!(await insertOpenCall(trx, opened))) throw new ClaimLostError();
		return countLapsedCalls(trx, { imageId: row.id });
	});
	countUnanswered(services, lapsed);
}

/** What image and job do not count yet of a call that is over; `closeCall` has to follow. */
export async function getUncountedCost(
	trx: DatabaseTransaction,
	{ callId }: Pick<HeldRow, 'callId'>,
	call: RemoteCall | null,
): Promise<AttemptCost> {
	const cost = toAttemptCost(call);
	if (callId === undefined) return cost;
	const counted = await lockOpenCall(trx, callId);
	return {
		paidCalls: cost.paidCalls - counted.paidCalls,
		costMicroUsd: cost.costMicroUsd - counted.costMicroUsd,
		costRestNanoUsd: cost.costRestNanoUsd - counted.costRestNanoUsd,
		estimatedMicroUsd: cost.estimatedMicroUsd - counted.estimatedMicroUsd,
	};
}

/**
 * Forgets a call that is over. Where its claim is lost nobody counts its cost with the result, so it is added here, once:
 * what was sent may be charged whoever has the image by now.
 */
export async function closeCall(
	trx: DatabaseTransaction,
	{ row, callId }: Pick<HeldRow, 'callId'> & { readonly row: Pick<HeldRow['row'], 'id' | 'jobId'> },
	{ isHeld, cost }: { readonly isHeld: boolean; readonly cost: AttemptCost },
): Promise<void> {
	if (callId === undefined) return;
	const wasOpen = await deleteOpenCall(trx, callId);
	if (wasOpen && !isHeld) await addCallCost(trx, { imageId: row.id, jobId: row.jobId }, cost);
}

/** Counts calls whose processes are gone, but those whose pictures lie in this one's scratch. */
export async function sweepOpenCalls(services: Services): Promise<void> {
	const exceptIds = services.receivedScratch.waiting().map(({ picture }) => picture.callId);
	countUnanswered(services, await transact(services.db, (trx) => countLapsedCalls(trx, { exceptIds })));
}

function countUnanswered({ metrics }: Services, calls: readonly OpenCall[]): void {
	for (const call of calls) {
		metrics.paidCalls.inc({ model: call.model, result: 'unanswered' });
		metrics.paidUsd.inc({ model: call.model }, getCostUsd(call));
	}
}
