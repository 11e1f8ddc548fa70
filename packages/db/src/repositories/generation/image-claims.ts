import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../client/database.ts';
import { databaseNow, fromDatabaseNow } from '../../client/database-time.ts';
import { toJsonb } from '../../schema/column-types.ts';
import type { Schema } from '../../schema/database-schema.ts';
import type { GeneratedImageRow } from '../../schema/generation-tables.ts';

export interface ImageClaim {
	readonly limit: number;
	/** Names this claim; results are written only under it. */
	readonly token: string;
	/** How long it holds unless it is renewed, in milliseconds. */
	readonly forMs: number;
	/** Leaves alone what was taken up this often already. */
	readonly attemptsBelow?: number;
}

/**
 * Whether `image` is to be drawn, due and in nobody's hands (or its claim ran out), for queries that have it and its `job`
 * under these names. Whether the phase of the job allows claims at all is the query's to ask.
 */
export function isClaimable(): Expression<SqlBool> {
	const eb = expressionBuilder<ImageOfJob, 'image' | 'job'>();
	return eb.and([
		// The first condition is the index's; the second says which of those.
		eb.or([eb('image.state', '=', 'planned'), eb('image.redraw', '=', true)]),
		eb.or([eb('image.redraw', '=', true), eb('job.phase', 'in', ['queued', 'running'])]),
		eb.or([eb('image.notBefore', 'is', null), eb('image.notBefore', '<=', databaseNow)]),
		eb.or([eb('image.claimedUntil', 'is', null), eb('image.claimedUntil', '<=', databaseNow)]),
	]);
}

interface ImageOfJob {
	readonly image: Schema['generatedImages'];
	readonly job: Schema['generationJobs'];
}

/**
 * Takes up to `limit` images of a job that are to be drawn, due and in nobody's hands (or whose claim ran out), counts
 * the attempt and returns them by token number: open ones while the job is queued or running, and those of which
 * another version is asked for unless it is paused or being cancelled. Simultaneous claims never get the same image,
 * and none begins once a transaction that paused or ended the job has committed.
 */
export async function claimImages(db: Database, jobId: string, claim: ImageClaim): Promise<GeneratedImageRow[]> {
	const { limit, token, forMs, attemptsBelow } = claim;
	return db
		.with('job', (cte) =>
			cte
				.selectFrom('generationJobs')
				.select(['id', 'phase'])
				.where('id', '=', jobId)
				.where('phase', 'not in', ['paused', 'cancelling'])
				.forShare(),
		)
		.with('open', (cte) =>
			cte
				.selectFrom('generatedImages as image')
				.innerJoin('job', 'job.id', 'image.jobId')
				.select('image.id')
				.where(isClaimable())
				.$if(attemptsBelow !== undefined, (query) => query.where('image.attempts', '<', attemptsBelow ?? 0))
				.orderBy('image.tokenNumber')
				.limit(limit)
				.forUpdate('image')
				.skipLocked(),
		)
		.with('claimed', (cte) =>
			cte
				.updateTable('generatedImages as image')
				.from('open')
				.set((eb) => ({
					claimToken: token,
					claimedUntil: fromDatabaseNow(forMs),
					attempts: eb('image.attempts', '+', 1),
				}))
				.whereRef('image.id', '=', 'open.id')
				.returningAll('image'),
		)
		.selectFrom('claimed')
		.selectAll()
		.orderBy('tokenNumber')
		.execute();
}

/** Holds everything still held under the token for so long from now; returns how many images that is. */
export async function renewClaim(db: Database, token: string, forMs: number): Promise<number> {
	const { numUpdatedRows } = await db
		.updateTable('generatedImages')
		.set({ claimedUntil: fromDatabaseNow(forMs) })
		.where('claimToken', '=', token)
		.executeTakeFirstOrThrow();
	return Number(numUpdatedRows);
}

/**
 * Hands back everything still held under the token, as if it had not been taken up, but `exceptIds`, whose pictures are
 * there already and wait to be stored; returns how many.
 */
export async function releaseClaim(db: Database, token: string, exceptIds: readonly string[] = []): Promise<number> {
	const { numUpdatedRows } = await db
		.updateTable('generatedImages')
		.set((eb) => ({ claimToken: null, claimedUntil: null, attempts: eb('attempts', '-', 1) }))
		.where('claimToken', '=', token)
		.where('id', 'not in', toIdSet(exceptIds))
		.executeTakeFirstOrThrow();
	return Number(numUpdatedRows);
}

const toIdSet = (ids: readonly string[]) => sql<string>`(select jsonb_array_elements_text(${toJsonb(ids)}))`;

/**
 * Frees every claim there is but those of `exceptIds`, for the start of a process that is the only one; returns how many.
 * The attempts stay counted, because one of these images may be what killed the process before.
 *
 * @param exceptIds images whose pictures are there already and wait to be stored
 */
export async function releaseAllClaims(db: Database, exceptIds: readonly string[] = []): Promise<number> {
	const { numUpdatedRows } = await db
		.updateTable('generatedImages')
		.set({ claimToken: null, claimedUntil: null })
		.where('claimToken', 'is not', null)
		.where('id', 'not in', toIdSet(exceptIds))
		.executeTakeFirstOrThrow();
	return Number(numUpdatedRows);
}

/** Frees what is claimed of one job, but what a picture in scratch holds; returns how many images that is. */
export async function releaseJobClaims(db: Database, jobId: string): Promise<number> {
	const { numUpdatedRows } = await db
		.updateTable('generatedImages')
		.set({ claimToken: null, claimedUntil: null })
		.where('jobId', '=', jobId)
		.where('claimToken', 'is not', null)
		.where(isNotWaiting)
		.executeTakeFirstOrThrow();
	return Number(numUpdatedRows);
}

/** Not held by a picture in scratch, which may have to wait for long. */
const isNotWaiting = sql<boolean>`claim_token is distinct from scratch_call_id`;

/** Whether somebody is at work on an image of the job. A picture that waits in scratch is no such work. */
export async function hasLiveClaim(db: Database, jobId: string): Promise<boolean> {
	const held = await db
		.selectFrom('generatedImages')
		.select('id')
		.where('jobId', '=', jobId)
		.where('claimedUntil', '>', databaseNow)
		.where(isNotWaiting)
		.limit(1)
		.executeTakeFirst();
	return held !== undefined;
}
