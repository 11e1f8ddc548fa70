import type { RarityTier, TokenAttribute } from '@adx/validators/catalogue/image-traits';
import { safeFileName } from '@adx/validators/file-name';
import type { MergeOptions } from '@adx/validators/merge';
import type { CollectionArchive } from '../archive/collection-archive.ts';
import type { ManifestFile } from '../archive/manifest.ts';
import { createPack } from '../archive/pack.ts';
import { decodeIndex, encodeIndex, type IndexEntry } from '../archive/pack-index.ts';
import { splitPath } from '../files/file-paths.ts';
import { extensionByMime } from '../files/image-types.ts';
import {
	type CollectionFacts,
	collectionMetadata,
	findCommonSymbol,
	metadataPath,
	metadataText,
	sellerFeeBasisPoints,
} from '../metadata/metadata.ts';
import { provenanceHash } from '../metadata/provenance.ts';
import { isRarity, isTier, type Ranking, rankTokens } from '../rarity/rarity.ts';
import { rarityCsv } from '../rarity/rarity-csv.ts';
import { type TraitFacet, traitFacets } from '../rarity/trait-facets.ts';
import { type FrozenManifest, frozenFormat, frozenManifestText, frozenProvenanceText } from './frozen-manifest.ts';
import { frozenMetadata } from './frozen-metadata.ts';
import { getOriginalName, type MergedToken } from './merge-tokens.ts';

/** A merged token with the facts recorded about its bytes. */
export interface FrozenToken extends MergedToken {
	readonly sizeBytes: number;
	/** Unsigned 32-bit. */
	readonly crc32: number;
}

/** What is kept of a token beside the archive. */
export interface FrozenTokenRecord {
	readonly tokenNumber: number;
	readonly name: string;
	readonly sha256: string;
	/** As its metadata has them. */
	readonly attributes: readonly TokenAttribute[];
	readonly rank: number;
	readonly score: number;
	readonly tier: RarityTier;
	/** From 0. */
	readonly sourcePosition: number;
	readonly sourceFilename: string;
}

export interface FrozenArchive {
	/** Every text file of the archive, one after the other, in a buffer of its own. */
	readonly pack: Uint8Array;
	/** The archive's entries, for `readFrozenIndex`. */
	readonly index: Uint8Array;
	readonly provenance: string;
	readonly facets: TraitFacet[];
	/** By token number. */
	readonly tokens: FrozenTokenRecord[];
	readonly imageCount: number;
}

interface FrozenInput {
	readonly projectName: string;
	/** For the collection and for tokens that have none; may be ''. */
	readonly description: string;
	/** As the merge used it. */
	readonly seed: string;
	readonly options: MergeOptions;
	/** All collections that were put in, in their order. */
	readonly sources: readonly { readonly name: string }[];
	/** The result of `mergeTokens`, so at least one. */
	readonly tokens: readonly FrozenToken[];
}

/**
 * The archive of a Frozen Collection: PROVENANCE.txt, collection.json, manifest.json, rarity.csv, metadata/N.json and
 * images/N.<ext>, the files that the tokens name. Rarity is computed again, see `addRarity`. Same input, same bytes.
 */
export function buildFrozenArchive(input: FrozenInput): FrozenArchive {
	const { projectName, tokens } = input;
	const ranking = rankTokens(tokens.map(({ attributes }) => attributes));
	const rarityName = findRarityName(tokens);
	const attributes = tokens.map((token, index) => addRarity(token, rarityName, ranking.tokens[index]!.tier));
	const pack = createPack();
	const images = tokens.map(imageEntry);
	const metadata = tokens.map((token, index) => {
		const facts = { ...input, image: images[index]!.entry.name, mime: getMime(token), attributes: attributes[index]! };
		return pack.add(metadataPath(token.tokenNumber), metadataText(frozenMetadata(token, facts)));
	});
	const collectionJson = pack.add('collection.json', collectionText(input, images));
	const csv = pack.add('rarity.csv', csvText(tokens, ranking, attributes));
	const provenance = provenanceHash(tokens.map(({ sha256 }) => sha256));
	const manifest: FrozenManifest = {
		...createManifestHead(input, provenance),
		files: [toManifestFile(collectionJson), toManifestFile(csv)],
		tokens: tokens.map((token, index) =>
			manifestToken(token, {
				image: toManifestFile(images[index]!),
				metadata: toManifestFile(metadata[index]!),
				isRarityDerived: attributes[index] !== token.attributes,
			}),
		),
	};
	const manifestJson = pack.add('manifest.json', frozenManifestText(manifest));
	const facts = { collectionName: projectName, imageCount: tokens.length, provenance };
	const proofText = frozenProvenanceText({ ...facts, manifestSha256: manifestJson.entry.sha256 }, manifest);
	const provenanceFile = pack.add('PROVENANCE.txt', proofText);
	return {
		pack: pack.bytes(),
		index: encodeIndex([provenanceFile, collectionJson, manifestJson, csv, ...metadata, ...images]),
		provenance,
		facets: traitFacets(attributes),
		tokens: tokens.map((token, index) => tokenRecord(token, attributes[index]!, ranking.tokens[index]!)),
		imageCount: tokens.length,
	};
}

/**
 * The archive behind an index: entries and where their bytes lie, the texts in the stored pack. Throws RangeError for
 * bytes that are not a whole index.
 */
export function readFrozenIndex(bytes: Uint8Array, packSha256: string): CollectionArchive {
	return decodeIndex(bytes, packSha256);
}

/** The name of a Rarity that was derived here, as the merge writes it; undefined where no token has one. */
function findRarityName(tokens: readonly FrozenToken[]): string | undefined {
	const derived = tokens.find(({ hasDerivedRarity, attributes }) => hasDerivedRarity && attributes.some(isRarity));
	return derived?.attributes.find(isRarity)?.trait_type;
}

/**
 * Where any token has a Rarity that was derived here, all get the tier of their new rank, since a part of them would
 * contradict the tiers of the whole. What is not a tier of ours is of another scale and stays. The list itself comes back where
 * nothing changes.
 */
function addRarity(
	{ attributes, hasDerivedRarity }: FrozenToken,
	rarityName: string | undefined,
	tier: RarityTier,
): readonly TokenAttribute[] {
	if (rarityName === undefined) return attributes;
	const own = attributes.find(isRarity);
	if (own === undefined) return [...attributes, { trait_type: rarityName, value: tier }];
	if (!hasDerivedRarity && !isTier(own.value)) return attributes;
	return attributes.map((attribute) => (isRarity(attribute) ? { ...attribute, value: tier } : attribute));
}

function getMime({ mime }: FrozenToken): string {
	return mime ?? 'application/octet-stream';
}

function imageEntry(token: FrozenToken): IndexEntry {
	const { tokenNumber, sizeBytes, crc32, sha256 } = token;
	// What is not a picture keeps the extension it came with.
	const extension = extensionByMime.get(getMime(token)) ?? (splitPath(safeFileName(token.filename)).extension || 'bin');
	return { entry: { name: `images/${tokenNumber}.${extension}`, sizeBytes, crc32, sha256 }, packOffset: null };
}

function toManifestFile({ entry: { name, sizeBytes, sha256 } }: IndexEntry): ManifestFile {
	return { file: name, sizeBytes, sha256 };
}

function collectionText(input: FrozenInput, images: readonly IndexEntry[]): string {
	const { tokens } = input;
	const facts = { symbol: findCommonSymbol(tokens), ...frozenFacts(input) };
	const metadata = collectionMetadata(facts, { tokenNumber: 1, imageCount: tokens.length });
	const cover = tokens.find(({ mime }) => mime !== null) ?? tokens[0]!;
	const image = images[tokens.indexOf(cover)]!.entry.name;
	const properties = { ...metadata.properties, files: [{ uri: image, type: getMime(cover) }] };
	return metadataText({ ...metadata, image, properties });
}

/** What a Frozen Collection says of itself. */
export function frozenFacts({
	projectName,
	description,
	options: { metadata = {} },
}: Pick<FrozenInput, 'projectName' | 'description' | 'options'>): CollectionFacts {
	const { symbol, royaltyPercentage, creators } = metadata;
	return {
		name: projectName,
		...(description === '' ? {} : { description }),
		...(symbol === undefined ? {} : { symbol }),
		...(royaltyPercentage === undefined ? {} : { sellerFeeBasisPoints: sellerFeeBasisPoints(royaltyPercentage) }),
		...(creators === undefined ? {} : { creators }),
	};
}

function csvText(
	tokens: readonly FrozenToken[],
	ranking: Ranking,
	attributes: readonly (readonly TokenAttribute[])[],
): string {
	return rarityCsv(
		tokens.map(({ tokenNumber }, index) => ({
			tokenNumber,
			rarity: ranking.tokens[index]!,
			attributes: attributes[index]!,
		})),
	);
}

function createManifestHead(
	{ projectName, description, seed, options, sources, tokens }: FrozenInput,
	provenance: string,
) {
	const counts = sources.map(() => 0);
	for (const { sourcePosition } of tokens) counts[sourcePosition]!++;
	const { order, naming, fixes, metadata } = options;
	return {
		format: frozenFormat,
		name: projectName,
		description,
		seed,
		options: { order, naming, fixes, ...(metadata === undefined ? {} : { metadata }) },
		provenance,
		sources: sources.map(({ name }, position) => ({ name, imageCount: counts[position]! })),
	} as const;
}

interface ManifestTokenFacts {
	readonly image: ManifestFile;
	readonly metadata: ManifestFile;
	readonly isRarityDerived: boolean;
}

function manifestToken(token: FrozenToken, { image, metadata, isRarityDerived }: ManifestTokenFacts) {
	const { tokenNumber, name, crc32, sourcePosition, sourceIndex, filename } = token;
	return {
		tokenNumber,
		name,
		...image,
		crc32: crc32.toString(16).padStart(8, '0'),
		metadata,
		from: { collection: sourcePosition + 1, place: sourceIndex + 1, file: filename, name: getOriginalName(token) },
		...(isRarityDerived ? { derivedRarity: true as const } : {}),
	};
}

function tokenRecord(
	token: FrozenToken,
	attributes: readonly TokenAttribute[],
	{ rank, score, tier }: Ranking['tokens'][number],
): FrozenTokenRecord {
	const { tokenNumber, name, sha256, sourcePosition, filename } = token;
	return { tokenNumber, name, sha256, attributes, rank, score, tier, sourcePosition, sourceFilename: filename };
}
