import { randomUUID } from 'node:crypto';
import type { Database } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { insertAuditEntry } from '@adx/db/repositories/platform/audit-log';
import {
	countStoredImages,
	deleteEmptyJobs,
	deleteUnusedImages,
	lockForCleanup,
	reduceJobs,
	releaseImageBlobs,
} from '@adx/db/repositories/stats-and-cleanup/cleanup';
import type { OwnerScope } from '@adx/db/schema/database-schema';
import type { Cleanup, CleanupInput } from '@adx/validators/database';
import { requiresKey } from '@adx/validators/engines/engines';
import { withdrawRegenerations } from '../generation/run/finish-attempt.ts';
import { ownerScope, type RequestContext, requireActor } from '../platform/context.ts';
import { freeUnusedUploads } from '../uploads/cleanup/free-unused.ts';
import { forgetStats } from './read-stats.ts';

/**
 * Deletes the caller's images and jobs, everybody's for a developer who asks for all. What a merge or a mint holds stays,
 * and its job is one of these images from then on. Jobs under way end with it: a worker that still draws for one finds no row
 * to write to. Their files stay for the sweeper; uploads that nothing uses
 * go at once, with their files, and `uploadsOnly` deletes nothing else. Audited.
 */
export async function cleanUp(ctx: RequestContext, { scope, uploadsOnly = false }: CleanupInput): Promise<Cleanup> {
	requireActor(ctx);
	const owner = ownerScope(ctx, scope);
	const images = uploadsOnly ? { deletedImages: 0, keptImages: 0 } : await deleteWork(ctx, owner);
	forgetStats(ctx);
	const { forgotten, freedBytes } = await freeUnusedUploads(ctx, owner);
	await audit(ctx.db, ctx, 'uploads.delete', { scope: toScope(owner), deletedUploads: forgotten, freedBytes });
	return { success: true, ...images, deletedUploads: forgotten, freedBytes };
}

async function deleteWork(ctx: RequestContext, owner: OwnerScope) {
	return transact(ctx.db, async (trx) => {
		await lockForCleanup(trx, owner);
		await releaseImageBlobs(trx, owner);
		const deletedImages = await deleteUnusedImages(trx, owner);
		const deletedJobs = await deleteEmptyJobs(trx, owner);
		for (const job of await reduceJobs(trx, owner, ctx.clock())) {
			// Without a key, as in a job that was paused, nobody can make the versions that were asked for.
			const isStuck = requiresKey(job.engine) && job.sealedApiKey === null;
			if (job.redraws > 0 && isStuck) await withdrawRegenerations(trx, job.id, null);
		}
		const keptImages = await countStoredImages(trx, owner);
		await audit(trx, ctx, 'images.delete', { scope: toScope(owner), deletedImages, deletedJobs, keptImages });
		return { deletedImages, keptImages };
	});
}

const toScope = (owner: OwnerScope) => (owner === 'all' ? 'all' : 'own');

async function audit(
	db: Database,
	ctx: RequestContext,
	action: string,
	subject: Record<string, unknown>,
): Promise<void> {
	const actorId = requireActor(ctx).userId;
	await insertAuditEntry(db, { id: randomUUID(), actorId, action, subject, createdAt: ctx.clock() });
}
