import type { FilePath } from './file-paths.ts';

/** Finds what belongs to an image among the files picked with it. */
export interface MetadataSearch {
	/** Its own metadata file. */
	findFile(image: FilePath): FilePath | null;
	/** The `_metadata.json` nearest to most of the images, those without a metadata file of their own counting first. */
	findList(images: readonly FilePath[]): FilePath | null;
	/** The `metadata.csv` nearest to most of the images, counted likewise. */
	findTable(images: readonly FilePath[]): FilePath | null;
	/** Whether `collection.json` lies beside it. */
	hasCollectionFile(image: FilePath): boolean;
}

const listBase = '_metadata';
const tableBase = 'metadata';
const collectionBase = 'collection';
/** Bases of files of whole collections, in lower case: never the metadata of an image that happens to be called so. */
export const reservedBases: ReadonlySet<string> = new Set([listBase, collectionBase, 'manifest']);
const metadataFolders = ['json', 'metadata'];
/** Folders that generators put the parts of one collection into. */
const partFolders = new Set(['images', 'img', 'media', 'json', 'metadata', 'assets']);

/** Whether a folder holds a part of the collection that its parent is. */
export function isPartFolder(name: string): boolean {
	return partFolders.has(name.toLowerCase());
}

/**
 * Searches in this order: same folder and base name; a `json` or `metadata` folder beside, within, or in place of the
 * images folder; the same places for a file without extension. Exact names win over ones that differ in case.
 */
export function createMetadataSearch(files: readonly FilePath[]): MetadataSearch {
	const exact = new Map<string, FilePath>();
	const folded = new Map<string, FilePath>();
	for (const file of files) {
		const isTable = file.extension === 'csv' && file.base.toLowerCase() === tableBase;
		if (file.extension !== 'json' && file.extension !== '' && !isTable) continue;
		const key = toKey(file.folders.join('/'), file.base, file.extension);
		if (!exact.has(key)) exact.set(key, file);
		if (!folded.has(key.toLowerCase())) folded.set(key.toLowerCase(), file);
	}
	const find = (folder: string, base: string, extension: string) => {
		const key = toKey(folder, base, extension);
		return exact.get(key) ?? folded.get(key.toLowerCase()) ?? null;
	};
	const createPlacesIndex = createFolderSearch();
	const first = (image: FilePath, base: string, extension: string): FilePath | null => {
		for (const folder of createPlacesIndex(image)) {
			const file = find(folder, base, extension);
			if (file) return file;
		}
		return null;
	};
	const findFile = (image: FilePath) => {
		if (reservedBases.has(image.base.toLowerCase())) return null;
		return first(image, image.base, 'json') ?? first(image, image.base, '');
	};
	const findNearest = (images: readonly FilePath[], base: string, extension: string) => {
		const weights = new Map<FilePath, number>();
		for (const image of images) {
			const found = first(image, base, extension);
			if (found) weights.set(found, (weights.get(found) ?? 0) + (findFile(image) ? 1 : images.length));
		}
		let nearest: FilePath | null = null;
		for (const [found, weight] of weights) if (nearest === null || weight > weights.get(nearest)!) nearest = found;
		return nearest;
	};
	return {
		findFile,
		findList: (images) => findNearest(images, listBase, 'json'),
		findTable: (images) => findNearest(images, tableBase, 'csv'),
		hasCollectionFile: (image) => find(image.folders.join('/'), collectionBase, 'json') !== null,
	};
}

function toKey(folder: string, base: string, extension: string): string {
	return `${folder}/${base}${extension === '' ? '' : `.${extension}`}`;
}

/** The folders to look in for an image's metadata, the nearest first; worked out once per folder. */
function createFolderSearch(): (image: FilePath) => readonly string[] {
	const known = new Map<string, readonly string[]>();
	return ({ folders }) => {
		const own = folders.join('/');
		const found = known.get(own);
		if (found) return found;
		const parent = folders.slice(0, -1);
		const part = folders.findLastIndex(isPartFolder);
		const beside = folders.length === 0 ? [] : metadataFolders.map((name) => [...parent, name]);
		const inPlace = part < 0 ? [] : metadataFolders.map((name) => folders.with(part, name));
		const within = metadataFolders.map((name) => [...folders, name]);
		const places = [own, ...[...beside, ...inPlace, ...within, parent].map((place) => place.join('/'))];
		const unique = [...new Set(places)];
		known.set(own, unique);
		return unique;
	};
}
