import { transact } from '@adx/db/client/transact';
import { lockGenerationJob } from '@adx/db/repositories/generation/job-phases';
import { deleteJobReferences, listJobReferences, setStyleLock } from '@adx/db/repositories/generation/job-references';
import type { GenerationJob } from '@adx/validators/generation/generation-job';
import type { SetReferencesInput } from '@adx/validators/generation/job-references';
import { ownerScope, type RequestContext } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { requireWritableStorage } from '../../platform/storage/free-space.ts';
import { getGeneration, requireJob } from '../queries/generations.ts';
import {
	checkCallPictures,
	checkWorkflowPictures,
	type PreparedReference,
	prepareReference,
	recordReferenceFiles,
	storeReferences,
} from './prepare-references.ts';

/**
 * Replaces what goes with the calls of a job, in whatever phase it is: calls that are made from then on take these, and so do
 * regenerations. 404 for a stranger's job and for a reference that the job no longer has; otherwise refuses as an order is
 * refused.
 */
export async function setReferences(
	ctx: RequestContext,
	{ jobId, references, styleLock }: SetReferencesInput,
): Promise<GenerationJob> {
	const job = await requireJob(ctx, { jobId, scope: 'own' });
	const pictures = { references: references.length, hasSketch: job.usesSketch };
	checkCallPictures(ctx, job.engine, pictures);
	checkWorkflowPictures(job, pictures);
	await requireWritableStorage(ctx);
	const prepared: (PreparedReference | string)[] = [];
	for (const [index, source] of references.entries()) {
		prepared.push('referenceId' in source ? source.referenceId : await prepareReference(ctx, source, index + 1));
	}
	await transact(ctx.db, async (trx) => {
		const createdAt = ctx.clock();
		await recordReferenceFiles(
			trx,
			prepared.filter((reference) => typeof reference !== 'string'),
			createdAt,
		);
		const locked = await lockGenerationJob(trx, ownerScope(ctx), job.id);
		if (locked === undefined) throw notFound('job');
		const before = new Map((await listJobReferences(trx, job.id)).map((row) => [row.id, row]));
		const next = prepared.map((reference) => {
			const row = typeof reference === 'string' ? before.get(reference) : reference;
			if (row === undefined) throw notFound('reference image');
			return row;
		});
		await deleteJobReferences(trx, job.id);
		await storeReferences(trx, next, { jobId: job.id, createdAt });
		await setStyleLock(trx, job.id, styleLock ?? locked.styleLock);
	});
	return getGeneration(ctx, { jobId: job.id, scope: 'own' });
}
