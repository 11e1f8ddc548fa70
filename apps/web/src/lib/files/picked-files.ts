import type { FindFile } from '@adx/collection/files/collection-reader';
import { isSystemFile, splitPath } from '@adx/collection/files/file-paths';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

/** A file as it was picked, dropped or found in an archive. */
export interface PickedFile {
	/** '/' between folders. */
	readonly path: string;
	readonly blob: Blob;
	/** What an archive says about the bytes. */
	readonly crc32?: number;
}

/** Of a file that was picked by itself. */
export const isImageFile = ({ blob }: PickedFile): boolean => blob.type.startsWith('image/');

/** The picked files as a collection is read from them. */
export function toFindFile(files: ReadonlyMap<string, PickedFile>): FindFile {
	return (path) => {
		const file = files.get(path);
		if (file === undefined) return undefined;
		const read = async () => new Uint8Array(await file.blob.arrayBuffer());
		return { sizeBytes: file.blob.size, crc32: file.crc32, read };
	};
}

/** What was dropped or picked, sorted by how it is read. */
export interface PickedFiles {
	/** Files inside folders, under the folders' names. */
	readonly folderFiles: readonly PickedFile[];
	readonly zips: readonly File[];
	readonly looseFiles: readonly PickedFile[];
	/** Names of dropped folders that hold no file at all, but for those that systems leave behind. */
	readonly emptyFolders: readonly string[];
}

const isZip = ({ name, type }: File) => /\.zip$/i.test(name) || type === 'application/zip';

/** Files as a file input gives them; those of a folder carry their paths. */
export function toPickedFiles(files: Iterable<File>): PickedFiles {
	const folderFiles: PickedFile[] = [];
	const looseFiles: PickedFile[] = [];
	const zips: File[] = [];
	for (const file of files) {
		if (file.webkitRelativePath) folderFiles.push({ path: file.webkitRelativePath, blob: file });
		else if (isZip(file)) zips.push(file);
		else looseFiles.push({ path: file.name, blob: file });
	}
	return { folderFiles, zips, looseFiles, emptyFolders: [] };
}

/** The number of files examined in one task. */
const filesPerBatch = 100;

/**
 * The same for a list that a file input has just got, a little in each task: the browser spends long enough on making it.
 * Leave the list as it is until then.
 */
export async function toPickedFilesInSlices(list: ArrayLike<File>): Promise<PickedFiles> {
	const files: File[] = [];
	while (files.length < list.length) {
		await yieldToEventLoop();
		files.push(...Array.prototype.slice.call(list, files.length, files.length + filesPerBatch));
	}
	return toPickedFiles(files);
}

const readFileEntry = (entry: FileSystemFileEntry) =>
	new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** A browser hands out at most a hundred entries of a folder at once, until there are none left. */
async function readAllEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
	const reader = folder.createReader();
	const all: FileSystemEntry[] = [];
	while (true) {
		const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
		if (some.length === 0) return all;
		all.push(...some);
	}
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const toPath = ({ fullPath }: FileSystemEntry) => fullPath.replace(/^\//, '');

/**
 * What was dropped, folders and all. Call it inside the drop event: afterwards the browser has forgotten. Rejects when
 * something cannot be read.
 */
export function readDrop({ items, files }: DataTransfer): Promise<PickedFiles> {
	const entries = Array.from(items).flatMap((item) => item.webkitGetAsEntry?.() ?? []);
	// Without entries there are no folders to walk through.
	return entries.length === 0 ? Promise.resolve(toPickedFiles(files)) : walk(entries);
}

/** Files of a folder that are asked for at once: one after the other takes seconds for thousands. */
const filesAtOnce = 50;

async function walk(roots: readonly FileSystemEntry[]): Promise<PickedFiles> {
	const found = await findFiles(roots);
	const emptyFolders = findEmptyFolders(roots, found);
	const folderFiles: PickedFile[] = [];
	const loose: File[] = [];
	for (let from = 0; from < found.length; from += filesAtOnce) {
		const slice = found.slice(from, from + filesAtOnce);
		const files = await Promise.all(slice.map(readFileEntry));
		for (const [place, entry] of slice.entries()) {
			const path = toPath(entry);
			const file = files[place]!;
			if (!path.includes('/')) loose.push(file);
			else if (!emptyFolders.some((name) => path.startsWith(`${name}/`))) folderFiles.push({ path, blob: file });
		}
	}
	const { zips, looseFiles } = toPickedFiles(loose);
	return { folderFiles, zips, looseFiles, emptyFolders };
}

/** Names of the folders among these in which systems alone have left something. */
function findEmptyFolders(roots: readonly FileSystemEntry[], files: readonly FileSystemFileEntry[]): string[] {
	const filled = new Set<string>();
	for (const [folder, ...inside] of files.map((file) => toPath(file).split('/'))) {
		if (folder !== undefined && inside.length > 0 && !isSystemFile(splitPath(inside.join('/')))) filled.add(folder);
	}
	return roots
		.filter(isFolder)
		.map(toPath)
		.filter((name) => !filled.has(name));
}

async function findFiles(roots: readonly FileSystemEntry[]): Promise<FileSystemFileEntry[]> {
	const open = [...roots];
	const found: FileSystemFileEntry[] = [];
	for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
		if (isFolder(entry)) open.push(...(await readAllEntries(entry)));
		else found.push(entry as FileSystemFileEntry);
	}
	return found;
}

/** An archive's name without its ending. */
export const getZipName = ({ name }: File) => name.replace(/\.zip$/i, '') || name;
