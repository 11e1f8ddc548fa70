import type { Preflight } from '@adx/validators/exports';
import type { CollectionInput } from '@adx/validators/gallery';
import { findExportable } from '../collection-tasks/find-exportable.ts';
import { runTask } from '../collection-tasks/run-task.ts';
import { createRecentCache } from '../platform/cache.ts';
import type { RequestContext } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { hashChunks } from '../platform/ipfs/hash-chunks.ts';

const recentChecks = createRecentCache<Preflight>(20);

/** What stands in the way of exporting a collection of the caller's own, for all targets at once. */
export async function preflightCollection(ctx: RequestContext, input: CollectionInput): Promise<Preflight> {
	const collection = await findExportable(ctx, input);
	if (!collection.isMine) throw notFound('collection');
	return recentChecks(collection.key, async () => {
		const answer = (sha256s: readonly string[]) => hashChunks(ctx, sha256s);
		const { tokenCount, findings } = await runTask(collection, { kind: 'preflight' }, answer);
		return { tokenCount, findings: [...findings] };
	});
}
