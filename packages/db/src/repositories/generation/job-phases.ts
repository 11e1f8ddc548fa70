import type { JobPhase, PauseReason } from '@adx/validators/generation/job-states';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { OwnerScope } from '../../schema/database-schema.ts';
import type { GenerationJobRow } from '../../schema/generation-tables.ts';
import { type AttemptCost, addedCost } from './image-results.ts';

/** Phases in which nothing is drawn any more but other versions of single images. */
export const endedPhases: readonly JobPhase[] = ['done', 'partial', 'cancelled', 'failed'];

/** The job, which nobody else changes until the transaction ends. */
export async function lockGenerationJob(
	trx: DatabaseTransaction,
	ownerId: OwnerScope,
	id: string,
): Promise<GenerationJobRow | undefined> {
	return trx
		.selectFrom('generationJobs')
		.selectAll()
		.where('id', '=', id)
		.$if(ownerId !== 'all', (query) => query.where('ownerId', '=', ownerId))
		.forUpdate()
		.executeTakeFirst();
}

/** Jobs that wait for what is in hand before they are cancelled. */
export async function listCancellingJobs(db: Database): Promise<Pick<GenerationJobRow, 'id'>[]> {
	return db.selectFrom('generationJobs').select('id').where('phase', '=', 'cancelling').execute();
}

/** What one finished try changes in its job's counts. */
export interface FinishedAttempt {
	/** 1 for the first version of an image. */
	readonly stored: 0 | 1;
	/** -1 for the first version of an image that was given up before. */
	readonly failed: -1 | 0 | 1;
	/** 1 when another version was asked for. */
	readonly redraws: 0 | 1;
	/** 1 for a request that the service refused; the others end the row of them. */
	readonly requestFailures: 0 | 1;
	/** Whether it ended in a picture, which ends a row of failures of ours. */
	readonly isPicture: boolean;
	readonly cost: AttemptCost;
}

/**
 * Counts a finished try, in the transaction that finished it, and returns the job. Transactions on one job take turns
 * from here to their end: the worker that sees `progress + failedImages === batchSize` finished the last image.
 */
export async function recordFinishedAttempt(
	db: Database,
	id: string,
	finished: FinishedAttempt,
): Promise<GenerationJobRow> {
	const { stored, failed, redraws, requestFailures, isPicture, cost } = finished;
	return db
		.updateTable('generationJobs')
		.set((eb) => ({
			progress: eb('progress', '+', stored),
			totalImages: eb('totalImages', '+', stored),
			failedImages: eb('failedImages', '+', failed),
			redraws: eb('redraws', '-', redraws),
			requestFailures: requestFailures === 0 ? 0 : eb('requestFailures', '+', 1),
			failures: isPicture ? 0 : eb.ref('failures'),
			...addedCost(cost),
			version: eb('version', '+', 1),
		}))
		.where('id', '=', id)
		.returningAll()
		.executeTakeFirstOrThrow();
}

/** Counts a run that ended with an error of ours, until a try is finished; returns how many it were in a row. */
export async function countGenerationFailure(db: Database, id: string): Promise<number> {
	const job = await db
		.updateTable('generationJobs')
		.set((eb) => ({ failures: eb('failures', '+', 1) }))
		.where('id', '=', id)
		.returning('failures')
		.executeTakeFirst();
	return job?.failures ?? 0;
}

/** Adds what a try cost that is to be repeated. */
export async function addJobCost(db: Database, id: string, cost: AttemptCost): Promise<void> {
	await db
		.updateTable('generationJobs')
		.set((eb) => ({
			...addedCost(cost),
			version: eb('version', '+', 1),
		}))
		.where('id', '=', id)
		.execute();
}

/** Changes how many images of the job wait for another version. */
export async function addPendingRegenerations(db: Database, id: string, count: number): Promise<void> {
	await db
		.updateTable('generationJobs')
		.set((eb) => ({ redraws: eb('redraws', '+', count), version: eb('version', '+', 1) }))
		.where('id', '=', id)
		.execute();
}

/** Tells readers that something about the job's images changed. */
export const touchGenerationJob = (db: Database, id: string): Promise<void> => addPendingRegenerations(db, id, 0);

/** Stops a job until it is resumed, and forgets its key. */
export async function pauseGenerationJob(
	db: Database,
	id: string,
	pause: { readonly reason: PauseReason; readonly errorMessage: string | null; readonly pausedAt: Date },
): Promise<void> {
	await db
		.updateTable('generationJobs')
		.set((eb) => ({
			phase: 'paused',
			status: 'generating',
			pauseReason: pause.reason,
			errorMessage: pause.errorMessage,
			pausedAt: pause.pausedAt,
			estimatedTime: null,
			sealedApiKey: null,
			version: eb('version', '+', 1),
		}))
		.where('id', '=', id)
		.execute();
}

/** A key for calls that are still to be made. */
export interface JobKey {
	/** Null for an engine whose calls carry none. */
	readonly sealedApiKey: string | null;
	readonly apiKeyId: string;
}

/** Gives the job a key that nothing is known about yet. */
export async function setJobKey(db: Database, id: string, key: JobKey): Promise<void> {
	await db
		.updateTable('generationJobs')
		.set((eb) => ({ ...key, keyProven: false, version: eb('version', '+', 1) }))
		.where('id', '=', id)
		.execute();
}

/** Lets a paused or ended job run on. The time it stood still does not count as work. */
export async function resumeGenerationJob(
	db: Database,
	id: string,
	{ now, reopenedImages = 0 }: { readonly now: Date; readonly reopenedImages?: number },
): Promise<void> {
	await db
		.updateTable('generationJobs')
		.set((eb) => ({
			phase: 'running',
			status: 'generating',
			startedAt: sql<Date>`coalesce(started_at, ${now})`,
			idleMs: sql<number>`idle_ms + greatest(0, coalesce(
				extract(epoch from (${now}::timestamptz - case when started_at is null then null else coalesce(paused_at, completed_at) end)) * 1000, 0
			))::bigint`,
			pausedAt: null,
			completedAt: null,
			pauseReason: null,
			errorMessage: null,
			requestFailures: 0,
			failures: 0,
			modelMoved: false,
			failedImages: eb('failedImages', '-', reopenedImages),
			version: eb('version', '+', 1),
		}))
		.where('id', '=', id)
		.execute();
}

/** How a job ended. */
export interface GenerationJobEnd extends Required<Pick<GenerationJobRow, 'phase' | 'status' | 'errorMessage'>> {
	readonly completedAt: Date;
}

/**
 * Ends a job, or changes how it ended, and returns it. Its key is forgotten unless other versions of images are still
 * to be made with it.
 */
export async function endGenerationJob(db: Database, id: string, end: GenerationJobEnd): Promise<GenerationJobRow> {
	return db
		.updateTable('generationJobs')
		.set((eb) => ({
			...end,
			estimatedTime: null,
			pauseReason: null,
			pausedAt: null,
			sealedApiKey: sql<string | null>`case when redraws > 0 then sealed_api_key end`,
			version: eb('version', '+', 1),
		}))
		.where('id', '=', id)
		.returningAll()
		.executeTakeFirstOrThrow();
}

/** Waits for running calls before the job counts as cancelled; no further call is started with its key. */
export async function startCancelling(db: Database, id: string): Promise<void> {
	await db
		.updateTable('generationJobs')
		.set((eb) => ({
			phase: 'cancelling',
			status: 'generating',
			pauseReason: null,
			pausedAt: null,
			errorMessage: null,
			estimatedTime: null,
			sealedApiKey: null,
			version: eb('version', '+', 1),
		}))
		.where('id', '=', id)
		.execute();
}

/** Forgets a job's key. */
export async function clearJobKey(db: Database, id: string): Promise<void> {
	await db
		.updateTable('generationJobs')
		.set((eb) => ({ sealedApiKey: null, version: eb('version', '+', 1) }))
		.where('id', '=', id)
		.execute();
}

/** Remembers whether the service accepts the key; only while it is the job's. */
export async function setKeyVerified(db: Database, id: string, apiKeyId: string, keyProven: boolean): Promise<void> {
	await db
		.updateTable('generationJobs')
		.set({ keyProven })
		.where('id', '=', id)
		.where('apiKeyId', '=', apiKeyId)
		.execute();
}

/** Moves a job from a model that is gone to the next one. False when it paints with another already. */
export async function switchModel(db: Database, id: string, from: string, to: string): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('generationJobs')
		.set((eb) => ({ model: to, modelMoved: true, version: eb('version', '+', 1) }))
		.where('id', '=', id)
		.where('model', '=', from)
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}
