import { tokenMetadataMaxBytes } from '@adx/validators/limits';
import { isRecord, parseJson, plainRecord } from '../metadata/json.ts';
import { compareNaturally, type FilePath, isSystemFile, parseEdition, splitPath } from './file-paths.ts';
import { mimeByExtension } from './image-types.ts';
import { indexEntries } from './metadata-list.ts';
import { createMetadataSearch, isPartFolder, type MetadataSearch, reservedBases } from './metadata-search.ts';

/** A collection found among picked files. Every path given lies in exactly one of its lists, or is metadata. */
export interface FileGroup {
	/** Its folder; 'Collection' for files that lie in none. */
	readonly name: string;
	/** In the natural order of their paths: 2 before 10. */
	readonly images: readonly GroupedImage[];
	/** A `_metadata.json` for the images without a metadata file of their own, see `readMetadataList`; of several the nearest to most. */
	readonly listPath: string | null;
	/** A `metadata.csv` for the images that neither have, see `readMetadataCsv`; of several the nearest to most. */
	readonly tablePath: string | null;
	/** What is neither an image nor metadata, what systems leave behind included. */
	readonly ignored: readonly string[];
}

export interface GroupedImage {
	/** As it was given. */
	readonly path: string;
	/** As it was given; null where none was found. */
	readonly metadataPath: string | null;
	/** The number its file name ends with. */
	readonly edition?: number;
}

const fallbackName = 'Collection';

/**
 * The collections of a picked folder or an unpacked zip, by the first one or two parts of their paths: `a/b/x.png` lies in
 * 'a/b', but in 'a' where b is images, img, media, json, metadata or assets. Images are jpg, jpeg, png, gif and webp. Folders
 * without an image are not a collection. Paths may have '\' between folders and any case and Unicode form.
 */
export function groupFolder(paths: readonly string[]): readonly FileGroup[] {
	const files = paths.map(splitPath);
	const sorted = sortFiles(files, ({ extension }) => mimeByExtension.has(extension));
	const groups = new Map<string, Draft>();
	for (const image of sorted.images) getOrCreateDraft(groups, toGroupName(image)).images.push(image);
	const shared = new Map([...groups].map(([name, { images }]) => [name, findShared(sorted.search, images)]));
	const used = new Set([...shared.values()].flatMap(({ list, table }) => [list, table]));
	const fallback = groups.values().next().value;
	for (const file of sorted.others) {
		if (!used.has(file)) (groups.get(toGroupName(file)) ?? fallback)?.others.push(file);
	}
	const names = [...groups.keys()].sort(compareNaturally);
	return names.map((name) => finish(name, { ...groups.get(name)!, ...shared.get(name)! }, sorted.search));
}

/**
 * Picked files as one collection. `isImage` decides which of them are images, e.g. by the MIME types of the browser's
 * files; by default those with the same extensions as in folders.
 */
export function groupFiles(
	paths: readonly string[],
	isImage: (path: string) => boolean = (path) => mimeByExtension.has(splitPath(path).extension),
): FileGroup {
	const { images, others, search } = sortFiles(paths.map(splitPath), ({ path }) => isImage(path));
	const names = new Set(images.map(toGroupName));
	const [name = fallbackName] = names.size === 1 ? names : [];
	const { list, table } = findShared(search, images);
	return finish(
		name,
		{ images, list, table, others: others.filter((file) => file !== list && file !== table) },
		search,
	);
}

/** Files that hold the metadata of many images. */
interface SharedMetadata {
	readonly list: FilePath | null;
	readonly table: FilePath | null;
}

const findShared = (search: MetadataSearch, images: readonly FilePath[]): SharedMetadata => ({
	list: search.findList(images),
	table: search.findTable(images),
});

/** In lower case: what our own archives say of the whole, besides the JSON with reserved bases. */
const wholeCollectionNames = new Set(['provenance.txt', 'rarity.csv']);

/** A group's ignored files without those that operating systems create and those about the whole collection. */
export function findMissedFiles({ ignored }: Pick<FileGroup, 'ignored'>): readonly string[] {
	return ignored.filter((path) => {
		const file = splitPath(path);
		const isOfWholeCollection =
			reservedBases.has(file.base.toLowerCase()) || wholeCollectionNames.has(file.name.toLowerCase());
		return !isSystemFile(file) && !isOfWholeCollection;
	});
}

interface Draft {
	readonly images: FilePath[];
	readonly others: FilePath[];
}

function getOrCreateDraft(groups: Map<string, Draft>, name: string): Draft {
	const known = groups.get(name);
	if (known) return known;
	const draft = { images: [], others: [] };
	groups.set(name, draft);
	return draft;
}

function toGroupName({ folders }: FilePath): string {
	const [first, second] = folders;
	if (first === undefined) return fallbackName;
	return second === undefined || isPartFolder(second) ? first : `${first}/${second}`;
}

/** Separates tokens' images, in natural order, from all other files but those that serve as an image's metadata. */
function sortFiles(files: readonly FilePath[], isImage: (file: FilePath) => boolean) {
	const relevant = files.filter((file) => !isSystemFile(file));
	const search = createMetadataSearch(relevant.filter((file) => !isImage(file)));
	const pictures = relevant.filter(isImage);
	const perFolder = new Map<string, number>();
	for (const { folders } of pictures) {
		const folder = folders.join('/');
		perFolder.set(folder, (perFolder.get(folder) ?? 0) + 1);
	}
	const isCover = (image: FilePath) =>
		image.base.toLowerCase() === 'collection' &&
		search.hasCollectionFile(image) &&
		perFolder.get(image.folders.join('/'))! > 1;
	const images = sortNaturally(pictures.filter((image) => !isCover(image)));
	const used = new Set<FilePath>(images);
	for (const image of images) {
		const metadata = search.findFile(image);
		if (metadata) used.add(metadata);
	}
	return { images, others: files.filter((file) => !used.has(file)), search };
}

function finish(
	name: string,
	{ images, list, table, others }: Draft & SharedMetadata,
	search: MetadataSearch,
): FileGroup {
	return {
		name,
		images: images.map((image) => {
			const edition = parseEdition(image.base);
			const metadataPath = search.findFile(image)?.path ?? null;
			return { path: image.path, metadataPath, ...(edition === undefined ? {} : { edition }) };
		}),
		listPath: list?.path ?? null,
		tablePath: table?.path ?? null,
		ignored: others.map(({ path }) => path),
	};
}

function sortNaturally(files: readonly FilePath[]): FilePath[] {
	const keyed = files.map((file) => ({ file, key: [...file.folders, file.name].join('/') }));
	return keyed.sort((left, right) => compareNaturally(left.key, right.key)).map(({ file }) => file);
}

/**
 * A token's metadata from a foreign text; null when it is not a JSON object or is longer than the limit for metadata. Keys
 * named `__proto__` and absurdly deep nesting are left out.
 */
export function parseTokenMetadata(text: string): Record<string, unknown> | null {
	if (text.length > tokenMetadataMaxBytes) return null;
	const value = parseJson(text.replace(/^\uFEFF/, ''));
	return isRecord(value) ? plainRecord(value) : null;
}

/**
 * Reads a `_metadata.json` once; the function finds an image's metadata in it, see `indexEntries`. It answers null where
 * none fits, and always where the text is not a JSON array.
 */
export function readMetadataList(text: string): (imagePath: string) => Record<string, unknown> | null {
	const find = indexEntries(parseJson(text.replace(/^\uFEFF/, '')));
	return (imagePath) => {
		const entry = find?.(imagePath);
		return entry ? plainRecord(entry) : null;
	};
}
