import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import { databaseNow } from '../../client/database-time.ts';
import type { OpenCallsTable } from '../../schema/generation-tables.ts';
import { type AttemptCost, addedCost, noCost } from './image-results.ts';
import { addJobCost } from './job-phases.ts';

// Calls to paid services, from before they are sent until what they cost is counted.

/** A call that is about to be sent. */
export type OpenCall = Omit<OpenCallsTable, 'isCounted' | 'jobId'>;

/** Notes a call under its image's claim. False, and nothing written, when the claim is no longer held. */
export async function insertOpenCall(db: Database, call: OpenCall): Promise<boolean> {
	const { callId, imageId, claimToken, model, costMicroUsd, costRestNanoUsd } = call;
	const { numAffectedRows } = await sql`
		insert into open_calls (call_id, image_id, job_id, claim_token, model, cost_micro_usd, cost_rest_nano_usd)
		select
			${callId}, id, job_id, ${claimToken}, ${model}, ${costMicroUsd}::bigint, ${costRestNanoUsd}::bigint
		from generated_images where id = ${imageId} and claim_token = ${claimToken}`.execute(db);
	return (numAffectedRows ?? 0n) > 0n;
}

/**
 * What image and job count of a call already, as its process seemed to be gone; nobody else counts it until the
 * transaction ends.
 */
export async function lockOpenCall(trx: DatabaseTransaction, callId: string): Promise<AttemptCost> {
	const call = await trx
		.selectFrom('openCalls')
		.selectAll()
		.where('callId', '=', callId)
		.forUpdate()
		.executeTakeFirst();
	return call?.isCounted ? toUnseenCost(call) : noCost;
}

/** Forgets a call, once it is counted as what it cost. False when it was forgotten before. */
export async function deleteOpenCall(db: Database, callId: string): Promise<boolean> {
	const { numDeletedRows } = await db.deleteFrom('openCalls').where('callId', '=', callId).executeTakeFirstOrThrow();
	return numDeletedRows > 0n;
}

export interface LapsedCalls {
	/** Calls whose pictures are known to be there. */
	readonly exceptIds?: readonly string[];
	/** Of one image only. */
	readonly imageId?: string;
	/** Of one job only. */
	readonly jobId?: string;
}

/**
 * Counts calls as charged whose claim is no longer held: their processes were killed, or lost the claim while they waited.
 * They stay noted, so that the cost is corrected if the answer comes after all. Returns which ones these were.
 */
export async function countLapsedCalls(
	trx: DatabaseTransaction,
	{ exceptIds = [], imageId, jobId }: LapsedCalls,
): Promise<readonly OpenCall[]> {
	const lapsed = await trx
		.updateTable('openCalls as call')
		.set({ isCounted: true })
		.where('call.isCounted', '=', false)
		.where(({ exists, not, selectFrom }) =>
			not(
				exists(
					selectFrom('generatedImages as image')
						.select('image.id')
						.whereRef('image.id', '=', 'call.imageId')
						.whereRef('image.claimToken', '=', 'call.claimToken')
						.where('image.claimedUntil', '>', databaseNow),
				),
			),
		)
		.$if(exceptIds.length > 0, (query) => query.where('call.callId', 'not in', exceptIds))
		.$if(imageId !== undefined, (query) => query.where('call.imageId', '=', imageId ?? ''))
		.$if(jobId !== undefined, (query) => query.where('call.jobId', '=', jobId ?? ''))
		.returningAll()
		.execute();
	for (const call of lapsed) await addCallCost(trx, call, toUnseenCost(call));
	return lapsed;
}

/** Adds what a call cost to its image and job, where no claim is held that would do so with its result. */
export async function addCallCost(
	trx: DatabaseTransaction,
	{ imageId, jobId }: Pick<OpenCallsTable, 'imageId' | 'jobId'>,
	cost: AttemptCost,
): Promise<void> {
	await trx.updateTable('generatedImages').set(addedCost(cost)).where('id', '=', imageId).execute();
	await addJobCost(trx, jobId, cost);
}

const toUnseenCost = ({ costMicroUsd, costRestNanoUsd }: OpenCall): AttemptCost => ({
	paidCalls: 1,
	costMicroUsd,
	costRestNanoUsd,
	estimatedMicroUsd: costMicroUsd,
});
