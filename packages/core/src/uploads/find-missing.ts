import { useOwnedBlobs } from '@adx/db/repositories/owner-blobs';
import type { MissingUploadsInput } from '@adx/validators/uploads';
import { type RequestContext, requireActor } from '../context.ts';

/** What was asked about within an hour need not be noted again. */
const noteEveryMs = 3_600_000;

/**
 * Those of the hashes that the caller neither uploaded nor generated, each once, in the order asked. What strangers hold
 * counts as missing. What is there is kept on as if it had just been uploaded.
 */
export async function findMissingUploads(
	ctx: RequestContext,
	{ hashes }: MissingUploadsInput,
): Promise<{ missing: string[] }> {
	const { userId } = requireActor(ctx);
	const now = ctx.clock();
	const held = await useOwnedBlobs(ctx.db, userId, hashes, {
		now,
		knownSince: new Date(now.getTime() - noteEveryMs),
	});
	return { missing: [...new Set(hashes)].filter((hash) => !held.has(hash)) };
}
