import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Database } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import {
	deleteMergeJob,
	hasMergeUnderWay,
	listMergeHashes,
	lockMergeJob,
	rowsOfMerge,
} from '@adx/db/repositories/merge/merge-deletion';
import { countMergeDownloads } from '@adx/db/repositories/merge/merge-downloads';
import { insertAuditEntry } from '@adx/db/repositories/platform/audit-log';
import { listOpenTransactions } from '@adx/db/repositories/sale/sale-transactions';
import { findSaleOfMerge, lockSaleOfMerge } from '@adx/db/repositories/sale/sales';
import type { MergeJobRow } from '@adx/db/schema/merge-tables';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import type { Deleted, Deletion } from '@adx/validators/deletion';
import { uploadRetentionDays } from '@adx/validators/limits';
import type { MergeJobInput } from '@adx/validators/merge';
import { ownerScope, type RequestContext, requireActor, type Services } from '../platform/context.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { countFreedBytes, freeReleased } from '../uploads/cleanup/free-released.ts';
import { requireMerge } from './get-merge.ts';
import { describeMergeDeletion, findMergeBlockers, type MergeDependents } from './merge-blockers.ts';
import { downloadLeaseMs } from './merge-downloads.ts';

/** What deleting a merge would free and end, and what keeps it from being deleted. Errors as `requireMerge`'s. */
export async function getMergeDeletion(ctx: RequestContext, input: MergeJobInput): Promise<Deletion> {
	const job = await requireMerge(ctx, input);
	const { db } = ctx;
	const sale = await findSaleOfMerge(db, job.ownerId, job.id);
	const dependents = await findDependents(ctx, db, job.id, sale);
	const uploads = (await hasMergeUnderWay(db, job.ownerId)) ? null : uploadsOf(ctx, job);
	const leaving = { hashes: await listMergeHashes(db, job.id), rows: rowsOfMerge(job.id), uploads };
	return {
		...toSubject(job),
		freedBytes: await countFreedBytes(db, leaving),
		consequences: describeMergeDeletion(job, dependents),
		blockers: findMergeBlockers(job, dependents),
	};
}

/**
 * Deletes a merge with its tokens, and the files that nothing else uses: rows in one transaction, which a mint, a sale, a
 * download and an export that start meanwhile wait for, files after it. 409 with the first blocker's reason and the
 * sentences of all of them; 404 for a stranger's merge, and for one that is deleted already. Audited. Where the files take
 * longer than `waitMs` milliseconds, the rest of them goes behind the answer.
 */
export async function deleteMerge(
	ctx: RequestContext,
	input: MergeJobInput,
	{ waitMs = 15_000 }: { readonly waitMs?: number } = {},
): Promise<Deleted> {
	const { id } = await requireMerge(ctx, input);
	const owner = ownerScope(ctx, input.scope);
	const before = ctx.clock();
	const { job, hashes } = await transact(ctx.db, async (trx) => {
		const sale = await lockSaleOfMerge(trx, id);
		const locked = await lockMergeJob(trx, owner, id);
		if (locked === undefined) throw notFound('merge');
		// One that was stored before the merge was locked.
		const dependents = await findDependents(ctx, trx, id, sale ?? (await lockSaleOfMerge(trx, id)));
		refuseBlocked(locked, dependents);
		const kept = await listMergeHashes(trx, id);
		await deleteMergeJob(trx, id);
		const subject = { jobId: id, ownerId: locked.ownerId, projectName: locked.projectName };
		const actorId = requireActor(ctx).userId;
		await insertAuditEntry(trx, { id: randomUUID(), actorId, action: 'merge.delete', subject, createdAt: before });
		return { job: locked, hashes: kept };
	});
	let freedBytes = 0;
	const onFreed = (bytes: number) => {
		freedBytes += bytes;
	};
	const freeing = freeReleased(ctx, { hashes, uploads: uploadsOf(ctx, job) }, { before, onFreed });
	const isFreeing = await isUnderWayAfter(freeing, waitMs);
	if (isFreeing)
		freeing.catch((err: unknown) => ctx.log.warn({ err, jobId: id }, 'files of a merge stay for the sweeper'));
	const { name } = toSubject(job);
	return { success: true, id, name, freedBytes, isFreeing };
}

/** Rejects as the work does that ends before. */
async function isUnderWayAfter(work: Promise<void>, waitMs: number): Promise<boolean> {
	const waiting = new AbortController();
	const late = setTimeout(waitMs, true, { signal: waiting.signal });
	late.catch(() => {});
	try {
		return await Promise.race([work.then(() => false), late]);
	} finally {
		waiting.abort();
	}
}

function refuseBlocked(job: MergeJobRow, dependents: MergeDependents): void {
	const blockers = findMergeBlockers(job, dependents);
	const [first] = blockers;
	if (first === undefined) return;
	const message = blockers.map((blocker) => blocker.message).join(' ');
	throw new AppError('CONFLICT', { reason: first.reason, message });
}

async function findDependents(
	{ clock }: Pick<Services, 'clock'>,
	db: Database,
	id: string,
	sale: SaleRow | undefined,
): Promise<MergeDependents> {
	const downloadCount = await countMergeDownloads(db, id, new Date(clock().getTime() - downloadLeaseMs));
	const isSigned = sale !== undefined && (await listOpenTransactions(db, sale.id)).length > 0;
	return { sale, isSigned, downloadCount };
}

const toSubject = ({ id, collectionName, projectName, totalImages }: MergeJobRow) => ({
	id,
	name: collectionName ?? projectName,
	imageCount: totalImages,
});

const dayMs = 24 * 3_600_000;

/** What was sent for this merge; what was asked for since may be wanted by the next one. */
const uploadsOf = ({ clock }: Pick<Services, 'clock'>, { ownerId, completedAt }: MergeJobRow) => ({
	ownerId,
	usedUntil: completedAt ?? new Date(0),
	usedBefore: new Date(clock().getTime() - uploadRetentionDays * dayMs),
});
