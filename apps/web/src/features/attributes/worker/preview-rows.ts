import {
	type AttributeOptions,
	attributeOptions,
	attributeTraitName,
	attributeTraits,
} from '@adx/collection/attributes/attribute-columns';
import {
	type AttributedCollection,
	type AttributedToken,
	attributeCounts,
} from '@adx/collection/attributes/plan-attributes';
import { createCaseFolding } from '@adx/collection/metadata/case-folding';
import { traitNames } from '@adx/collection/metadata/traits';
import { rarityTiers } from '@adx/collection/rarity/rarity';
import {
	maxListedProblems,
	type PreviewRow,
	type PreviewSummary,
	type RowValue,
	type RowView,
	type TraitCount,
} from './attributes-views.ts';

const fold = createCaseFolding().name;
const ownNames = new Set([...attributeTraits.map(attributeTraitName), traitNames.rarity].map(fold));

type Token = Pick<AttributedToken, 'tokenNumber' | 'sourcePath' | 'attributes' | 'existing' | 'rarity'>;

const textOf = ({ attributes }: Token, name: string) =>
	attributes.find(({ trait_type }) => trait_type === name)?.value ?? '';

/** A token as the table shows it; `index` is its image's position in the folder. */
export function toPreviewRow(token: Token, index: number): PreviewRow {
	const { tokenNumber, sourcePath, attributes, existing, rarity } = token;
	const values = attributeTraits.map((trait): RowValue => {
		const own = existing[trait];
		return own === undefined
			? { text: textOf(token, attributeTraitName(trait)), isKept: false }
			: { text: own, isKept: true };
	});
	const written = attributes.find(({ trait_type }) => fold(trait_type) === fold(traitNames.rarity))?.value;
	return {
		index,
		tokenNumber,
		path: sourcePath,
		values,
		tier: rarity.tier,
		keptRarity: written === undefined || written === rarity.tier ? null : written,
		rank: rarity.rank,
		otherCount: attributes.filter(({ trait_type }) => !ownNames.has(fold(trait_type))).length,
	};
}

/** What a preview comes to. */
export function summarizePreview({ tokens, findings, notice }: AttributedCollection): PreviewSummary {
	const facets = attributeCounts(tokens).filter(({ trait }) => !ownNames.has(fold(trait)));
	const others = facets.map(
		({ trait, values }): TraitCount => ({
			trait: null,
			name: trait,
			values: values.map(({ value, count }) => ({ value: null, label: value, count, keptCount: count, weight: null })),
		}),
	);
	const rows = tokens.map(toPreviewRow);
	return {
		size: tokens.length,
		traits: [...countPlanned(attributeOptions(), rows), countRarity(rows), ...others],
		notice,
		findings: findings.slice(0, maxListedProblems),
		findingCount: findings.length,
	};
}

/** The planned traits with how often each value occurs; values of no catalogue come last. */
export function countPlanned(options: readonly AttributeOptions[], rows: readonly PreviewRow[]): TraitCount[] {
	return options.map(({ trait, values }, place) => {
		const counts = countTexts(rows, ({ values: own }) => own[place]!);
		const known = values.map(({ value, label, weight }) => ({
			value,
			label,
			weight,
			...(counts.get(label) ?? { count: 0, keptCount: 0 }),
		}));
		for (const { label } of values) counts.delete(label);
		const foreign = Array.from(counts, ([label, found]) => ({ value: null, label, weight: null, ...found }));
		return { trait, name: attributeTraitName(trait), values: [...known, ...foreign] };
	});
}

function countRarity(rows: readonly PreviewRow[]): TraitCount {
	const counts = countTexts(rows, ({ tier, keptRarity }) => ({
		text: keptRarity ?? tier,
		isKept: keptRarity !== null,
	}));
	const labels = new Set<string>([...rarityTiers, ...counts.keys()]);
	return {
		trait: null,
		name: traitNames.rarity,
		values: Array.from(labels, (label) => ({
			value: null,
			label,
			weight: null,
			...(counts.get(label) ?? { count: 0, keptCount: 0 }),
		})),
	};
}

function countTexts(rows: readonly PreviewRow[], read: (row: PreviewRow) => RowValue) {
	const counts = new Map<string, { count: number; keptCount: number }>();
	for (const row of rows) {
		const { text, isKept } = read(row);
		if (text === '') continue;
		const found = counts.get(text) ?? { count: 0, keptCount: 0 };
		found.count++;
		if (isKept) found.keptCount++;
		counts.set(text, found);
	}
	return counts;
}

/** The tokens of a view, in its order; equal ranks by number. */
export function getTokens<Row extends Token>(
	tokens: readonly Row[],
	{ sortBy, search, value }: RowView,
): readonly Row[] {
	const text = search.trim().toLowerCase();
	const found = tokens.filter(
		(token) =>
			(text === '' || token.sourcePath.toLowerCase().includes(text)) && (value === null || carries(token, value)),
	);
	if (sortBy === 'token') return found;
	return found.toSorted((one, other) => one.rarity.rank - other.rarity.rank || one.tokenNumber - other.tokenNumber);
}

function carries(token: Token, { trait, value }: NonNullable<RowView['value']>): boolean {
	const name = fold(trait);
	const isOwn = ownNames.has(name);
	return token.attributes.some(
		(one) => one.value === value && (isOwn ? fold(one.trait_type) === name : one.trait_type === trait),
	);
}
