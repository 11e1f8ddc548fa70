import { splitPath } from './file-paths.ts';
import type { GroupedImage } from './group-files.ts';
import { tokenFileNames } from './token-file-names.ts';

/** A row of `files.csv`, as the attribute generator writes it beside its metadata. */
export interface TokenFile {
	readonly tokenNumber: number;
	/** Path of the image as it was picked then. */
	readonly imagePath: string;
	/** Name of its metadata file, which lies beside `files.csv`. */
	readonly metadata: string;
}

/** All rows with where they lie. */
export interface TokenFiles {
	/** Path of the `files.csv`. */
	readonly path: string;
	readonly rows: readonly TokenFile[];
}

/** Images with the metadata that the attribute generator made for them. */
export interface PairedImages {
	readonly images: readonly GroupedImage[];
	/** By path of the image. */
	readonly numbers: ReadonlyMap<string, number>;
}

/** Gives each image that a row names the metadata of that row, where it is among the `paths`. */
export function pairByRows(
	images: readonly GroupedImage[],
	{ path, rows }: TokenFiles,
	paths: readonly string[],
): PairedImages {
	const present = new Map(paths.map((each) => [toKey(splitPath(each)), each]));
	const { folders } = splitPath(path);
	const [whole, short] = [new Map<string, TokenFile>(), new Map<string, TokenFile>()];
	const imagePaths = withoutCommonFolders(rows.map((row) => row.imagePath));
	for (const [index, row] of rows.entries()) {
		whole.set(toKey(splitPath(row.imagePath)), row);
		short.set(imagePaths[index]!, row);
	}
	const own = withoutCommonFolders(images.map((image) => image.path));
	const numbers = new Map<string, number>();
	const paired = images.map((image, index): GroupedImage => {
		const row = whole.get(toKey(splitPath(image.path))) ?? short.get(own[index]!);
		const metadataPath = row && present.get([...folders, row.metadata.normalize('NFC')].join('/'));
		if (row === undefined || metadataPath === undefined) return image;
		numbers.set(image.path, row.tokenNumber);
		return { ...image, metadataPath };
	});
	return { images: paired, numbers };
}

/**
 * Gives images that have no metadata of their own, or share it with another, the file that bears the name which the
 * attribute generator would give it; `others` are the files that are free.
 */
export function pairByNames(images: readonly GroupedImage[], others: readonly string[]): readonly GroupedImage[] {
	const free = new Map<string, string | null>();
	for (const path of others) {
		const key = splitPath(path).name.toLowerCase();
		free.set(key, free.has(key) ? null : path);
	}
	const uses = Map.groupBy(images, ({ metadataPath }) => metadataPath);
	const names = tokenFileNames(images.map(({ path }) => path));
	return images.map((image, index) => {
		const name = names[index]!.metadataFilename;
		const isOwn = image.metadataPath !== null && uses.get(image.metadataPath)!.length === 1;
		if (isOwn || name === `${splitPath(image.path).base}.json`) return image;
		return { ...image, metadataPath: free.get(name.toLowerCase()) ?? image.metadataPath };
	});
}

function toKey({ folders, name }: { readonly folders: readonly string[]; readonly name: string }): string {
	return [...folders, name].join('/');
}

/** The paths as seen from the innermost folder that holds all of them. */
function withoutCommonFolders(paths: readonly string[]): string[] {
	const files = paths.map(splitPath);
	let common = files[0]?.folders ?? [];
	for (const { folders } of files) {
		const end = common.findIndex((folder, index) => folders[index] !== folder);
		if (end >= 0) common = common.slice(0, end);
	}
	return files.map(({ folders, name }) => toKey({ folders: folders.slice(common.length), name }));
}
