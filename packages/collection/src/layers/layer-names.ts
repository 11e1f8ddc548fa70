import { layerNameMaxLength } from '@adx/validators/limits';
import { invisibleCharacters } from '@adx/validators/text';

/** What a file's or folder's name says. */
export interface LayerName {
	/** What is left for people to read, composed and without characters that cannot be seen; '' when nothing is left. */
	readonly name: string;
	/** The text after the delimiter, or null where there is none. */
	readonly weightText: string | null;
	/** Of a `z…,` in front or a `__z…` behind, else null. */
	readonly z: number | null;
	/** Whether something had to be cut off or out of the name. */
	readonly isChanged: boolean;
}

/** `z-1,Back` as in NFTChef's fork, `z5$Hat` as in Datlips'. */
const zPrefix = /^z(-?\d{1,6})[,$]\s*/i;
/** `Hat__z20`, `Crown__w10__z5` as in HashLips Lab's engine; `Crown__r10` as in NiftyKit's. */
const marks = /__(w|r|z)(-?[\w.]{1,20}?)(?=__|$)/gi;

/**
 * Takes the name of a file (without its extension) or of a folder apart, e.g. 'Golden Crown#5'. The weight stands behind
 * the last delimiter, as in HashLips' engine, and the name in front of the first.
 */
export function parseLayerName(text: string, delimiter: string): LayerName {
	const composed = text.normalize('NFC');
	const prefix = zPrefix.exec(composed);
	let rest = composed.slice(prefix?.[0].length ?? 0);
	let z = prefix ? Number(prefix[1]) : null;
	let weightText: string | null = null;
	for (const [, mark, value] of rest.matchAll(marks)) {
		if (mark!.toLowerCase() !== 'z') weightText = value!;
		else if (Number.isFinite(Number(value))) z = Number(value);
	}
	rest = rest.replace(marks, '');
	const pieces = rest.split(delimiter);
	if (pieces.length > 1) weightText = pieces.at(-1)!.trim();
	const name = toShownName(pieces[0]!);
	return { name, weightText, z, isChanged: name !== tidyName(pieces[0]!) };
}

/** What the finding about changed names of layers is listed under. */
export const changedLayers = 'changed layers';

export const describeChangedNames = (names: string): string =>
	`Some characters of these names cannot be shown, or they are too long: ${names}.`;

/** With single spaces: what changes of a name beyond that is told. */
export const tidyName = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ');

const allInvisible = new RegExp(invisibleCharacters.source, 'gu');

/** One line that can be shown and stored: composed, without invisible characters, with single spaces, cut to the limit. */
export function toShownName(text: string): string {
	// A character that takes no room may still stand between two words.
	const shown = text
		.normalize('NFC')
		.replace(/[\n\r\t]/g, ' ')
		.replace(allInvisible, '')
		.replace(/\s+/g, ' ')
		.trim();
	return [...shown]
		.slice(0, layerNameMaxLength)
		.join('')
		.slice(0, layerNameMaxLength)
		.replace(/[\uD800-\uDBFF]$/, '')
		.trim();
}

/** As rarity compares names and values: trimmed and in lower case. */
export function foldName(name: string): string {
	return name.trim().toLowerCase();
}

/** Gives out names, each but once whatever its case; a name that is taken gets a number behind it. */
export class UniqueNames {
	readonly #taken = new Set<string>();
	/** By folded name the number that is tried next. */
	readonly #next = new Map<string, number>();

	/** Whether that very name was free. */
	isFree(name: string): boolean {
		return !this.#taken.has(foldName(name));
	}

	take(name: string): string {
		const fold = foldName(name);
		let number = this.#next.get(fold) ?? 2;
		let free = name;
		for (; !this.isFree(free); number++) {
			const suffix = ` (${number})`;
			free = `${name.slice(0, layerNameMaxLength - suffix.length).trimEnd()}${suffix}`;
		}
		this.#next.set(fold, number);
		this.#taken.add(foldName(free));
		return free;
	}
}
