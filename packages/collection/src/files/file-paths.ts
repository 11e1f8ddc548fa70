/** A picked file's path taken apart. */
export interface FilePath {
	/** As it was given. */
	readonly path: string;
	/** In Unicode's composed form. */
	readonly folders: readonly string[];
	/** The file's name, composed. */
	readonly name: string;
	/** The name without its extension. */
	readonly base: string;
	/** In lower case, without the dot; '' where there is none. */
	readonly extension: string;
}

const shortExtension = /\.([A-Za-z0-9]{1,8})$/;

/** Takes a path with '/' or '\' between folders apart; empty parts and '.' do not count. */
export function splitPath(path: string): FilePath {
	const parts = path
		.normalize('NFC')
		.split(/[/\\]/)
		.filter((part) => part !== '' && part !== '.');
	const name = parts.pop() ?? '';
	const match = shortExtension.exec(name);
	const extension = match && match.index > 0 ? match[1]! : '';
	const base = extension === '' ? name : name.slice(0, -extension.length - 1);
	return { path, folders: parts, name, base, extension: extension.toLowerCase() };
}

const systemNames = new Set(['__macosx', '@eadir', 'thumbs.db', 'desktop.ini']);

/** Whether systems leave such a file behind by themselves: hidden files and folders, and the ones of macOS, Windows and NAS. */
export function isSystemFile({ folders, name }: FilePath): boolean {
	return [...folders, name].some((part) => part.startsWith('.') || systemNames.has(part.toLowerCase()));
}

let collator: Intl.Collator | undefined;

/** Natural order of texts: 2 before 10. Equal only for equal texts. */
export function compareNaturally(left: string, right: string): number {
	collator ??= new Intl.Collator('en', { numeric: true });
	return collator.compare(left, right) || (left < right ? -1 : left > right ? 1 : 0);
}

/** The number that a name without extension ends with, e.g. 12 for 'Winter Court #12'. */
export function parseEdition(base: string): number | undefined {
	const digits = /(\d{1,15})\)?$/.exec(base)?.[1];
	return digits === undefined ? undefined : Number(digits);
}
