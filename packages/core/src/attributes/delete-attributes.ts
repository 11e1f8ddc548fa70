import { randomUUID } from 'node:crypto';
import { toCollectionName } from '@adx/collection/metadata/metadata';
import { transact } from '@adx/db/client/transact';
import {
	deleteAttributeJob,
	listAttributeFiles,
	toAttributeRows,
} from '@adx/db/repositories/attributes/attribute-jobs';
import { insertAuditEntry } from '@adx/db/repositories/platform/audit-log';
import type { AttributeJobRow } from '@adx/db/schema/attribute-tables';
import type { OwnerScope } from '@adx/db/schema/database-schema';
import type { AttributeJobInput } from '@adx/validators/attributes';
import type { Deletion, DeletionBlocker, DeletionResult } from '@adx/validators/deletion';
import { countFreedBytes } from '../deletion/count-freed-bytes.ts';
import { type DeletionContext, refuseBlocked } from '../deletion/delete-with-files.ts';
import { requireActor } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { deleteFiles } from '../uploads/cleanup/free-unused.ts';
import { requireAttributes } from './get-attributes.ts';

/** What deleting a run would free, and what keeps it from being deleted; writes nothing. Errors as `requireAttributes`'s. */
export async function getAttributesDeletion(
	ctx: DeletionContext,
	input: AttributeJobInput,
	owner?: OwnerScope,
): Promise<Deletion> {
	const job = await requireAttributes(ctx, input, owner);
	const blockers = findAttributeBlockers(job);
	const files = { hashes: inOneSlice(listAttributeFiles(job)), rows: toAttributeRows(job.id), uploads: null };
	return {
		...toSubject(job),
		freedBytes: blockers.length > 0 ? 0 : await countFreedBytes(ctx.db, files, ctx.gone),
		consequences:
			job.status === 'completed'
				? ['Its download and its exports stop working; one that is under way breaks off.']
				: ['Nothing came of it.'],
		blockers,
	};
}

/**
 * Deletes a run that has ended, with the files that nothing else uses; they are few, so that all of them go at once. What a
 * killed process leaves of them is the sweeper's. 409 `attributes_running` for one that has not ended, 404 for a
 * stranger's unless `owner` is given, and for one that is deleted already. Audited.
 */
export async function deleteAttributes(
	ctx: DeletionContext,
	input: AttributeJobInput,
	owner: OwnerScope = requireActor(ctx).userId,
): Promise<DeletionResult> {
	const actorId = requireActor(ctx).userId;
	const { id } = await requireAttributes(ctx, input, owner);
	const createdAt = ctx.clock();
	const job = await transact(ctx.db, async (trx) => {
		const deleted = await deleteAttributeJob(trx, owner, id);
		if (deleted === undefined) return undefined;
		const subject = { jobId: id, name: toSubject(deleted).name };
		const entry = { id: randomUUID(), actorId, action: 'attributes.delete', subject, createdAt };
		await insertAuditEntry(trx, entry);
		return deleted;
	});
	if (job === undefined) {
		refuseBlocked(findAttributeBlockers(await requireAttributes(ctx, input, owner)));
		throw notFound('run of the attribute generator');
	}
	const freedBytes = await deleteFiles(ctx, listAttributeFiles(job), createdAt);
	return { success: true, id, name: toSubject(job).name, freedBytes, isFreeing: false };
}

/** What keeps a run from being deleted; nothing does where the list is empty. */
export function findAttributeBlockers({ status }: Pick<AttributeJobRow, 'status'>): DeletionBlocker[] {
	if (status === 'completed' || status === 'failed') return [];
	const message = 'The attributes of this run are still being generated. It can be deleted when that has ended.';
	return [{ reason: 'attributes_running', message }];
}

async function* inOneSlice(hashes: readonly string[]): AsyncGenerator<readonly string[]> {
	yield [...new Set(hashes)];
}

const toSubject = ({ id, projectName, totalImages }: AttributeJobRow) => ({
	id,
	name: toCollectionName(projectName),
	imageCount: totalImages,
});
