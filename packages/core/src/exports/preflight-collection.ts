import type { Preflight, PreflightRows, PreflightRowsInput } from '@adx/validators/exports';
import type { CollectionInput } from '@adx/validators/gallery';
import { type Exportable, findExportable } from '../collection-tasks/find-exportable.ts';
import { runTask } from '../collection-tasks/run-task.ts';
import { createRecentCache } from '../platform/cache.ts';
import type { RequestContext } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { hashChunks } from '../platform/ipfs/hash-chunks.ts';

const recentChecks = createRecentCache<Preflight>(20);
/** Few: each may hold a sentence for every token. */
const recentRows = createRecentCache<readonly string[]>(3);

/** What stands in the way of exporting a collection of the caller's own, for all targets at once. Throws as `findExportable`. */
export async function preflightCollection(ctx: RequestContext, input: CollectionInput): Promise<Preflight> {
	const collection = await findOwn(ctx, input);
	return recentChecks(collection.key, async () => {
		const { tokenCount, findings } = await runPreflight(ctx, collection);
		return { tokenCount, findings: [...findings] };
	});
}

/** A page of all that a finding of the preflight is about. Throws as `findExportable`. */
export async function listPreflightRows(
	ctx: RequestContext,
	{ kind, offset, limit, ...input }: PreflightRowsInput,
): Promise<PreflightRows> {
	const collection = await findOwn(ctx, input);
	const rows = await recentRows(`${collection.key} ${kind}`, async () => {
		const { findings } = await runPreflight(ctx, collection, kind);
		return findings.find((finding) => finding.kind === kind)?.examples ?? [];
	});
	return { total: rows.length, rows: rows.slice(offset, offset + limit) };
}

async function findOwn(ctx: RequestContext, { collectionId }: CollectionInput): Promise<Exportable> {
	const collection = await findExportable(ctx, { collectionId });
	if (!collection.isMine) throw notFound('collection');
	return collection;
}

function runPreflight(ctx: RequestContext, collection: Exportable, finding?: string) {
	const answer = (sha256s: readonly string[]) => hashChunks(ctx, sha256s);
	return runTask(collection, { kind: 'preflight', ...(finding === undefined ? {} : { finding }) }, answer);
}
