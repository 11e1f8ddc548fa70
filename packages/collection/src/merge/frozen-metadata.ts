import type { TokenAttribute } from '@adx/validators/catalogue/image-traits';
import { descriptionMaxLength, filledNameMaxLength } from '@adx/validators/limits';
import type { MergeOptions } from '@adx/validators/merge';
import { isRecord, plainRecord } from '../metadata/json.ts';
import { fillPattern, sellerFeeBasisPoints, tokenName, toTokenName } from '../metadata/metadata.ts';
import { addressFields, createDeadAddressTest, createImageTest, getFileUri, pointerFields } from './dead-addresses.ts';
import type { MergedToken } from './merge-tokens.ts';

/** What a merge makes of a token's metadata. */
export interface FrozenFacts {
	readonly projectName: string;
	/** For tokens without a description; '' for none. */
	readonly description: string;
	/** Path inside the archive. */
	readonly image: string;
	readonly mime: string;
	readonly attributes: readonly TokenAttribute[];
	/** What all tokens say goes before what they said. */
	readonly options: Pick<MergeOptions, 'metadata' | 'fixes'>;
}

type Json = Record<string, unknown>;

/** Numbers that a token had in its old collection, where its metadata writes them down. */
const numberFields = new Set(['edition', 'tokenId', 'token_id']);
/** Numbers that compare a token with its old collection. */
const rankFields = new Set(['rank', 'rarity_rank', 'rarityRank', 'rarity_score', 'rarityScore']);

/**
 * A token's metadata after the merge: all that its old metadata said and that still holds, in its order, with the new
 * name, number, picture, collection and traits. Same input, same result.
 */
export function frozenMetadata(token: MergedToken, facts: FrozenFacts): Json {
	const { name, tokenNumber } = token;
	const old = plainRecord(token.metadata ?? {});
	const isImage = createImageTest(token, old);
	const isDropped = facts.options.fixes.deadAddresses === 'drop' ? createDeadAddressTest() : () => false;
	const setting = { tokenNumber, isImage, isDropped, facts };
	const result: Json = { name };
	for (const [field, value] of Object.entries(old)) {
		const merged = toMergedValue(field, value, setting);
		if (merged !== undefined) result[field] = merged;
	}
	result.name = name;
	const { descriptionPattern, symbol, royaltyPercentage, creators } = facts.options.metadata ?? {};
	const description =
		descriptionPattern === undefined
			? getDescription(old, tokenNumber, facts)
			: fillPattern(descriptionPattern, { number: tokenNumber, name }, descriptionMaxLength);
	if (description !== undefined) result.description = description;
	if (symbol !== undefined) result.symbol = symbol;
	if (royaltyPercentage !== undefined) result.seller_fee_basis_points = sellerFeeBasisPoints(royaltyPercentage);
	result.image = facts.image;
	result.attributes = facts.attributes;
	const properties = createProperties(old.properties, setting);
	result.properties = creators === undefined ? properties : { ...properties, creators };
	return result;
}

interface Setting {
	readonly tokenNumber: number;
	readonly isImage: (uri: unknown) => boolean;
	/** Whether an address that is not the picture's is left out. */
	readonly isDropped: (uri: unknown) => boolean;
	readonly facts: FrozenFacts;
}

function toMergedValue(field: string, value: unknown, setting: Setting): unknown {
	const { tokenNumber, isImage, isDropped, facts } = setting;
	if (numberFields.has(field)) return renumber(value, tokenNumber);
	if (pointerFields.has(field) && isImage(value)) return facts.image;
	if (addressFields.has(field)) return isDropped(value) ? undefined : value;
	if (rankFields.has(field) && typeof value === 'number') return undefined;
	if (field === 'traits' && typeof value === 'object') return undefined;
	if (field === 'collection') return createCollectionField(value, facts.projectName);
	if (field === 'custom_fields' && isRecord(value)) return renumberFields(value, tokenNumber);
	return value;
}

function renumber(value: unknown, tokenNumber: number): unknown {
	if (typeof value === 'number') return tokenNumber;
	return typeof value === 'string' && /^\d+$/.test(value) ? String(tokenNumber) : value;
}

function renumberFields(record: Json, tokenNumber: number): Json {
	const entries = Object.entries(record);
	return Object.fromEntries(
		entries.map(([field, value]) => [field, numberFields.has(field) ? renumber(value, tokenNumber) : value]),
	);
}

function createCollectionField(value: unknown, projectName: string): unknown {
	if (typeof value === 'string') return projectName;
	if (!isRecord(value)) return value;
	const family = value.family === undefined ? {} : { family: projectName };
	return { ...value, name: projectName, ...family };
}

function createProperties(old: unknown, { tokenNumber, isImage, isDropped, facts }: Setting): Json {
	const merged = isRecord(old) ? renumberFields(old, tokenNumber) : {};
	const others = Array.isArray(merged.files) ? merged.files : [];
	const files = others.filter((file) => !isImage(getFileUri(file)) && !isDropped(getFileUri(file)));
	return { category: 'image', ...merged, files: [{ uri: facts.image, type: facts.mime }, ...files] };
}

/** Those of own layers begin with the number, as no being is known. */
const generatedDescription = /^(.*, n|N)umber (\d{1,15}) of (.*)\.$/s;

/** The description, with the new number where it is the sentence that tokens made here begin with. */
function getDescription(old: Json, tokenNumber: number, { projectName, description }: FrozenFacts): unknown {
	const text = old.description;
	if (typeof text !== 'string') return text ?? (description || undefined);
	if (text.trim() === '') return description || text;
	const [, start, number, collection] = generatedDescription.exec(text) ?? [];
	if (collection === undefined || !saysSame(old, collection, Number(number))) return text;
	return `${start}umber ${tokenNumber} of ${projectName}.`;
}

/** Whether the metadata also names the token, its collection or its number so: then a sentence about them is not an accident. */
function saysSame(old: Json, collection: string, number: number): boolean {
	if (old.name === tokenName(collection, number)) return true;
	const named = isRecord(old.collection) ? old.collection.name : old.collection;
	return (
		named === collection || [...numberFields].some((field) => [number, String(number)].includes(old[field] as never))
	);
}

/**
 * About how many bytes the settings for all tokens add to a merge of so many: to the metadata, and names to the manifest
 * and the rows of its tokens too.
 */
export function measureTokenSettings(
	{
		projectName,
		options,
	}: { readonly projectName: string; readonly options: Pick<MergeOptions, 'metadata' | 'naming'> },
	imageCount: number,
): number {
	if (options.metadata === undefined) return 0;
	const { namePattern, descriptionPattern = '', ...others } = options.metadata;
	const generated = toTokenName(namePattern, projectName, imageCount);
	// Names that are kept may be of the longest characters.
	const name = options.naming === 'keep' ? '\u{10FFFF}'.repeat(filledNameMaxLength) : generated;
	const description = fillPattern(descriptionPattern, { number: imageCount, name }, descriptionMaxLength);
	const names = namePattern === undefined ? [] : [generated, generated, generated];
	return imageCount * new TextEncoder().encode(JSON.stringify({ ...others, description, names })).length;
}
