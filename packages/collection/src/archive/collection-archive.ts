import { type AnyTraits, isLayerTraits } from '@adx/validators/catalogue/image-traits';
import {
	type CollectionFacts,
	collectionMetadata,
	forgeField,
	imagePath,
	metadataPath,
	metadataText,
	toCollectionName,
	tokenMetadata,
} from '../metadata/metadata.ts';
import { provenanceHash, provenanceText } from '../metadata/provenance.ts';
import { toAttributes, toScoredTraits } from '../metadata/traits.ts';
import { rankTokens } from '../rarity/rarity.ts';
import { rarityCsv } from '../rarity/rarity-csv.ts';
import { type ArchiveFile, type ArchiveSource, blobFile, lazyTextFile, textFile } from './archive-file.ts';
import { type ManifestFile, type ManifestToken, manifestFormat, manifestText } from './manifest.ts';
import type { ZipEntry } from './zip-layout.ts';

/** A stored image with the facts recorded about its bytes. */
export interface ArchiveImage {
	/** From 1. */
	readonly tokenNumber: number;
	readonly traits: AnyTraits;
	readonly dna: string;
	readonly imageSeed: string;
	/** The version of the forge that drew it; null or absent for any other picture. */
	readonly forgeVersion?: number | null;
	/** The SHA-256 of the original, lower-case hex. */
	readonly sha256: string;
	readonly sizeBytes: number;
	/** Unsigned 32-bit. */
	readonly crc32: number;
	/** 'image/png', 'image/webp' or 'image/jpeg'. */
	readonly mime: string;
}

/** A collection archive before it is laid out; both lists run in parallel. */
export interface CollectionArchive {
	readonly entries: readonly ZipEntry[];
	readonly sources: readonly ArchiveSource[];
}

/**
 * The files of a collection archive: PROVENANCE.txt, collection.json, manifest.json, rarity.csv, metadata/N.json and
 * images/N.<ext>. Rarity is computed from the given images, so an incomplete collection is ranked as what it is.
 * Same input, same bytes. A metadata file is made again each time its `bytes` are read, so that 20,000 of them take no room.
 */
export function buildCollectionArchive(input: {
	readonly projectName: string | null;
	/** The plan's seed. */
	readonly seed: string;
	/** In token order. */
	readonly images: readonly ArchiveImage[];
	/** Further facts for the metadata. */
	readonly collection?: Omit<CollectionFacts, 'name'>;
}): CollectionArchive {
	const collection = { ...input.collection, name: toCollectionName(input.projectName) };
	const ranking = rankTokens(input.images.map(({ traits }) => toScoredTraits(traits)));
	const images = input.images.map((image, index) => ({
		...image,
		traits: { ...image.traits, rarity: ranking.tokens[index]!.tier },
	}));
	const metadata = images.map((image) => {
		const makeText = () => metadataText(tokenMetadata(collection, image));
		return lazyTextFile(metadataPath(image.tokenNumber), makeText);
	});
	const collectionJson = textFile('collection.json', collectionText(collection, images));
	const csvRows = images.map(({ tokenNumber, traits }, index) => ({
		tokenNumber,
		rarity: ranking.tokens[index]!,
		attributes: toAttributes(traits),
	}));
	const csv = textFile('rarity.csv', rarityCsv(csvRows));
	const provenance = provenanceHash(images.map((image) => image.sha256));
	const manifest = textFile(
		'manifest.json',
		manifestText({
			format: manifestFormat,
			name: collection.name,
			seed: input.seed,
			provenance,
			files: [toManifestFile(collectionJson), toManifestFile(csv)],
			tokens: images.map((image, index) => manifestToken(image, toManifestFile(metadata[index]!))),
		}),
	);
	const provenanceFacts = { collectionName: collection.name, imageCount: images.length, provenance };
	const provenanceFile = textFile(
		'PROVENANCE.txt',
		provenanceText({ ...provenanceFacts, manifestSha256: manifest.entry.sha256 }),
	);
	const files = [provenanceFile, collectionJson, manifest, csv, ...metadata, ...images.map(imageFile)];
	return { entries: files.map(({ entry }) => entry), sources: files.map(({ source }) => source) };
}

function imageFile({ tokenNumber, mime, ...bytes }: ArchiveImage): ArchiveFile {
	return blobFile(imagePath(tokenNumber, mime), bytes);
}

function toManifestFile({ entry }: ArchiveFile): ManifestFile {
	return { file: entry.name, sizeBytes: entry.sizeBytes, sha256: entry.sha256 };
}

function manifestToken(image: ArchiveImage, metadata: ManifestFile) {
	return {
		tokenNumber: image.tokenNumber,
		...toManifestFile(imageFile(image)),
		crc32: image.crc32.toString(16).padStart(8, '0'),
		metadata,
		dna: image.dna,
		seed: image.imageSeed,
		...forgeField(image.forgeVersion),
		...layerFacts(image),
	};
}

/** What tells how the DNA of own layers is computed, since nobody knows their names. */
function layerFacts({ traits }: ArchiveImage): Pick<ManifestToken, 'layers' | 'outsideDna'> {
	if (!isLayerTraits(traits)) return {};
	const { layers, outsideDna } = traits;
	return { layers: layers.length, ...(outsideDna.length > 0 ? { outsideDna } : {}) };
}

function collectionText(collection: CollectionFacts, images: readonly ArchiveImage[]): string {
	const { tokenNumber = 1, mime = 'image/png' } = images[0] ?? {};
	return metadataText(collectionMetadata(collection, { tokenNumber, mime, imageCount: images.length }));
}
