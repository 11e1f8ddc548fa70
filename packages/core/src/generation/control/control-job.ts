import type { DatabaseTransaction } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { type JobKey, lockGenerationJob } from '@adx/db/repositories/generation/job-phases';
import type { GenerationJobRow } from '@adx/db/schema/generation-tables';
import type { GenerationJob } from '@adx/validators/generation';
import { ownerScope, type RequestContext } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { enqueueGeneration } from '../../platform/jobs/outbox.ts';
import { encryptJobKey } from '../paid/job-key.ts';
import { isRowId } from '../queries/find-job.ts';
import { getGeneration } from '../queries/get-generation.ts';
import { requireApiKey } from '../start/check-allowed.ts';

/** The caller's own job, locked until the transaction ends; a stranger's is 404. */
export async function lockOwnJob(
	trx: DatabaseTransaction,
	ctx: RequestContext,
	jobId: string,
): Promise<GenerationJobRow> {
	const job = isRowId(jobId) ? await lockGenerationJob(trx, ownerScope(ctx), jobId) : undefined;
	if (job === undefined) throw notFound('job');
	return job;
}

/** Lets `change` act on the caller's own job while nobody else does, and answers the job as it is then. */
export async function controlJob(
	ctx: RequestContext,
	jobId: string,
	change: (trx: DatabaseTransaction, job: GenerationJobRow) => Promise<void>,
): Promise<GenerationJob> {
	await transact(ctx.db, async (trx) => change(trx, await lockOwnJob(trx, ctx, jobId)));
	return getGeneration(ctx, { jobId, scope: 'own' });
}

/**
 * The key that the job needs to go on; null when it has one or needs none. 400 `key_required` when it was wiped and
 * none came with the call.
 */
export function getNextKey(
	ctx: RequestContext,
	job: Pick<GenerationJobRow, 'id' | 'engine' | 'sealedApiKey'>,
	geminiApiKey: string | undefined,
): JobKey | null {
	if (job.engine !== 'gemini' || job.sealedApiKey !== null) return null;
	return encryptJobKey(ctx, job.id, requireApiKey(ctx, geminiApiKey, 'key_required'));
}

/** Wakes workers for a job that has something to do again; the sweeper would within seconds. */
export async function enqueueAgain(ctx: RequestContext, job: Pick<GenerationJobRow, 'id' | 'engine'>): Promise<void> {
	await enqueueGeneration(ctx, job, { now: true }).catch((error: unknown) => {
		ctx.log.warn({ err: error, jobId: job.id }, 'wake-up was not sent');
	});
}

export const jobEnded = (message: string) => new AppError('CONFLICT', { reason: 'job_ended', message });
export const jobPaused = () =>
	new AppError('CONFLICT', { reason: 'job_paused', message: 'This collection is paused. Resume it first.' });
export const jobCancelling = () => jobEnded('This collection is being cancelled.');
