import { randomUUID } from 'node:crypto';
import type { Database } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import {
	countJobMints,
	deleteGenerationJob,
	listImageFiles,
	listReferenceFiles,
	toJobRows,
} from '@adx/db/repositories/generation/job-deletion';
import { lockGenerationJob } from '@adx/db/repositories/generation/job-phases';
import { hasMergeUnderWay } from '@adx/db/repositories/merge/merge-deletion';
import { insertAuditEntry } from '@adx/db/repositories/platform/audit-log';
import { hasOtherJobs } from '@adx/db/repositories/uploads/layer-files';
import { invalidateUploadUsage } from '@adx/db/repositories/uploads/upload-usage';
import type { GenerationJobRow } from '@adx/db/schema/generation-tables';
import type { Deletion, DeletionResult } from '@adx/validators/deletion';
import type { JobInput } from '@adx/validators/generation/job-inputs';
import { countFreedBytes } from '../../deletion/count-freed-bytes.ts';
import { type DeletionContext, freeForCaller, refuseBlocked, walk } from '../../deletion/delete-with-files.ts';
import { ownerScope, requireActor } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { forgetStats } from '../../stats-and-cleanup/read-stats.ts';
import { requireJob } from '../queries/generations.ts';
import { describeJobDeletion, findJobBlockers } from './job-blockers.ts';

/**
 * What deleting a job would do, and what keeps it from being deleted; writes nothing. `freedBytes` is in bytes and counted
 * only where nothing keeps it from being deleted. One count of an account at a time, 429 beyond eight that wait; rejects
 * when the caller hangs up. Other errors as `requireJob`'s.
 */
export async function getJobDeletion(ctx: DeletionContext, input: JobInput): Promise<Deletion> {
	const job = await requireJob(ctx, input);
	const { db, gone } = ctx;
	const blockers = findJobBlockers(job, await countJobMints(db, job.id));
	const count = async () => {
		const isMerging = await hasMergeUnderWay(db, job.ownerId);
		const uploads = isMerging ? null : { ownerId: job.ownerId, usedUntil: ctx.clock() };
		return countFreedBytes(db, { hashes: listJobHashes(db, job.id), rows: toJobRows(job.id), uploads }, gone);
	};
	return {
		...toSubject(job),
		freedBytes: blockers.length > 0 ? 0 : await walk(ctx, count),
		consequences: describeJobDeletion(job, await findLayersUse(db, job)),
		blockers,
	};
}

async function findLayersUse(db: Database, { id, ownerId, layersSha256 }: GenerationJobRow) {
	if (layersSha256 === null) return null;
	return (await hasOtherJobs(db, { listSha256: layersSha256, jobId: id, ownerId })) ? 'used' : 'unused';
}

/**
 * Deletes a job with its images and their versions, and the files that nothing else uses: the job in one transaction, for
 * which a mint that starts meanwhile waits, images and files after it. What takes longer than `waitMs` milliseconds, or
 * fails, is left to `deletionJob`. 409 with the first blocker's reason and the sentences of all of them; 404 for a
 * stranger's job, and for one that is deleted already; 429 beyond eight deletions of an account that wait. Audited.
 */
export async function deleteJob(
	ctx: DeletionContext,
	input: JobInput,
	{ waitMs = 3_000 }: { readonly waitMs?: number } = {},
): Promise<DeletionResult> {
	return walk(ctx, async () => {
		const createdAt = ctx.clock();
		const job = await deleteRow(ctx, input, createdAt);
		forgetStats(ctx);
		return freeForCaller(ctx, { ...toSubject(job), createdAt }, waitMs);
	});
}

/** Deletes the job for everybody who reads, and stores what is to be freed. */
async function deleteRow(ctx: DeletionContext, input: JobInput, createdAt: Date): Promise<GenerationJobRow> {
	const { id } = await requireJob(ctx, input);
	const owner = ownerScope(ctx, input.scope);
	return transact(ctx.db, async (trx) => {
		const job = await lockGenerationJob(trx, owner, id);
		if (job === undefined) throw notFound('job');
		refuseBlocked(findJobBlockers(job, await countJobMints(trx, id)));
		const { ownerId } = job;
		const hashes = await listReferenceFiles(trx, id);
		await deleteGenerationJob(trx, { id, ownerId, uploadsUsedUntil: createdAt, hashes, createdAt });
		await invalidateUploadUsage(trx, ownerId);
		const subject = { jobId: id, ownerId, name: toSubject(job).name };
		const actorId = requireActor(ctx).userId;
		await insertAuditEntry(trx, { id: randomUUID(), actorId, action: 'generation.delete', subject, createdAt });
		return job;
	});
}

/** Images whose versions one statement reads, and hashes about which the next ones ask. */
const sliceImages = 30;

/** Every blob that the job refers to, each once, in slices. */
export async function* listJobHashes(db: Database, id: string): AsyncGenerator<readonly string[]> {
	const listed = new Set(await listReferenceFiles(db, id));
	yield [...listed];
	for (let after: number | null = 0; after !== null; ) {
		const { hashes, next } = await listImageFiles(db, id, { after, limit: sliceImages });
		yield hashes.filter((sha256) => !listed.has(sha256));
		for (const sha256 of hashes) listed.add(sha256);
		after = next;
	}
}

/** What people call it. */
export const toJobName = ({ projectName, number }: Pick<GenerationJobRow, 'projectName' | 'number'>) =>
	projectName === null || projectName === '' ? `Collection #${number}` : projectName;

const toSubject = ({ id, totalImages, ...job }: GenerationJobRow) => ({
	id,
	name: toJobName(job),
	imageCount: totalImages,
});
