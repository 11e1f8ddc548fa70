import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../../client/database.ts';
import { databaseNow } from '../../client/database-time.ts';
import type { Schema } from '../../schema/database-schema.ts';

/** What keeps a job from its work, each null unless it does. */
export interface JobWaits {
	readonly id: string;
	/** Until when nobody calls with its key. */
	readonly keyBlockedUntil: Date | null;
	/** Until when nobody calls its model. */
	readonly modelClosedUntil: Date | null;
	/** When the first of its images is tried again, where none is due or in work. */
	readonly retryAt: Date | null;
	/** Whether another job on its engine is at work while it has not begun. */
	readonly isBehindOthers: boolean;
}

/** Those of the jobs that have something to do. */
export async function listJobWaits(db: Database, jobIds: readonly string[]): Promise<JobWaits[]> {
	if (jobIds.length === 0) return [];
	return db
		.selectFrom('generationJobs as job')
		.leftJoin('engineKeys as key', (join) =>
			join.onRef('key.id', '=', 'job.apiKeyId').on('key.blockedUntil', '>', databaseNow),
		)
		.leftJoin('engineBreakers as breaker', (join) =>
			join.onRef('breaker.model', '=', 'job.model').on('breaker.openUntil', '>', databaseNow),
		)
		.select(['job.id', 'key.blockedUntil as keyBlockedUntil', 'breaker.openUntil as modelClosedUntil'])
		.select(
			sql<Date | null>`
			case when not exists (
				select 1 from generated_images as image
				where image.job_id = job.id and (image.state = 'planned' or image.redraw)
					and (image.claimed_until > ${databaseNow} or coalesce(image.not_before, ${databaseNow}) <= ${databaseNow})
			) then (
				select min(image.not_before) from generated_images as image
				where image.job_id = job.id and (image.state = 'planned' or image.redraw)
			) end`.as('retryAt'),
		)
		.select(
			sql<boolean>`
			job.phase = 'queued' and exists (
				select 1 from generation_jobs as other where other.engine = job.engine and other.phase = 'running'
			)`.as('isBehindOthers'),
		)
		.where('job.id', 'in', jobIds)
		.where(isWorking)
		.execute();
}

/**
 * Tells the readers of all jobs that wait for this key, or for this model, that they do. Jobs that are being written at this
 * moment are left out: they are told of anyway.
 */
export async function announceWaits(
	db: Database,
	{ apiKeyId, model }: { readonly apiKeyId: string; readonly model: string | null },
): Promise<void> {
	await db
		.with('waiting', (cte) =>
			cte
				.selectFrom('generationJobs as job')
				.select('job.id')
				.where((eb) =>
					eb.or([eb('job.apiKeyId', '=', apiKeyId), ...(model === null ? [] : [eb('job.model', '=', model)])]),
				)
				.where(isWorking)
				.forUpdate()
				.skipLocked(),
		)
		.updateTable('generationJobs')
		.set((eb) => ({ version: eb('version', '+', 1) }))
		.where('id', 'in', (eb) => eb.selectFrom('waiting').select('waiting.id'))
		.execute();
}

function isWorking(eb: ExpressionBuilder<Schema & { job: Schema['generationJobs'] }, 'job'>) {
	const hasRedraws = eb.and([eb('job.redraws', '>', 0), eb('job.phase', 'not in', ['paused', 'cancelling'])]);
	return eb.or([eb('job.phase', 'in', ['queued', 'running']), hasRedraws]);
}
