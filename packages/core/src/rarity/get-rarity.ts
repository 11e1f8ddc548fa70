import type { RankedToken, Rarity, RarityInput } from '@adx/validators/exports';
import type { CollectionInput } from '@adx/validators/gallery';
import type { RarityOutcome } from '../collection-tasks/collection-task.ts';
import { type Exportable, findExportable } from '../collection-tasks/find-exportable.ts';
import { runTask } from '../collection-tasks/run-task.ts';
import { createRecentCache } from '../platform/cache.ts';
import type { RequestContext } from '../platform/context.ts';
import { hashChunks } from '../platform/ipfs/hash-chunks.ts';

/** Pages of one collection are asked for one after the other. */
const recentReports = createRecentCache<RarityOutcome>(3);

/**
 * A collection's rarity by OpenRarity: a page of its tokens, the rarest first, and with the first page what its traits are
 * like.
 */
export async function getRarity(ctx: RequestContext, { offset, limit, ...input }: RarityInput): Promise<Rarity> {
	const collection = await findExportable(ctx, input);
	const { summary, tokens, offsets } = await reportOf(ctx, collection);
	const decoder = new TextDecoder();
	const page: RankedToken[] = [];
	for (let place = offset; place < Math.min(offset + limit, summary.size); place++) {
		page.push(JSON.parse(decoder.decode(tokens.subarray(offsets[place], offsets[place + 1]))) as RankedToken);
	}
	const { id, name, kind } = collection;
	return { id, name, kind, ...summary, traits: offset === 0 ? summary.traits : [], tokens: page };
}

/** rarity.csv of a collection: every token by its number, with its rank and its traits. */
export async function getRarityCsv(
	ctx: RequestContext,
	input: CollectionInput,
): Promise<{ readonly name: string; readonly csv: Uint8Array }> {
	const collection = await findExportable(ctx, input);
	return { name: collection.name, csv: (await reportOf(ctx, collection)).csv };
}

function reportOf(ctx: RequestContext, collection: Exportable): Promise<RarityOutcome> {
	const answer = (sha256s: readonly string[]) => hashChunks(ctx, sha256s);
	return recentReports(collection.key, () => runTask(collection, { kind: 'rarity' }, answer));
}
