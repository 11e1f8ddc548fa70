import { safeFileName } from '@adx/validators/file-name';
import { splitPath } from './file-paths.ts';

/** How a token's image and its metadata file are called; both lie in one folder. */
export interface TokenFileNames {
	readonly filename: string;
	readonly metadataFilename: string;
}

/**
 * Safe names for images by the paths they were picked with: the file's own name, sanitised. Two images that would share a
 * base name (by case or Unicode form too) are told apart by a number, and so are their metadata files: 'a.png' and
 * 'b/A.jpg' give 'a.png', 'a.json' and 'A_2.jpg', 'A_2.json'.
 */
export function tokenFileNames(paths: readonly string[]): TokenFileNames[] {
	const names = paths.map((path) => splitPath(safeFileName(splitPath(path).name)));
	// A name that is somebody's own is never given to another.
	const own = new Set(names.map(({ base }) => base.toLowerCase()));
	const taken = new Set<string>();
	const nextNumbers = new Map<string, number>();
	return names.map(({ name, base }) => {
		const extension = name.slice(base.length);
		const free = taken.has(base.toLowerCase())
			? toUnusedBase(base, extension, { isTaken: (text) => own.has(text) || taken.has(text), nextNumbers })
			: base;
		taken.add(free.toLowerCase());
		return { filename: free + extension, metadataFilename: `${free}.json` };
	});
}

/** Room for the number within what a safe name may have. */
const stemMaxLength = 40;

interface Names {
	readonly isTaken: (lowerCase: string) => boolean;
	/** Per base name in lower case: all numbers below are taken. */
	readonly nextNumbers: Map<string, number>;
}

function toUnusedBase(base: string, extension: string, { isTaken, nextNumbers }: Names): string {
	const key = base.toLowerCase();
	for (let number = nextNumbers.get(key) ?? 2; ; number++) {
		const whole = `${base}_${number}`;
		// Too long a name is cut by the sanitiser, number and all, so its end goes first.
		const fits = safeFileName(whole + extension) === whole + extension;
		const free = fits ? whole : `${[...base].slice(0, stemMaxLength).join('')}_${number}`;
		if (isTaken(free.toLowerCase())) continue;
		nextNumbers.set(key, number + 1);
		return free;
	}
}
