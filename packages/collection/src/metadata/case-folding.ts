/** Texts as they count when case and white space do not; every text is folded once. */
export interface CaseFolding {
	/** Composed, in lower case, with single spaces. */
	value(text: string): string;
	/** Likewise without any white space: 'Magical Stone' and 'magicalstone' are one trait. */
	name(text: string): string;
}

/** Folds texts, each of them once. */
export function createCaseFolding(): CaseFolding {
	const fold = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
	return { value: memoise(fold), name: memoise((text) => fold(text).replaceAll(' ', '')) };
}

/** Computes each text's result once; equal texts get the same string object. */
export function memoise(change: (text: string) => string): (text: string) => string {
	const known = new Map<string, string>();
	return (text) => {
		const found = known.get(text);
		if (found !== undefined) return found;
		const changed = change(text);
		known.set(text, changed);
		return changed;
	};
}
