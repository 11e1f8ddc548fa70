/** A file as it was picked, dropped or found in an archive. */
export interface PickedFile {
	/** '/' between folders. */
	readonly path: string;
	readonly blob: Blob;
	/** What an archive says about the bytes. */
	readonly crc32?: number;
}

/** What was dropped or picked, sorted by how it is read. */
export interface PickedFiles {
	/** Files inside folders, under the folders' names. */
	readonly folderFiles: readonly PickedFile[];
	readonly zips: readonly File[];
	readonly looseFiles: readonly PickedFile[];
}

const isZip = ({ name, type }: File) => /\.zip$/i.test(name) || type === 'application/zip';

/** Files as a file input gives them; those of a folder carry their paths. */
export function groupFiles(files: Iterable<File>): PickedFiles {
	const folderFiles: PickedFile[] = [];
	const looseFiles: PickedFile[] = [];
	const zips: File[] = [];
	for (const file of files) {
		if (file.webkitRelativePath) folderFiles.push({ path: file.webkitRelativePath, blob: file });
		else if (isZip(file)) zips.push(file);
		else looseFiles.push({ path: file.name, blob: file });
	}
	return { folderFiles, zips, looseFiles };
}

/** The number of files examined in one task. */
const filesPerBatch = 100;
const yieldToEventLoop = () => new Promise((resolve) => setTimeout(resolve));

/**
 * The same for a list that a file input has just got, a little in each task: the browser spends long enough on making it.
 * Leave the list as it is until then.
 */
export async function groupPickedFiles(list: ArrayLike<File>): Promise<PickedFiles> {
	const files: File[] = [];
	while (files.length < list.length) {
		await yieldToEventLoop();
		files.push(...Array.prototype.slice.call(list, files.length, files.length + filesPerBatch));
	}
	return groupFiles(files);
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

/**
 * What was dropped, folders and all. Call it inside the drop event: afterwards the browser has forgotten. Rejects when
 * something cannot be read.
 */
export function readDrop({ items, files }: DataTransfer): Promise<PickedFiles> {
	const entries = Array.from(items).flatMap((item) => item.webkitGetAsEntry?.() ?? []);
	// Without entries there are no folders to walk through.
	return entries.length === 0 ? Promise.resolve(groupFiles(files)) : walk(entries);
}

/** Files of a folder that are asked for at once: one after the other takes seconds for thousands. */
const filesAtOnce = 50;

async function walk(roots: readonly FileSystemEntry[]): Promise<PickedFiles> {
	const folderFiles: PickedFile[] = [];
	const loose: File[] = [];
	const open = [...roots];
	const found: FileSystemFileEntry[] = [];
	for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
		if (isFolder(entry)) open.push(...(await readAllEntries(entry)));
		else found.push(entry as FileSystemFileEntry);
	}
	for (let from = 0; from < found.length; from += filesAtOnce) {
		const slice = found.slice(from, from + filesAtOnce);
		const files = await Promise.all(slice.map(readFileEntry));
		for (const [place, { fullPath }] of slice.entries()) {
			const path = fullPath.replace(/^\//, '');
			const file = files[place]!;
			if (path.includes('/')) folderFiles.push({ path, blob: file });
			else loose.push(file);
		}
	}
	const { zips, looseFiles } = groupFiles(loose);
	return { folderFiles, zips, looseFiles };
}

/** An archive's name without its ending. */
export const getZipName = ({ name }: File) => name.replace(/\.zip$/i, '') || name;
