import { parseLosslessJson } from '../metadata/exact-numbers.ts';
import { isRecord, orUndefinedIfTooDeep, parseJson } from '../metadata/json.ts';
import { parseEdition, splitPath } from './file-paths.ts';

/**
 * Reads a `_metadata.json` whose entries are to be written again. The function finds an image's entry, as a JSON text with
 * its numbers exactly as they were written, or as a value where it is nested too deeply for a text. Null, in place of the
 * function, where the text is not a JSON array.
 */
export function readListedTexts(text: string): ((imagePath: string) => unknown) | null {
	const find = indexEntries(parseExactly(text.replace(/^\uFEFF/, '')));
	if (find === null) return null;
	return (imagePath) => {
		const entry = find(imagePath);
		if (entry === null) return null;
		return orUndefinedIfTooDeep(() => JSON.stringify(entry)) ?? entry;
	};
}

function parseExactly(text: string): unknown {
	return orUndefinedIfTooDeep(() => parseLosslessJson(text)) ?? parseJson(text);
}

type Entry = Readonly<Record<string, unknown>>;

/**
 * Finds an image's entry in the value of a `_metadata.json`: by its edition, which the image's file name ends with, else by
 * the file name in `image`, else by the number in its name; null for a value that is not a list.
 */
export function indexEntries(value: unknown): ((imagePath: string) => Entry | null) | null {
	if (!Array.isArray(value)) return null;
	const entries = value.filter(isRecord);
	const byEdition = indexBy(entries, readEdition);
	const byFile = indexBy(entries, getImageFile);
	const byName = indexBy(entries, ({ name }) => (typeof name === 'string' ? parseEdition(name) : undefined));
	return (imagePath) => {
		const { name, base } = splitPath(imagePath);
		const edition = parseEdition(base) ?? Number.NaN;
		return byEdition.get(edition) ?? byFile.get(name.toLowerCase()) ?? byName.get(edition) ?? null;
	};
}

/** Entries by a key; keys that several entries share are ambiguous and left out. */
function indexBy<Key>(entries: readonly Entry[], getKey: (entry: Entry) => Key | undefined): Map<Key, Entry> {
	const index = new Map<Key, Entry | null>();
	for (const entry of entries) {
		const key = getKey(entry);
		if (key !== undefined) index.set(key, index.has(key) ? null : entry);
	}
	for (const [key, entry] of index) if (entry === null) index.delete(key);
	return index as Map<Key, Entry>;
}

function readEdition(entry: Entry): number | undefined {
	for (const holder of [entry, entry.properties, entry.custom_fields]) {
		if (!isRecord(holder)) continue;
		const { edition } = holder;
		if (typeof edition === 'number' || (typeof edition === 'string' && /^\d{1,15}$/.test(edition)))
			return Number(edition);
	}
	return undefined;
}

function getImageFile({ image }: Entry): string | undefined {
	if (typeof image !== 'string') return undefined;
	return splitPath(image.split('?')[0]!).name.toLowerCase() || undefined;
}
