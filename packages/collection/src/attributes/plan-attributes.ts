import type { AttributeFinding } from '@adx/validators/attributes';
import type { TokenAttribute } from '@adx/validators/catalogue/image-traits';
import { formatNumber } from '@adx/validators/format-number';
import type { StartGenerationInput } from '@adx/validators/generation/generation-order';
import { splitPath } from '../files/file-paths.ts';
import { mimeByExtension } from '../files/image-types.ts';
import { tokenFileNames } from '../files/token-file-names.ts';
import { type CaseFolding, createCaseFolding } from '../metadata/case-folding.ts';
import { toCollectionName, tokenName } from '../metadata/metadata.ts';
import { readAttributes } from '../metadata/token-attributes.ts';
import { countNameSpellings, findMainSpelling } from '../metadata/trait-spellings.ts';
import { traitNames } from '../metadata/traits.ts';
import { computeDna } from '../plan/dna.ts';
import { describeTooManyTraits, rankTokens, type TokenRarity } from '../rarity/rarity.ts';
import { type TraitFacet, traitFacets } from '../rarity/trait-facets.ts';
import { type ExistingValues, type PlannedLabels, planLabels } from './attribute-columns.ts';
import {
	type ExistingMetadata,
	listFindings,
	mergeTraits,
	readExistingMetadata,
	readExistingValues,
} from './existing-metadata.ts';

/** What trait sets for finished art are made from. */
export interface AttributesInput {
	readonly folderSize: number;
	/** Paths of the images in the order of their numbers, as many as `folderSize`; default '1.png', '2.png' … */
	readonly fileNames?: readonly string[] | undefined;
	/**
	 * Metadata that the images have, in the same order: a JSON value, or a file's whole text (which alone shows what reading
	 * it would lose); null or undefined for none.
	 */
	readonly existing?: readonly unknown[] | undefined;
	/** What findings about this metadata name, in the same order, such as its file; the image where nothing is given. */
	readonly reportedAs?: readonly (string | undefined)[] | undefined;
	/** The bytes of files that `existing` does not give back and that are to be kept, in the same order. */
	readonly originals?: readonly (Uint8Array | undefined)[] | undefined;
	/** What was wrong with files when they were read; it stands before what is found in their metadata. */
	readonly fileFindings?: readonly AttributeFinding[] | undefined;
	/** Whether a trait that existing metadata already has keeps its value or gets the planned one. */
	readonly existingTraits: 'keep' | 'replace';
	readonly seed: string;
	readonly weights?: StartGenerationInput['weights'];
	/** Blank or missing: 'ADX Collection'. */
	readonly projectName?: string | undefined;
	/** For what names none itself. */
	readonly symbol?: string | undefined;
}

/** An image with its trait set. */
export interface AttributedToken {
	/** From 1. */
	readonly tokenNumber: number;
	/** As it was given. */
	readonly sourcePath: string;
	/** Its own name, made safe, and told apart from others of the same base name, e.g. 'a.png'. */
	readonly filename: string;
	/** E.g. 'a.json'. */
	readonly metadataFilename: string;
	/** All traits, those it had before included; Rarity is the tier of its rank unless it had one and keeps it. */
	readonly attributes: TokenAttribute[];
	/** Those of the planned traits that it already has and keeps. */
	readonly existing: ExistingValues;
	/** What its metadata file says. */
	readonly metadata: Record<string, unknown>;
	readonly rarity: TokenRarity;
	/** The DNA of the traits it ends up with; repeats count as variants. */
	readonly dna: string;
	/** Text or bytes of the metadata it had, where that could not be taken over whole; else null. */
	readonly original: string | Uint8Array | null;
}

export interface AttributedCollection {
	/** By token number. */
	readonly tokens: readonly AttributedToken[];
	readonly findings: readonly AttributeFinding[];
	/** A sentence to show when some images had to repeat the traits of others, else null. */
	readonly notice: string | null;
}

/** Why no trait sets can be made of what was ordered; its message is a sentence that a person can act on. */
export class AttributesError extends Error {
	override readonly name = 'AttributesError';
}

/**
 * Plans Class, Affliction, Divinity, Items and Magical Stone for finished art, by exact quotas over the images that get
 * them and unique combinations, derives Rarity from the rank of what each token finally carries, and merges existing
 * metadata: its other fields stay as they are. Same order, same result, here as on the server. Throws PlanImpossibleError
 * when the weights leave a trait no value, AttributesError when lists do not fit `folderSize` or the metadata names so
 * many traits that no rarity can be computed.
 */
export function planAttributes(request: AttributesInput): AttributedCollection {
	const paths = request.fileNames ?? Array.from({ length: request.folderSize }, (_, index) => `${index + 1}.png`);
	checkLengths(request, paths);
	const folds = createCaseFolding();
	const existing = paths.map((_, index) => readExistingMetadata(request.existing?.[index], folds));
	const existingValues = existing.map((each) =>
		request.existingTraits === 'keep' ? readExistingValues(each, folds) : {},
	);
	const labels = planLabels(existingValues, { seed: request.seed, weights: request.weights, folds });
	const lists = existing.map(({ entries }, index) =>
		toAttributeList(entries, { request, labels: labels[index]!, rarity: null }, folds),
	);
	const scored = lists.map((list, index) => attributesIn(list, existing[index]!));
	checkTraitCount(scored);
	const ranking = rankTokens(scored);
	const names = tokenFileNames(paths);
	const dna = computeAllDna(labels, existingValues);
	const tokens = paths.map((sourcePath, index): AttributedToken => {
		const rarity = ranking.tokens[index]!;
		const { record, entries, original } = existing[index]!;
		const list = toAttributeList(entries, { request, labels: labels[index]!, rarity: rarity.tier }, folds);
		const attributes = attributesIn(list, existing[index]!);
		const facts = { request, tokenNumber: index + 1, filename: names[index]!.filename, attributes, list };
		const metadata = createMetadata(record, facts);
		return {
			tokenNumber: index + 1,
			sourcePath,
			...names[index]!,
			attributes,
			existing: existingValues[index]!,
			metadata,
			rarity,
			dna: dna.of[index]!,
			original: request.originals?.[index] ?? original,
		};
	});
	const toFilename = (index: number) => request.reportedAs?.[index] ?? paths[index]!;
	return {
		tokens,
		findings: [
			...(request.fileFindings ?? []),
			...collectFindings(existing, toFilename),
			...findOtherSpellings(tokens, toFilename, folds),
		],
		notice: createNotice(dna.repeats, tokens.length),
	};
}

/** How often each value of each trait occurs, Rarity last: at most 100 traits and 500 values of each. */
export function attributeCounts(tokens: readonly Pick<AttributedToken, 'attributes'>[]): TraitFacet[] {
	const facets = traitFacets(tokens.map(({ attributes }) => attributes));
	return facets.sort(
		(left, right) => Number(left.trait === traitNames.rarity) - Number(right.trait === traitNames.rarity),
	);
}

function checkLengths({ folderSize, existing }: AttributesInput, paths: readonly string[]): void {
	const length = paths.length === folderSize ? (existing?.length ?? folderSize) : paths.length;
	if (length === folderSize) return;
	throw new AttributesError(`The list has ${formatNumber(length)} entries for ${formatNumber(folderSize)} images.`);
}

function checkTraitCount(tokens: readonly (readonly TokenAttribute[])[]): void {
	const names = new Set<string>();
	for (const attributes of tokens) for (const { trait_type } of attributes) names.add(trait_type);
	const tooMany = describeTooManyTraits(names.size, tokens.length);
	if (tooMany !== null) throw new AttributesError(tooMany);
}

function toAttributeList(
	entries: readonly unknown[],
	{
		request,
		labels,
		rarity,
	}: { readonly request: AttributesInput; readonly labels: PlannedLabels; readonly rarity: string | null },
	folds: CaseFolding,
): unknown[] {
	return mergeTraits(entries, { labels, rarity, mode: request.existingTraits }, folds);
}

/** A trait list as rarity reads it. */
function attributesIn(list: readonly unknown[], { entries }: ExistingMetadata): TokenAttribute[] {
	// What was made here alone need not be read like a stranger's.
	return entries.length === 0 ? (list as TokenAttribute[]) : readAttributes({ attributes: list });
}

function computeAllDna(
	labels: readonly PlannedLabels[],
	existingValues: readonly ExistingValues[],
): { readonly of: readonly string[]; readonly repeats: number } {
	const variants = new Map<string, number>();
	const all = labels.map((planned, index) => {
		const traits = { ...existingValues[index], ...planned };
		const named = Object.fromEntries(
			Object.entries(traits).map(([trait, label]) => [traitNames[trait as keyof typeof traits], label]),
		);
		const key = computeDna(named);
		const variant = (variants.get(key) ?? 0) + 1;
		variants.set(key, variant);
		return variant === 1 ? key : computeDna(named, { variant });
	});
	return { of: all, repeats: all.length - variants.size };
}

function createNotice(repeats: number, size: number): string | null {
	if (repeats === 0) return null;
	const [some, all] = [repeats, size].map(formatNumber);
	return `${some} of ${all} images repeat the planned traits of another one.`;
}

function collectFindings(
	existing: readonly ExistingMetadata[],
	toFilename: (index: number) => string,
): AttributeFinding[] {
	return existing.flatMap((read, index) =>
		listFindings(read).map((problem) => ({ filename: toFilename(index), problem })),
	);
}

/**
 * What the preflight of an export finds in the names of traits: every spelling that is not the most frequent one, by the
 * first file that has it. One that has both is named as such already.
 */
function findOtherSpellings(
	tokens: readonly AttributedToken[],
	toFilename: (index: number) => string,
	folds: CaseFolding,
): AttributeFinding[] {
	const spellings = countNameSpellings(tokens, folds);
	const several = [...spellings].filter(([, spelling]) => spelling.size > 1);
	const mainNames = new Map(several.map(([fold, spelling]) => [fold, findMainSpelling(spelling)]));
	const found = new Map<string, AttributeFinding>();
	for (const [index, { attributes }] of tokens.entries()) {
		const names = new Set(attributes.map(({ trait_type }) => trait_type));
		for (const name of names) {
			const main = mainNames.get(folds.name(name));
			if (main === undefined || names.has(main) || found.has(name)) continue;
			const times = spellings.get(folds.name(name))!.get(name)!;
			const often = times === 1 ? 'once' : `${formatNumber(times)} times`;
			const problem = `Names of traits differ only in case or white space: '${name}' is written so ${often}, mostly '${main}'.`;
			found.set(name, { filename: toFilename(index), problem });
		}
	}
	return [...found.values()];
}

interface MetadataFacts {
	readonly request: AttributesInput;
	readonly tokenNumber: number;
	readonly filename: string;
	readonly attributes: readonly TokenAttribute[];
	/** The trait list for the file. */
	readonly list: readonly unknown[];
}

/** The old metadata in its order with the new trait list, then whatever marketplaces read and it lacks. */
function createMetadata(
	record: Readonly<Record<string, unknown>> | null,
	facts: MetadataFacts,
): Record<string, unknown> {
	const { request, tokenNumber, filename, attributes, list } = facts;
	const collection = toCollectionName(request.projectName);
	const being = attributes.find(({ trait_type }) => trait_type === traitNames.class)?.value ?? 'A character';
	const type = mimeByExtension.get(splitPath(filename).extension) ?? 'image/png';
	const standard = {
		name: tokenName(collection, tokenNumber),
		symbol: request.symbol?.trim() ?? '',
		description: `${being}, number ${tokenNumber} of ${collection}.`,
		image: filename,
		external_url: '',
		attributes: list,
		seller_fee_basis_points: 0,
		collection: { name: collection, family: collection },
		category: 'image',
		properties: { files: [{ uri: filename, type }], category: 'image', creators: [] },
	};
	const metadata: Record<string, unknown> = record === null ? standard : { ...record, attributes: list };
	for (const [field, value] of Object.entries(standard)) {
		if (!Object.hasOwn(metadata, field)) metadata[field] = value;
	}
	return metadata;
}
