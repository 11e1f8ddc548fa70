import { randomUUID } from 'node:crypto';
import { isDeadlock } from '@adx/db/errors';
import { insertAuditEntry } from '@adx/db/repositories/audit-log';
import {
	countStoredImages,
	deleteEmptyJobs,
	deleteImageBlobs,
	deleteImages,
	lockWork,
} from '@adx/db/repositories/cleanup';
import type { Cleanup, CleanupInput } from '@adx/validators/database';
import { ownerScope, type RequestContext, requireActor } from '../context.ts';

/** Workers lock images in no particular order, so one of us may have to begin again. */
const triesMax = 5;

/**
 * Deletes the caller's images and jobs, everybody's for a developer who asks for all. Jobs under way end with it: a
 * worker that still draws for one finds no row to write to. Files stay for the sweeper. Audited.
 */
export async function cleanUp(ctx: RequestContext, { scope }: CleanupInput): Promise<Cleanup> {
	const { userId } = requireActor(ctx);
	const owner = ownerScope(ctx, scope);
	for (let tries = 1; ; tries++) {
		try {
			return await deleteWork(ctx, { userId, owner });
		} catch (error) {
			if (tries === triesMax || !isDeadlock(error)) throw error;
			ctx.log.warn({ err: error, requestId: ctx.requestId }, 'cleanup met a worker and begins again');
		}
	}
}

async function deleteWork(
	ctx: RequestContext,
	{ userId, owner }: { readonly userId: string; readonly owner: string | 'all' },
): Promise<Cleanup> {
	return ctx.db.transaction().execute(async (trx) => {
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
