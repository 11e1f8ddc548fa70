import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../../client/database.ts';
import { databaseNow } from '../../client/database-time.ts';
import type { Schema } from '../../schema/database-schema.ts';
import type { GenerationJobRow } from '../../schema/generation-tables.ts';

/** A model at its address, as its failures are counted: `getCalledModel` of the job. */
export type CalledModel = string;

/** Names the model that a job calls, at its address where it has one; null for an engine that calls none. */
export const getCalledModel = ({ engineAddress, model }: Pick<GenerationJobRow, 'engineAddress' | 'model'>) =>
	model === null || engineAddress === null ? model : `${engineAddress} ${model}`;

/** The same in a query on `job`. */
const calledModel = sql<string>`case when job.engine_address is null then job.model else job.engine_address || ' ' || job.model end`;

/** What keeps a job from its work, each null unless it does. */
export interface JobWaits {
	readonly id: string;
	/** Until when nobody calls with its key. */
	readonly keyBlockedUntil: Date | null;
	/** Until when nobody calls its model. */
	readonly modelClosedUntil: Date | null;
	/** When the first of its images is tried again, where none is due or in work. */
	readonly retryAt: Date | null;
	/** Whether another job on its engine is at work while it has not started. */
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
			join.on('breaker.model', '=', calledModel).on('breaker.openUntil', '>', databaseNow),
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
	{ apiKeyId, model }: { readonly apiKeyId: string; readonly model: CalledModel | null },
): Promise<void> {
	await db
		.with('waiting', (cte) =>
			cte
				.selectFrom('generationJobs as job')
				.select('job.id')
				.where((eb) =>
					eb.or([eb('job.apiKeyId', '=', apiKeyId), ...(model === null ? [] : [eb(calledModel, '=', model)])]),
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
