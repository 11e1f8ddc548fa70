import { readAttributes } from '@adx/collection/metadata/token-attributes';
import { reportCsv, reportRarity } from '@adx/collection/rarity/rarity-report';
import type { RankedToken } from '@adx/validators/rarity';
import type { RarityOutcome } from '../collection-tasks/collection-task.ts';
import type { TaskToken } from '../collection-tasks/read-task.ts';
import { joinBytes } from '../platform/threads/transfer-buffers.ts';

/** Any letter case and any accent finds the others. */
export const toSearchText = (text: string): string =>
	text
		.normalize('NFD')
		.replace(/[\p{Mn}\n]/gu, '')
		.toLowerCase();

/** Ranks a collection, and writes down all that is shown of it. */
export function rankCollection(source: readonly TaskToken[]): RarityOutcome {
	const tokens = source.map(({ tokenNumber, imageUrl, metadata }) => ({
		tokenNumber,
		imageUrl,
		name: typeof metadata?.name === 'string' ? metadata.name : `#${tokenNumber}`,
		attributes: readAttributes(metadata),
	}));
	const { tokens: ranked, countOf, ...summary } = reportRarity(tokens);
	type RankedEntry = (typeof ranked)[number];
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
	const labels = ranked.map(({ name, tokenNumber }) => `${toSearchText(`${name} #${tokenNumber}`)}\n`);
	const labelOffsets = new Uint32Array(labels.length + 1);
	labels.forEach((label, index) => {
		labelOffsets[index + 1] = labelOffsets[index]! + label.length;
	});
	const places = Uint32Array.from(ranked.keys());
	const sortBy = (compare: (left: RankedEntry, right: RankedEntry) => number) =>
		places.toSorted((left, right) => compare(ranked[left]!, ranked[right]!) || left - right);
	const { compare: compareNames } = new Intl.Collator('en', { numeric: true });
	return {
		kind: 'rarity',
		summary: mutable(summary),
		tokens: joinBytes(parts),
		offsets,
		orders: {
			number: sortBy((left, right) => left.tokenNumber - right.tokenNumber),
			name: sortBy((left, right) => compareNames(left.name, right.name)),
			score: sortBy((left, right) => left.rarity.score - right.rarity.score),
		},
		labels: labels.join(''),
		labelOffsets,
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
