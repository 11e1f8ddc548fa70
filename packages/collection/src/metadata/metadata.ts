import type { TokenAttribute } from '@adx/validators/catalogue/image-traits';
import { type AnyTraits, isLayerTraits } from '@adx/validators/catalogue/image-traits';
import {
	filledNameMaxLength,
	solanaNameMaxBytes,
	solanaSymbolMaxBytes,
	solanaUriMaxBytes,
} from '@adx/validators/limits';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { toAttributes, traitLabel } from './traits.ts';

/** A creator as Metaplex metadata names one; the shares add up to 100. */
export interface CollectionCreator {
	readonly address: string;
	readonly share: number;
}

/** What a collection says about itself; only the name is needed. */
export interface CollectionFacts {
	readonly name: string;
	/** Of what is generated here 'ADX' by default; of others what their tokens say, '' for none. */
	readonly symbol?: string;
	/** Default: a sentence of the token's number, with race and class if it has them; for the collection of how many there are. */
	readonly description?: string;
	readonly externalUrl?: string;
	readonly bannerImage?: string;
	/** Hundredths of a percent, see `sellerFeeBasisPoints`; default 0. */
	readonly sellerFeeBasisPoints?: number;
	readonly creators?: readonly CollectionCreator[];
	/** Addresses that may edit the collection's page, as ERC-7572 has it. */
	readonly collaborators?: readonly string[];
}

/** What a token's metadata is made from. */
export interface TokenFacts {
	/** From 1. */
	readonly tokenNumber: number;
	readonly traits: AnyTraits;
	/** Default 'image/png'. */
	readonly mime?: string;
	/** Six hexadecimal digits without '#'. */
	readonly backgroundColor?: string;
	readonly animationUrl?: string;
	/** The version of the forge that drew it; null or absent for any other picture. */
	readonly forgeVersion?: number | null;
}

interface TokenFile {
	readonly uri: string;
	readonly type: string;
}

/** Metadata of one token, in the form that EVM marketplaces and Metaplex both read. */
export interface TokenMetadata {
	readonly name: string;
	readonly symbol: string;
	readonly description: string;
	readonly image: string;
	readonly external_url: string;
	readonly attributes: readonly TokenAttribute[];
	readonly seller_fee_basis_points: number;
	readonly collection: { readonly name: string; readonly family: string };
	readonly category: 'image';
	readonly properties: {
		readonly files: readonly TokenFile[];
		readonly category: 'image';
		readonly creators: readonly CollectionCreator[];
		/** The version of the forge that drew the picture: the same seed draws another one in another version. */
		readonly forge?: number;
	};
	readonly background_color?: string;
	readonly animation_url?: string;
}

/** Metadata of a collection: ERC-7572's fields, and Metaplex's beside them. */
export interface CollectionMetadata {
	readonly name: string;
	readonly symbol: string;
	readonly description: string;
	readonly image: string;
	readonly banner_image: string;
	readonly external_link: string;
	readonly collaborators: readonly string[];
	readonly external_url: string;
	readonly seller_fee_basis_points: number;
	readonly category: 'image';
	readonly properties: {
		readonly files: readonly TokenFile[];
		readonly category: 'image';
		readonly creators: readonly CollectionCreator[];
	};
}

const defaultName = 'ADX Collection';
const defaultSymbol = 'ADX';
const defaultMime = 'image/png';
/** Holds the images of an archive. */
export const imageFolder = 'images/';
const extensions: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/webp': 'webp', 'image/jpeg': 'jpg' };

/** The collection's name for a project's, which may be missing or blank. */
export function toCollectionName(projectName: string | null | undefined): string {
	return projectName?.trim() || defaultName;
}

/** Name of a token's image file, e.g. '1.png'. Throws RangeError for a type no engine makes. */
export function imageFileName(tokenNumber: number, mime = defaultMime): string {
	const extension = extensions[mime];
	if (extension === undefined) throw new RangeError(`There is no file name for images of type '${mime}'.`);
	return `${tokenNumber}.${extension}`;
}

/** The type of an image by the name that `imageFileName` gave it; PNG, as planned, for any other name. */
export const mimeFromFileName = (fileName: string): string =>
	Object.keys(extensions).find((mime) => fileName.endsWith(`.${extensions[mime]}`)) ?? defaultMime;

/** The symbol that metadata names, of those that name any; '' where they name none or several. */
export function findCommonSymbol(
	tokens: readonly { readonly metadata: Readonly<Record<string, unknown>> | null }[],
): string {
	let common = '';
	for (const { metadata } of tokens) {
		const symbol = metadata?.symbol;
		if (typeof symbol !== 'string' || symbol.trim() === '' || symbol === common) continue;
		if (common !== '') return '';
		common = symbol;
	}
	return common;
}

/** Path of a token's image inside an archive, e.g. 'images/1.png'. Throws as `imageFileName` does. */
export function imagePath(tokenNumber: number, mime = defaultMime): string {
	return imageFolder + imageFileName(tokenNumber, mime);
}

/** Path of a token's metadata inside an archive, e.g. 'metadata/1.json'. */
export function metadataPath(tokenNumber: number): string {
	return `metadata/${tokenNumber}.json`;
}

/** A token's name, e.g. 'Winter Court #12'. */
export function tokenName(collectionName: string, tokenNumber: number): string {
	return `${collectionName} #${tokenNumber}`;
}

/** A token's name by the pattern, e.g. 'Court 12', of at most 100 characters; without one as `tokenName` has it. */
export function toTokenName(pattern: string | undefined, collectionName: string, tokenNumber: number): string {
	if (pattern === undefined) return tokenName(collectionName, tokenNumber);
	return fillPattern(pattern, { number: tokenNumber, name: collectionName }, filledNameMaxLength);
}

const placeholder = /\{(number|name)\}/g;

/**
 * What a pattern comes to for one token. What is filled in is taken as it is: a name that holds '{number}' keeps it. A name
 * is shortened so that no more than `maxLength` characters come of a pattern that is no longer itself.
 */
export function fillPattern(
	pattern: string,
	values: { readonly number: number; readonly name: string },
	maxLength: number,
): string {
	const fill = (name: string) =>
		pattern.replace(placeholder, (_, field: keyof typeof values) =>
			field === 'number' ? String(values.number) : name,
		);
	const filled = fill(values.name);
	if (filled.length <= maxLength) return filled;
	const room = Math.max(0, values.name.length - (filled.length - maxLength));
	// Half a surrogate pair is not a character.
	return fill(values.name.slice(0, room).replace(/[\uD800-\uDBFF]$/, '')).slice(0, maxLength);
}

/** The metadata of one of our own tokens, before it is frozen as text by `metadataText`. */
export function tokenMetadata(collection: CollectionFacts, token: TokenFacts): TokenMetadata {
	const { tokenNumber, traits, mime = defaultMime, forgeVersion } = token;
	const image = imagePath(tokenNumber, mime);
	return {
		name: tokenName(collection.name, tokenNumber),
		symbol: collection.symbol ?? defaultSymbol,
		description: collection.description ?? describeToken(collection.name, token),
		image,
		external_url: collection.externalUrl ?? '',
		attributes: toAttributes(traits),
		seller_fee_basis_points: collection.sellerFeeBasisPoints ?? 0,
		collection: { name: collection.name, family: collection.name },
		category: 'image',
		properties: { ...createProperties(collection, { uri: image, type: mime }), ...forgeField(forgeVersion) },
		...(token.backgroundColor === undefined ? {} : { background_color: token.backgroundColor }),
		...(token.animationUrl === undefined ? {} : { animation_url: token.animationUrl }),
	};
}

/** The field `forge` of what tells which forge drew a picture; nothing where none did. */
export const forgeField = (version: number | null | undefined): { readonly forge?: number } =>
	version == null ? {} : { forge: version };

function describeToken(collectionName: string, { tokenNumber, traits }: TokenFacts): string {
	const place = `umber ${tokenNumber} of ${collectionName}.`;
	if (isLayerTraits(traits)) return `N${place}`;
	return `${traitLabel('race', traits.race)} ${traitLabel('class', traits.class)}, n${place}`;
}

/** Metadata of the collection as a whole; its picture is the given token's. */
export function collectionMetadata(
	collection: CollectionFacts,
	cover: { readonly tokenNumber: number; readonly mime?: string; readonly imageCount: number },
): CollectionMetadata {
	const mime = cover.mime ?? defaultMime;
	const image = imagePath(cover.tokenNumber, mime);
	const { imageCount } = cover;
	const size = imageCount === 1 ? '1 token' : `${imageCount} tokens`;
	return {
		name: collection.name,
		symbol: collection.symbol ?? defaultSymbol,
		description: collection.description ?? `${collection.name}, a collection of ${size}.`,
		image,
		banner_image: collection.bannerImage ?? '',
		external_link: collection.externalUrl ?? '',
		collaborators: collection.collaborators ?? [],
		external_url: collection.externalUrl ?? '',
		seller_fee_basis_points: collection.sellerFeeBasisPoints ?? 0,
		category: 'image',
		properties: createProperties(collection, { uri: image, type: mime }),
	};
}

/** The text of a metadata file: two spaces, fields in their fixed order, a final line break. Same value, same bytes. */
export function metadataText(metadata: TokenMetadata | CollectionMetadata | Readonly<Record<string, unknown>>): string {
	return `${JSON.stringify(metadata, null, 2)}\n`;
}

/** A royalty in percent as basis points, e.g. 2.5 -> 250. */
export function sellerFeeBasisPoints(royaltyPercentage: number): number {
	return Math.round(royaltyPercentage * 100);
}

/** Longest texts that Solana's token metadata takes, in UTF-8 bytes. */
export const solanaLimits = { name: solanaNameMaxBytes, symbol: solanaSymbolMaxBytes, uri: solanaUriMaxBytes } as const;

/** A sentence per text that is too long for Solana; an empty list when all fit. */
export function solanaProblems(texts: Readonly<Partial<Record<keyof typeof solanaLimits, string>>>): string[] {
	return (Object.keys(solanaLimits) as (keyof typeof solanaLimits)[]).flatMap((field) => {
		const sizeBytes = utf8ToBytes(texts[field] ?? '').length;
		if (sizeBytes <= solanaLimits[field]) return [];
		return [`The ${field} takes ${sizeBytes} bytes; Solana allows ${solanaLimits[field]}.`];
	});
}

function createProperties({ creators }: CollectionFacts, file: TokenFile) {
	return { files: [file], category: 'image' as const, creators: creators ?? [] };
}
