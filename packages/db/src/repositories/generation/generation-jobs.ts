import type { EngineName } from '@adx/validators/engines/engines';
import type { JobPhase } from '@adx/validators/generation/job-states';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database } from '../../client/database.ts';
import { toJsonb } from '../../schema/column-types.ts';
import type { OwnerScope } from '../../schema/database-schema.ts';
import type { GenerationJobRow, GenerationJobsTable, PlanOptions } from '../../schema/generation-tables.ts';
import type { ListPage } from '../../schema/list-page.ts';
import { isClaimable } from './image-claims.ts';

type JobColumns = Insertable<GenerationJobsTable>;

/** A job as it is ordered; it starts queued and pending. */
export interface NewGenerationJob
	extends Pick<JobColumns, 'id' | 'artStyle' | 'backgroundType' | 'batchSize' | 'engine' | 'seed' | 'createdAt'> {
	readonly races: GenerationJobRow['races'];
	readonly classes: GenerationJobRow['classes'];
	readonly afflictions?: GenerationJobRow['afflictions'];
	readonly projectName?: string | null;
	readonly planOptions?: PlanOptions | null;
	readonly model?: string | null;
	readonly layersSha256?: string | null;
	readonly forgeVersion?: number | null;
	readonly sealedApiKey?: string | null;
	readonly apiKeyId?: string | null;
	readonly styleLock?: boolean;
	readonly usesSketch?: boolean;
}

/**
 * Stores the job under its owner's next number. Simultaneous inserts of one owner take turns on the
 * owner's row until the other transaction ends. Rejects when the owner does not exist.
 */
export async function insertGenerationJob(
	db: Database,
	ownerId: string,
	job: NewGenerationJob,
): Promise<GenerationJobRow> {
	const { races, classes, afflictions = [], planOptions = null, ...columns } = job;
	return db
		.with('owner', (cte) =>
			cte
				.updateTable('users')
				.set((eb) => ({ lastJobNumber: eb('lastJobNumber', '+', 1) }))
				.where('id', '=', ownerId)
				.returning('lastJobNumber'),
		)
		.insertInto('generationJobs')
		.values((eb) => ({
			...columns,
			ownerId,
			// Null, and so refused, when there is no such owner.
			number: eb.selectFrom('owner').select('lastJobNumber') as never,
			races: toJsonb(races),
			classes: toJsonb(classes),
			afflictions: toJsonb(afflictions),
			planOptions: planOptions === null ? null : toJsonb(planOptions),
		}))
		.returningAll()
		.executeTakeFirstOrThrow();
}

export async function findGenerationJob(
	db: Database,
	ownerId: OwnerScope,
	id: string,
): Promise<GenerationJobRow | undefined> {
	return db
		.selectFrom('generationJobs')
		.selectAll()
		.where('id', '=', id)
		.$if(ownerId !== 'all', (query) => query.where('ownerId', '=', ownerId))
		.executeTakeFirst();
}

/** Newest first; all unless a page is asked for. */
export async function listGenerationJobs(
	db: Database,
	ownerId: OwnerScope,
	page?: ListPage,
): Promise<GenerationJobRow[]> {
	return db
		.selectFrom('generationJobs')
		.selectAll()
		.$if(ownerId !== 'all', (query) => query.where('ownerId', '=', ownerId))
		.orderBy('createdAt', 'desc')
		.orderBy('number', 'desc')
		.orderBy('id', 'desc')
		.$if(page?.after !== undefined, (query) =>
			query.where(
				sql<boolean>`(created_at, number, id) < (select created_at, number, id from generation_jobs where id = ${page?.after})`,
			),
		)
		.$if(page !== undefined, (query) => query.offset(page?.from ?? 0).limit(page?.limit ?? 0))
		.execute();
}

/**
 * Jobs that have an image to claim (to be drawn, due, in nobody's hands), oldest first: those a worker must
 * be woken for.
 */
export async function listRunnableJobs(db: Database): Promise<Pick<GenerationJobRow, 'id' | 'ownerId' | 'engine'>[]> {
	return runnableJobs(db)
		.select(['job.id', 'job.ownerId', 'job.engine'])
		.orderBy('job.createdAt')
		.orderBy('job.id')
		.execute();
}

function runnableJobs(db: Database) {
	return db
		.selectFrom('generationJobs as job')
		.where((eb) => eb.or([eb('job.phase', 'in', ['queued', 'running']), eb('job.redraws', '>', 0)]))
		.where('job.phase', 'not in', ['paused', 'cancelling'])
		.where(({ exists, selectFrom }) =>
			exists(
				selectFrom('generatedImages as image')
					.select('image.id')
					.whereRef('image.jobId', '=', 'job.id')
					.where(isClaimable()),
			),
		);
}

/** Whether another job on that engine has an image to claim. */
export async function hasOtherRunnableJob(db: Database, engine: EngineName, id: string): Promise<boolean> {
	const other = await runnableJobs(db)
		.select('job.id')
		.where('job.engine', '=', engine)
		.where('job.id', '!=', id)
		.limit(1)
		.executeTakeFirst();
	return other !== undefined;
}

/** Moves a queued job to running; false when it is no longer queued. */
export async function startRunning(db: Database, id: string, startedAt: Date): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('generationJobs')
		.set((eb) => ({ phase: 'running', status: 'generating', startedAt, version: eb('version', '+', 1) }))
		.where('id', '=', id)
		.where('phase', '=', 'queued')
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

export type GenerationJobChange = Pick<
	Updateable<GenerationJobsTable>,
	'phase' | 'status' | 'errorMessage' | 'estimatedTime' | 'startedAt' | 'completedAt' | 'model' | 'keyProven'
>;

/**
 * Changes a job and returns what it is now. With `onlyIn`, a job in another phase is left alone and
 * undefined comes back, so that a decision taken on an older reading does no harm.
 */
export async function updateGenerationJob(
	db: Database,
	id: string,
	change: GenerationJobChange,
	{ onlyIn }: { readonly onlyIn?: readonly JobPhase[] } = {},
): Promise<GenerationJobRow | undefined> {
	return db
		.updateTable('generationJobs')
		.set((eb) => ({ ...change, version: eb('version', '+', 1) }))
		.where('id', '=', id)
		.$if(onlyIn !== undefined, (query) => query.where('phase', 'in', onlyIn ?? []))
		.returningAll()
		.executeTakeFirst();
}
