import { type ExportCollection, ExportError, type ExportToken } from '../export/export-collection.ts';
import { isRecord } from '../metadata/json.ts';
import type { CollectionCreator, CollectionFacts } from '../metadata/metadata.ts';
import type { CheckedCollection, CheckedToken } from '../preflight/checked-collection.ts';
import { compareNaturally, type FilePath, isSystemFile, parseEdition, splitPath } from './file-paths.ts';
import { type GroupedImage, groupFiles } from './group-files.ts';
import { reservedBases } from './metadata-search.ts';
import { pairByNames, pairByRows, type TokenFiles } from './pair-token-files.ts';

/** What a folder or a zip holds of one collection; paths as they were given. */
export interface FoundCollection {
	/** In the natural order of their paths. */
	readonly images: readonly GroupedImage[];
	/** A `_metadata.json` for those without metadata of their own, see `readMetadataList`. */
	readonly listPath: string | null;
	/** `collection.json`, else `contract.json`; the one that lies highest. */
	readonly collectionPath: string | null;
	/** A `metadata.csv`, see `readMetadataCsv`. */
	readonly tablePath: string | null;
	/** Metadata whose picture is missing, in natural order: numbered files, and all of them where there is no picture at all. */
	readonly metadataWithoutImage: readonly string[];
	/** Numbers that a `files.csv` gives, by path of the picture or of lone metadata; they go before those in names. */
	readonly numbers: ReadonlyMap<string, number>;
}

/** The `files.csv` of the attribute generator that lies highest; null where there is none. */
export function tokenFilesPath(paths: readonly string[]): string | null {
	return highest(paths.map(splitPath), 'files.csv');
}

/**
 * Takes all paths for one collection, in whatever layout: the product's own archives, HashLips, Sugar, OpenSea's drops, and
 * what the attribute generator wrote, whose `files.csv` says which metadata belongs to which picture.
 */
export function findCollection(paths: readonly string[], tokenFiles: TokenFiles | null = null): FoundCollection {
	const { images: grouped, listPath, tablePath, ignored } = groupFiles(paths);
	const byRows = tokenFiles === null ? { images: grouped, numbers: new Map() } : pairByRows(grouped, tokenFiles, paths);
	const images = pairByNames(byRows.images, ignored);
	const used = new Set(images.map(({ metadataPath }) => metadataPath));
	const others = ignored.filter((path) => !used.has(path)).map(splitPath);
	const collectionPath = highest(others, 'collection.json') ?? highest(others, 'contract.json');
	const files = { images, listPath, collectionPath, tablePath: tablePath ?? highest(others, 'metadata.csv') };
	if (listPath !== null) return { ...files, metadataWithoutImage: [], numbers: byRows.numbers };
	if (images.length === 0 && tokenFiles !== null) return { ...files, ...listedMetadata(tokenFiles, paths) };
	const isSetAside = createOriginalsFilter(paths);
	const lone = others.filter((file) => isTokenMetadata(file, images.length > 0) && !isSetAside(file));
	return {
		...files,
		metadataWithoutImage: lone.map(({ path }) => path).sort(compareNaturally),
		numbers: byRows.numbers,
	};
}

function highest(files: readonly FilePath[], name: string): string | null {
	const found = files.filter((file) => file.name.toLowerCase() === name);
	return found.sort((left, right) => left.folders.length - right.folders.length)[0]?.path ?? null;
}

function listedMetadata({ path, rows }: TokenFiles, paths: readonly string[]) {
	const { folders } = splitPath(path);
	const present = new Map(paths.map(splitPath).map((file) => [[...file.folders, file.name].join('/'), file.path]));
	const numbers = new Map<string, number>();
	for (const { metadata, tokenNumber } of rows) {
		const own = present.get([...folders, metadata.normalize('NFC')].join('/'));
		if (own !== undefined) numbers.set(own, tokenNumber);
	}
	return { metadataWithoutImage: [...numbers.keys()], numbers };
}

/** The attribute generator keeps in 'originals', beside its `files.csv`, what it could not take over. */
function createOriginalsFilter(paths: readonly string[]): (file: FilePath) => boolean {
	const lists = paths.map(splitPath).filter(({ name }) => name.toLowerCase() === 'files.csv');
	const folders = new Set(['originals', ...lists.map((list) => [...list.folders, 'originals'].join('/'))]);
	return (file) => folders.has(file.folders.join('/'));
}

/** Files of whole collections. */
const collectionBases = new Set([...reservedBases, 'contract', 'roots']);

function isTokenMetadata(file: FilePath, hasImages: boolean): boolean {
	if (file.extension !== 'json' || isSystemFile(file)) return false;
	return hasImages ? parseEdition(file.base) !== undefined : !collectionBases.has(file.base.toLowerCase());
}

/** The number in a file's name; null where there is none. */
export function parseTokenNumber(path: string): number | null {
	return parseEdition(splitPath(path).base) ?? null;
}

/** What a `collection.json` or `contract.json` says, as far as it is of the right kind; the name falls back to the given one. */
export function readCollectionFacts(
	record: Readonly<Record<string, unknown>> | null,
	fallbackName: string,
): CollectionFacts {
	const { name, symbol, description, banner_image, seller_fee_basis_points: fee } = record ?? {};
	const externalUrl = getText(record?.external_link) ?? getText(record?.external_url);
	const creators = isRecord(record?.properties) ? parseCreators(record.properties.creators) : undefined;
	const collaborators = Array.isArray(record?.collaborators) ? record.collaborators.filter(isText) : [];
	return {
		name: getText(name) ?? fallbackName,
		...optional('symbol', getText(symbol)),
		...optional('description', getText(description)),
		...optional('bannerImage', getText(banner_image)),
		...optional('externalUrl', externalUrl),
		...optional('sellerFeeBasisPoints', Number.isInteger(fee) ? (fee as number) : undefined),
		...optional('creators', creators),
		...(collaborators.length === 0 ? {} : { collaborators }),
	};
}

function optional<Key extends string, Value>(key: Key, value: Value | undefined): { [Name in Key]?: Value } {
	return value === undefined ? {} : ({ [key]: value } as { [Name in Key]?: Value });
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
}

function getText(value: unknown): string | undefined {
	return isText(value) ? value : undefined;
}

function parseCreators(value: unknown): CollectionCreator[] | undefined {
	if (!Array.isArray(value)) return undefined;
	const creators = value.flatMap((item) =>
		isRecord(item) && isText(item.address) && typeof item.share === 'number'
			? [{ address: item.address, share: item.share }]
			: [],
	);
	return creators.length === 0 ? undefined : creators;
}

/**
 * What was found, ready to be exported: every picture a token. Tokens keep their numbers where these run without a gap
 * from 0 or 1, and are numbered from 1 in their order otherwise. Throws ExportError without a picture.
 */
export function toExportCollection({ tokens }: CheckedCollection, facts: CollectionFacts): ExportCollection {
	const tokensWithImage = tokens.filter(({ imageFile, image }) => imageFile !== null && image !== null);
	if (tokensWithImage.length === 0) throw new ExportError('There is no picture to export.');
	const numbered = sortByNumber(tokensWithImage);
	return {
		facts,
		tokens: (numbered ?? tokensWithImage).map(({ imageFile, image, metadata }, index): ExportToken => {
			const tokenNumber = numbered === null ? index + 1 : numbered[index]!.number!;
			return { tokenNumber, fileName: imageFile!, image, metadata };
		}),
	};
}

function sortByNumber(tokens: readonly CheckedToken[]): readonly CheckedToken[] | null {
	if (tokens.some(({ number }) => number === null)) return null;
	const sorted = [...tokens].sort((left, right) => left.number! - right.number!);
	const first = sorted[0]!.number!;
	if (first > 1) return null;
	return sorted.every(({ number }, index) => number === first + index) ? sorted : null;
}
