import type { TokenAttribute } from '@adx/validators/catalogue/image-traits';
import { isRecord } from './json.ts';

const traitNameMaxLength = 100;
const traitValueMaxLength = 200;
/** The most attributes of one token; what a foreign file lists beyond that is left out. */
const attributesMax = 200;

/** Cannot be shown in one line, or not be stored: control characters, lone surrogates, line ends, marks of direction. */
const invisibleCharacters = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u200B\u2060\uFEFF]/gu;

/** A foreign text as one line that can be shown and stored, cut to a number of characters. */
export function toDisplayLine(text: string, maxLength: number): string {
	// The regular expression is slow beside this test, and nearly every text passes it.
	const line = plainText.test(text) ? text : text.replace(invisibleCharacters, ' ');
	if (line.length <= maxLength) return line;
	return [...line.slice(0, 2 * maxLength)].slice(0, maxLength).join('');
}

const plainText = /^[ -~]*$/;

/**
 * The traits in foreign metadata: `attributes` (else `traits`) as a list of `{trait_type, value}` or as an object of
 * values. Numbers and booleans become texts, lists of such a comma-separated text; blank values, and what is not a trait,
 * are left out, as is a repeated pair. Names and values are cut to their limits.
 */
export function readAttributes(metadata: Readonly<Record<string, unknown>> | null): TokenAttribute[] {
	const attributes: TokenAttribute[] = [];
	for (const pair of toPairs(metadata)) {
		if (attributes.length === attributesMax) break;
		if (pair === null) continue;
		const name = toDisplayLine(toText(pair[0]), traitNameMaxLength);
		const value = toDisplayLine(toText(pair[1]), traitValueMaxLength);
		if (name.trim() === '' || value.trim() === '' || name === '__proto__') continue;
		if (attributes.some((other) => other.trait_type === name && other.value === value)) continue;
		attributes.push({ trait_type: name, value });
	}
	return attributes;
}

/** What `readAttributes` cuts from such metadata: a sentence without its subject for each loss, usually none. */
export function findAttributeLosses(metadata: Readonly<Record<string, unknown>> | null): string[] {
	const losses: string[] = [];
	const pairs = new Set<string>();
	for (const pair of toPairs(metadata)) {
		if (pair === null) continue;
		const [name, value] = [toText(pair[0]), toText(pair[1])];
		if (name.trim() === '' || value.trim() === '') continue;
		const shown = `'${toDisplayLine(name, 40)}${name.length > 40 ? '…' : ''}'`;
		if (isLonger(name, traitNameMaxLength)) losses.push(`the name ${shown} has ${[...name].length} characters`);
		if (isLonger(value, traitValueMaxLength)) losses.push(`${shown} has a value of ${[...value].length} characters`);
		pairs.add(JSON.stringify([name, value]));
	}
	return pairs.size > attributesMax ? [...losses, `it has ${pairs.size} traits`] : losses;
}

/** Fields of a trait's entry that `readAttributes` reads. */
const entryFields = new Set(['trait_type', 'traitType', 'name', 'value']);

/**
 * What of the entries of such metadata `readAttributes` leaves out or turns into text, as objects of a sentence; blank texts
 * are no loss.
 */
export function findLostEntries(metadata: Readonly<Record<string, unknown>> | null): string[] {
	const held = findAttributes(metadata);
	const lost: string[] = [];
	let strange = 0;
	for (const entry of Array.isArray(held) ? held : []) {
		const [name = '', value = ''] = toPair(entry)?.map(toText) ?? [];
		const isBlank = isRecord(entry) && (entry.value ?? '') === '';
		if (!isRecord(entry) || (value === '' && !isBlank)) strange++;
		else if (name.trim() !== '') {
			const shown = `'${toDisplayLine(name, 40)}'`;
			if (entry.value !== '' && isBlank) lost.push(`${shown} without a value`);
			// Marketplaces show numbers as such, and filter by their range.
			if (typeof entry.value === 'number') lost.push(`${shown} as a number`);
			const fields = Object.keys(entry).filter((field) => !entryFields.has(field) && (entry[field] ?? '') !== '');
			lost.push(...fields.map((field) => `'${toDisplayLine(field, 40)}' of ${shown}`));
		} else if (!isBlank) lost.push(`the nameless value '${toDisplayLine(value, 40)}'`);
	}
	for (const [name, value] of isRecord(held) ? Object.entries(held) : []) {
		if (value === null) lost.push(`'${toDisplayLine(name, 40)}' without a value`);
		else if (typeof value === 'number') lost.push(`'${toDisplayLine(name, 40)}' as a number`);
	}
	if (strange > 0) lost.push(strange === 1 ? 'an entry that is not a trait' : `${strange} entries that are not traits`);
	return lost;
}

/** Whether an entry of a list of traits has a value, and no name under which it could count. */
export function isNamelessTrait(entry: unknown): boolean {
	const [name, value] = toPair(entry)?.map(toText) ?? [];
	return name?.trim() === '' && value?.trim() !== '';
}

const isLonger = (text: string, maxLength: number) => text.length > maxLength && [...text].length > maxLength;

/** The field of the metadata that holds its traits. */
export function getAttributesField(metadata: Readonly<Record<string, unknown>>): 'attributes' | 'traits' | null {
	return (['attributes', 'traits'] as const).find((field) => typeof (metadata[field] ?? 0) === 'object') ?? null;
}

function findAttributes(
	metadata: Readonly<Record<string, unknown>> | null,
): unknown[] | Record<string, unknown> | null {
	const field = metadata && getAttributesField(metadata);
	return field ? (metadata[field] as unknown[] | Record<string, unknown>) : null;
}

function toPairs(metadata: Readonly<Record<string, unknown>> | null): readonly (readonly [unknown, unknown] | null)[] {
	const held = findAttributes(metadata);
	return Array.isArray(held) ? held.map(toPair) : Object.entries(held ?? {});
}

function toPair(item: unknown): readonly [unknown, unknown] | null {
	if (!isRecord(item)) return null;
	return [item.trait_type ?? item.traitType ?? item.name, item.value];
}

function toText(value: unknown): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'boolean' || Number.isFinite(value)) return String(value);
	if (Array.isArray(value)) {
		const texts = value.slice(0, attributesMax).map((item) => (typeof item === 'object' ? '' : toText(item)));
		return texts.filter((text) => text !== '').join(', ');
	}
	// Rich values of ERC-1155: {"name": "Hat", "value": "Red"}.
	return isRecord(value) && typeof value.value !== 'object' ? toText(value.value) : '';
}
