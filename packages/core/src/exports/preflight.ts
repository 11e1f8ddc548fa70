import type { Preflight } from '@adx/validators/exports';
import type { CollectionInput } from '@adx/validators/gallery';
import type { RequestContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { recallRecent } from '../recall-recent.ts';
import { findExportable } from './find-exportable.ts';
import { hashChunks } from './hash-chunks.ts';
import { workOn } from './work-on.ts';

const recentChecks = recallRecent<Preflight>(20);

/** What stands in the way of exporting a collection of the caller's own, for all targets at once. */
export async function preflightCollection(ctx: RequestContext, input: CollectionInput): Promise<Preflight> {
	const collection = await findExportable(ctx, input);
	if (!collection.isMine) throw notFound('collection');
	return recentChecks(collection.key, async () => {
		const answer = (sha256s: readonly string[]) => hashChunks(ctx, sha256s);
		const { tokenCount, findings } = await workOn(collection, { kind: 'preflight' }, answer);
		return { tokenCount, findings: [...findings] };
	});
}
