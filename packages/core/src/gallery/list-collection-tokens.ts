import {
	countMatchingImages,
	findTokenPosition,
	type ListedToken,
	listMergedImages,
} from '@adx/db/repositories/merge/merged-images';
import type { CollectionToken, CollectionTokens, CollectionTokensInput } from '@adx/validators/gallery';
import { storableText } from '@adx/validators/text';
import { z } from 'zod';
import { tokenImageUrl } from '../merge/present-merge.ts';
import type { RequestContext } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';
import { requireCollection } from './get-collection.ts';

// JSON spells what the text around it may not hold.
const wantedText = storableText(4_000);
const wantedTraitsSchema = z
	.record(wantedText, z.array(wantedText).min(1))
	.refine((traits) => Object.values(traits).flat().length <= 100);

/** One page of a collection's tokens, how many match in all, and where a token stands among them. */
export async function listCollectionTokens(
	ctx: RequestContext,
	input: CollectionTokensInput,
): Promise<CollectionTokens> {
	const { offset, limit, sort, search = '', positionOf } = input;
	const { id } = await requireCollection(ctx, input);
	const filter = { traits: readTraits(input.traits), search };
	const total = await countMatchingImages(ctx.db, id, filter);
	const tokens = await listMergedImages(ctx.db, id, { ...filter, offset, limit, sort });
	return {
		total,
		...(positionOf === undefined
			? {}
			: { position: await findTokenPosition(ctx.db, id, positionOf, { ...filter, sort }) }),
		tokens: tokens.map(presentToken),
	};
}

function readTraits(text: string | undefined): Record<string, string[]> {
	if (text === undefined || text === '') return {};
	const parsed = wantedTraitsSchema.safeParse(parseOrNull(text));
	if (parsed.success) return parsed.data;
	const message = 'Send traits as a JSON object of lists of values, e.g. {"Race":["Elf"]}.';
	throw new AppError('INVALID', { reason: 'bad_input', message, meta: { fields: { traits: message } } });
}

function parseOrNull(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

function presentToken(row: ListedToken): CollectionToken {
	return {
		tokenNumber: row.tokenNumber,
		name: row.name,
		imageUrl: tokenImageUrl(row.mergeJobId, row.tokenNumber),
		width: row.width,
		height: row.height,
		attributes: row.attributes,
		rarityRank: row.rarityRank,
		rarityScore: row.rarityScore,
		rarityTier: row.rarityTier,
		source: { collection: row.sourceName, filename: row.sourceFilename },
	};
}
