import { randomUUID } from 'node:crypto';
import { insertAuditEntry } from '@adx/db/repositories/audit-log';
import {
	countStoredImages,
	deleteEmptyJobs,
	deleteImageBlobs,
	deleteImages,
	lockWork,
} from '@adx/db/repositories/cleanup';
import { transact } from '@adx/db/transact';
import type { Cleanup, CleanupInput } from '@adx/validators/database';
import { ownerScope, type RequestContext, requireActor } from '../context.ts';

/**
 * Deletes the caller's images and jobs, everybody's for a developer who asks for all. Jobs under way end with it: a
 * worker that still draws for one finds no row to write to. Files stay for the sweeper. Audited.
 */
export async function cleanUp(ctx: RequestContext, { scope }: CleanupInput): Promise<Cleanup> {
	const { userId } = requireActor(ctx);
	const owner = ownerScope(ctx, scope);
	return transact(ctx.db, async (trx) => {
		await lockWork(trx, owner);
		await deleteImageBlobs(trx, owner);
		const deletedImages = await deleteImages(trx, owner);
		const deletedJobs = await deleteEmptyJobs(trx, owner);
		const keptImages = await countStoredImages(trx, owner);
		const subject = { scope: owner === 'all' ? 'all' : 'own', deletedImages, deletedJobs, keptImages };
		const createdAt = ctx.clock();
		await insertAuditEntry(trx, { id: randomUUID(), actorId: userId, action: 'images.delete', subject, createdAt });
		return { success: true as const, deletedImages, keptImages };
	});
}
