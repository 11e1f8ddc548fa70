import { readAttributes } from '@adx/collection/metadata/token-attributes';
import { reportCsv, reportRarity } from '@adx/collection/rarity/rarity-report';
import type { RankedToken } from '@adx/validators/exports';
import type { RarityOutcome } from '../collection-tasks/collection-task.ts';
import type { TaskToken } from '../collection-tasks/read-task.ts';
import { joinBytes } from '../platform/threads/hand-over.ts';

/** Ranks a collection, and writes down all that is shown of it. */
export function rankCollection(source: readonly TaskToken[]): RarityOutcome {
	const tokens = source.map(({ tokenNumber, imageUrl, metadata }) => ({
		tokenNumber,
		imageUrl,
		name: typeof metadata?.name === 'string' ? metadata.name : `#${tokenNumber}`,
		attributes: readAttributes(metadata),
	}));
	const { tokens: ranked, countOf, ...summary } = reportRarity(tokens);
	const encoder = new TextEncoder();
	const parts = ranked.map(({ rarity, attributes, ...token }) => {
		const rankedToken: RankedToken = {
			...token,
			...rarity,
			attributes: attributes.map((attribute) => ({
				...attribute,
				count: countOf(attribute),
			})),
		};
		return encoder.encode(JSON.stringify(rankedToken));
	});
	const offsets = new Float64Array(parts.length + 1);
	parts.forEach((part, index) => {
		offsets[index + 1] = offsets[index]! + part.length;
	});
	return {
		kind: 'rarity',
		summary: mutable(summary),
		tokens: joinBytes(parts),
		offsets,
		csv: encoder.encode(reportCsv(ranked)),
	};
}

function mutable({
	tiers,
	traits,
	...rest
}: Omit<ReturnType<typeof reportRarity>, 'tokens' | 'countOf'>): RarityOutcome['summary'] {
	return {
		...rest,
		tiers: [...tiers],
		traits: traits.map(({ values, ...trait }) => ({ ...trait, values: [...values] })),
	};
}
