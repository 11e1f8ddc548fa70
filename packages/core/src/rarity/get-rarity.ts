import type { CollectionInput } from '@adx/validators/gallery';
import type { RankedToken, Rarity, RarityInput } from '@adx/validators/rarity';
import type { RarityOutcome } from '../collection-tasks/collection-task.ts';
import { type Exportable, findExportable } from '../collection-tasks/find-exportable.ts';
import { runTask } from '../collection-tasks/run-task.ts';
import { createRecentCache } from '../platform/cache.ts';
import type { RequestContext } from '../platform/context.ts';
import { hashChunks } from '../platform/ipfs/hash-chunks.ts';
import { toSearchText } from './rank-collection.ts';

/** Pages of one collection are asked for one after the other. */
const recentReports = createRecentCache<RarityOutcome>(3);

/**
 * A collection's rarity by OpenRarity: a page of its tokens, the rarest first unless told otherwise, and with the first page
 * what its traits are like.
 */
export async function getRarity(ctx: RequestContext, input: RarityInput): Promise<Rarity> {
	const { offset, limit, sort, order, search = '', ...named } = input;
	const collection = await findExportable(ctx, named);
	const report = await reportOf(ctx, collection);
	const { summary, tokens, offsets, orders } = report;
	const sorted = sort === 'rank' ? Uint32Array.from({ length: summary.size }, (_, place) => place) : orders[sort];
	const wanted = toSearchText(search);
	const places = wanted === '' ? sorted : sorted.filter(isFoundBy(report, wanted));
	const decoder = new TextDecoder();
	const page: RankedToken[] = [];
	for (let index = offset; index < Math.min(offset + limit, places.length); index++) {
		const place = places.at(order === 'ascending' ? index : -index - 1)!;
		page.push(JSON.parse(decoder.decode(tokens.subarray(offsets[place], offsets[place + 1]))) as RankedToken);
	}
	const { id, name, kind, isMine } = collection;
	const traits = offset === 0 ? summary.traits : [];
	return { id, name, kind, isMine, ...summary, traits, found: places.length, tokens: page };
}

/** Whether the token at a place has that text in its name or number; one pass over all names, some milliseconds for 100,000. */
function isFoundBy({ labels, labelOffsets }: RarityOutcome, wanted: string): (place: number) => boolean {
	const found = new Set<number>();
	let place = 0;
	for (let at = labels.indexOf(wanted); at >= 0; at = labels.indexOf(wanted, labelOffsets[place + 1])) {
		while (labelOffsets[place + 1]! <= at) place += 1;
		found.add(place);
	}
	return (candidate) => found.has(candidate);
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
