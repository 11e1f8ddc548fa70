// For tests alone.

/** A file among what is dropped; '/' stands in front of its path. */
export const fileEntry = (fullPath: string, content: BlobPart = 'x', type = '') =>
	({
		isDirectory: false,
		fullPath,
		file: (done: (file: File) => void) => done(new File([content], fullPath.split('/').at(-1) ?? '', { type })),
	}) as unknown as FileSystemEntry;

/** A folder among it. Hands out at most a hundred entries at once, as Chrome does. */
export function folderEntry(fullPath: string, entries: readonly FileSystemEntry[]): FileSystemEntry {
	return {
		isDirectory: true,
		fullPath,
		createReader() {
			let from = 0;
			return {
				readEntries(done: (some: readonly FileSystemEntry[]) => void) {
					done(entries.slice(from, from + 100));
					from += 100;
				},
			};
		},
	} as unknown as FileSystemEntry;
}

/** What a drop event carries. */
export const dropOf = (...entries: FileSystemEntry[]) =>
	({
		types: ['Files'],
		items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })),
		files: [],
	}) as unknown as DataTransfer;
