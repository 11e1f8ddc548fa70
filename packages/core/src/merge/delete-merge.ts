import { randomUUID } from 'node:crypto';
import type { Database } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import {
	deleteMergeJob,
	hasMergeUnderWay,
	listMergeFiles,
	listTokenPictures,
	lockMergeJob,
	toMergeRows,
} from '@adx/db/repositories/merge/merge-deletion';
import { countMergeDownloads } from '@adx/db/repositories/merge/merge-downloads';
import { insertAuditEntry } from '@adx/db/repositories/platform/audit-log';
import { mayReachChain } from '@adx/db/repositories/sale/sale-calls';
import { findSaleOfMerge, lockSaleOfMerge } from '@adx/db/repositories/sale/sales';
import type { UploadRelease } from '@adx/db/repositories/uploads/owner-blobs';
import { invalidateUploadUsage } from '@adx/db/repositories/uploads/upload-usage';
import type { MergeJobRow } from '@adx/db/schema/merge-tables';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import type { Deletion, DeletionResult } from '@adx/validators/deletion';
import { uploadRetentionDays } from '@adx/validators/limits';
import type { MergeJobInput } from '@adx/validators/merge';
import { countFreedBytes } from '../deletion/count-freed-bytes.ts';
import { type DeletionContext, freeForCaller, refuseBlocked, walk } from '../deletion/delete-with-files.ts';
import { ownerScope, requireActor, type Services } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { requireMerge } from './get-merge.ts';
import { describeMergeDeletion, findMergeBlockers, type MergeDependents } from './merge-blockers.ts';
import { downloadLeaseMs } from './merge-downloads.ts';

/**
 * What deleting a merge would do, and what keeps it from being deleted; writes nothing. `freedBytes` is in bytes and
 * counted only where nothing keeps it from being deleted. One count of an account at a time, 429 beyond eight that wait;
 * rejects when the caller hangs up. Other errors as `requireMerge`'s.
 */
export async function getMergeDeletion(ctx: DeletionContext, input: MergeJobInput): Promise<Deletion> {
	const job = await requireMerge(ctx, input);
	const { db, gone } = ctx;
	const sale = await findSaleOfMerge(db, job.ownerId, job.id);
	const dependents = await findDependents(ctx, db, job.id, sale);
	const blockers = findMergeBlockers(job, dependents);
	const count = async () => {
		const uploads = (await hasMergeUnderWay(db, job.ownerId)) ? null : toUploadRelease(ctx, job);
		return countFreedBytes(db, { hashes: listMergeHashes(db, job.id), rows: toMergeRows(job.id), uploads }, gone);
	};
	return {
		...toSubject(job),
		freedBytes: blockers.length > 0 ? 0 : await walk(ctx, count),
		consequences: describeMergeDeletion(job, dependents),
		blockers,
	};
}

/**
 * Deletes a merge with its tokens, and the files that nothing else uses: the merge in one transaction, which a mint, a sale,
 * a download and an export that start meanwhile wait for, tokens and files after it. What takes longer than `waitMs`
 * milliseconds, or fails, is left to `deletionJob`. 409 with the first blocker's reason and the sentences of all of
 * them; 404 for a stranger's merge, and for one that is deleted already; 429 beyond eight deletions of an account that
 * wait. Audited.
 */
export async function deleteMerge(
	ctx: DeletionContext,
	input: MergeJobInput,
	{ waitMs = 15_000 }: { readonly waitMs?: number } = {},
): Promise<DeletionResult> {
	return walk(ctx, async () => {
		const createdAt = ctx.clock();
		const job = await deleteRows(ctx, input, createdAt);
		return freeForCaller(ctx, { ...toSubject(job), createdAt }, waitMs);
	});
}

/** Deletes the merge for everybody who reads, and stores what is to be freed. */
async function deleteRows(ctx: DeletionContext, input: MergeJobInput, createdAt: Date): Promise<MergeJobRow> {
	const { id } = await requireMerge(ctx, input);
	const owner = ownerScope(ctx, input.scope);
	return transact(ctx.db, async (trx) => {
		const sale = await lockSaleOfMerge(trx, id);
		const job = await lockMergeJob(trx, owner, id);
		if (job === undefined) throw notFound('merge');
		// One that was stored before the merge was locked.
		const dependents = await findDependents(ctx, trx, id, sale ?? (await lockSaleOfMerge(trx, id)));
		refuseBlocked(findMergeBlockers(job, dependents));
		const { ownerId, usedUntil } = toUploadRelease(ctx, job);
		const hashes = await listMergeFiles(trx, id);
		await deleteMergeJob(trx, { id, ownerId, uploadsUsedUntil: usedUntil, hashes, createdAt });
		await invalidateUploadUsage(trx, ownerId);
		const subject = { jobId: id, ownerId, projectName: job.projectName };
		const actorId = requireActor(ctx).userId;
		await insertAuditEntry(trx, { id: randomUUID(), actorId, action: 'merge.delete', subject, createdAt });
		return job;
	});
}

/** What depends on a merge; where that decides, call it with merge and sale locked. */
export async function findDependents(
	{ solana, evmSaleChains }: Pick<DeletionContext, 'solana' | 'evmSaleChains'>,
	db: Database,
	id: string,
	sale: SaleRow | undefined,
): Promise<MergeDependents> {
	const downloadCount = await countMergeDownloads(db, id, downloadLeaseMs);
	const hasOpenTransaction = sale !== undefined && (await mayReachChain(db, sale.id));
	const isFollowed = sale !== undefined && (solana?.cluster === sale.cluster || evmSaleChains.has(sale.cluster));
	return { sale, hasOpenTransaction, downloadCount, isFollowed };
}

/** Tokens that one statement reads. */
const sliceTokens = 100;

/** Every blob that the merge refers to, each once, in slices. */
export async function* listMergeHashes(db: Database, id: string): AsyncGenerator<readonly string[]> {
	const listed = new Set(await listMergeFiles(db, id));
	yield [...listed];
	for (let after: number | null = 0; after !== null; ) {
		const { hashes, next } = await listTokenPictures(db, id, { after, limit: sliceTokens });
		yield hashes.filter((sha256) => !listed.has(sha256));
		for (const sha256 of hashes) listed.add(sha256);
		after = next;
	}
}

const toSubject = ({ id, collectionName, projectName, totalImages }: MergeJobRow) => ({
	id,
	name: collectionName ?? projectName,
	imageCount: totalImages,
});

const dayMs = 24 * 3_600_000;

/**
 * What was uploaded for this merge, or so long ago that the sweeper would take it too. What was asked for since the merge
 * was started may be about to be used by the next one.
 */
function toUploadRelease({ clock }: Pick<Services, 'clock'>, { ownerId, createdAt }: MergeJobRow): UploadRelease {
	const retainedSince = new Date(clock().getTime() - uploadRetentionDays * dayMs);
	return { ownerId, usedUntil: createdAt > retainedSince ? createdAt : retainedSince };
}
