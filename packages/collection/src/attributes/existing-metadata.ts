import { tokenMetadataMaxBytes } from '@adx/validators/limits';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { type CaseFolding, createCaseFolding } from '../metadata/case-folding.ts';
import { hasLossyNumbers } from '../metadata/exact-numbers.ts';
import { isRecord, orUndefinedIfTooDeep, parseJson, plainRecord } from '../metadata/json.ts';
import { getAttributesField, isNamelessTrait, readAttributes } from '../metadata/token-attributes.ts';
import { traitNames } from '../metadata/traits.ts';
import { type AttributeTrait, attributeTraits, type ExistingValues, type PlannedLabels } from './attribute-columns.ts';

/** A token's metadata as it was found. */
export interface ExistingMetadata {
	/** What can be merged; null where there is none, or where what there is cannot be. */
	readonly record: Readonly<Record<string, unknown>> | null;
	/** The entries of its trait list, untouched. */
	readonly entries: readonly unknown[];
	/** What is wrong with it, as sentences. */
	readonly problems: readonly string[];
	/** The whole of it as text, where it is not taken over whole. */
	readonly original: string | null;
}

const none: ExistingMetadata = { record: null, entries: [], problems: [], original: null };

/**
 * Reads one image's existing metadata: a text is taken as its file's content, null and undefined as none. Whatever cannot
 * be taken over is reported and kept as `original`.
 */
export function readExistingMetadata(value: unknown, folds: CaseFolding): ExistingMetadata {
	if (value === null || value === undefined) return none;
	const text = typeof value === 'string' ? value : orUndefinedIfTooDeep(() => JSON.stringify(value));
	if (text === undefined) return { ...none, problems: ['The metadata is nested too deeply to be read.'] };
	const toRejected = (problem: string): ExistingMetadata => ({ ...none, problems: [problem], original: text });
	if (isTooLarge(text)) {
		return toRejected(`The metadata is larger than ${tokenMetadataMaxBytes / 1_000} kB.`);
	}
	const parsed = typeof value === 'string' ? parseJson(text.replace(/^\uFEFF/, '')) : value;
	if (!isRecord(parsed)) {
		return toRejected(parsed === undefined ? 'The metadata is not JSON.' : 'The metadata is not a JSON object.');
	}
	const reading = { text, isFile: typeof value === 'string', folds };
	return (
		orUndefinedIfTooDeep(() => readRecord(parsed, reading)) ??
		toRejected('The metadata is nested too deeply to be read.')
	);
}

/** UTF-8 takes one to three bytes per unit, so that most texts need not be encoded. */
function isTooLarge(text: string): boolean {
	if (text.length > tokenMetadataMaxBytes) return true;
	return text.length * 3 > tokenMetadataMaxBytes && utf8ToBytes(text).length > tokenMetadataMaxBytes;
}

function readRecord(
	parsed: Record<string, unknown>,
	{ text, isFile, folds }: { readonly text: string; readonly isFile: boolean; readonly folds: CaseFolding },
): ExistingMetadata {
	const record = plainRecord(parsed);
	const field = getAttributesField(record);
	const fieldValue = field === null ? [] : record[field];
	const listed = Array.isArray(fieldValue) ? fieldValue : recordToEntries(fieldValue);
	// Marketplaces read 'attributes' alone; what else stands in 'traits' stays there.
	const entries = field === 'traits' ? listed.filter(isRecord) : listed;
	const isNoList = Object.hasOwn(record, 'attributes') && typeof record.attributes !== 'object';
	const losses = [
		...(isNoList ? ["Its 'attributes' field is not a list of traits; a list replaces it."] : []),
		...(JSON.stringify(record) === (isFile ? JSON.stringify(parsed) : text)
			? []
			: ["A field is named '__proto__' or nested deeper than 20 levels, and is left out."]),
		...(isFile ? findLosses(text, parsed) : []),
	];
	const problems = [...losses, ...findCollisions(record, entries, folds)];
	return { record, entries, problems, original: problems.length > 0 ? text : null };
}

function recordToEntries(fieldValue: unknown): unknown[] {
	return isRecord(fieldValue) ? Object.entries(fieldValue).map(([trait_type, value]) => ({ trait_type, value })) : [];
}

const stringToken = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

/** What reading JSON lost: fields that stand twice, and numbers that are others once they are written again. */
function findLosses(text: string, parsed: unknown): string[] {
	let written = 0;
	for (const [, colon] of text.matchAll(stringToken)) if (colon !== undefined) written++;
	return [
		...(written > countFields(parsed)
			? ['A field stands twice in one object, and only the last one is taken over.']
			: []),
		...(hasLossyNumbers(text)
			? ['A number is too large or has too many digits to be taken over exactly; write it as a text.']
			: []),
	];
}

function countFields(value: unknown): number {
	if (typeof value !== 'object' || value === null) return 0;
	const own = Array.isArray(value) ? 0 : Object.keys(value).length;
	return Object.values(value).reduce<number>((sum, inner) => sum + countFields(inner), own);
}

/**
 * What is said of the metadata of a finished picture: its problems, and how many traits have no name. Those stay in its
 * list, where they are no trait to anybody who reads it; a merge, which leaves them out, tells of each by its value.
 */
export const listFindings = (read: ExistingMetadata): readonly string[] => [
	...read.problems,
	...findNameless(read.entries),
];

function findNameless(entries: readonly unknown[]): string[] {
	const count = entries.filter(isNamelessTrait).length;
	if (count === 0) return [];
	return [count === 1 ? 'A trait without a name does not count.' : `${count} traits without a name do not count.`];
}

/** A sentence per trait, and per field, that stands there more than once when case and white space do not count. */
function findCollisions(
	record: Readonly<Record<string, unknown>>,
	entries: readonly unknown[],
	folds: CaseFolding,
): string[] {
	const named = (what: 'field' | 'trait', names: readonly string[]) =>
		[...Map.groupBy(names, folds.name).values()]
			.filter((group) => group.length > 1)
			.map((group) => describeCollision(what, group));
	return [
		...named('field', Object.keys(record)),
		...named(
			'trait',
			entries.flatMap((entry) => getName(entry) ?? []),
		),
	];
}

function describeCollision(what: 'field' | 'trait', names: readonly string[]): string {
	const spellings = [...new Set(names)];
	if (spellings.length > 1) return `The ${what}s ${quoted(spellings)} are the same but for case or white space.`;
	return `The ${what} ${quoted(spellings)} occurs ${names.length === 2 ? 'twice' : `${names.length} times`}.`;
}

const namesShown = 4;

function quoted(names: readonly string[]): string {
	const shown = names.slice(0, namesShown).map((name) => `'${name.slice(0, 100)}'`);
	return names.length > namesShown ? `${shown.join(', ')}, …` : shown.join(' and ');
}

function getName(entry: unknown): string | null {
	if (!isRecord(entry)) return null;
	const name = entry.trait_type ?? entry.traitType ?? entry.name;
	return typeof name === 'string' && name.trim() !== '' ? name : null;
}

const rarity = 'rarity';
type OwnTrait = AttributeTrait | typeof rarity;
const ownTraits: readonly OwnTrait[] = [...attributeTraits, rarity];
const nameFold = createCaseFolding().name;
const ownByFold: ReadonlyMap<string, OwnTrait> = new Map(
	ownTraits.map((trait) => [nameFold(traitNames[trait]), trait]),
);

/** Which of the traits made here an entry names, however it is written; null for any other. */
function toOwnTrait(entry: unknown, folds: CaseFolding): OwnTrait | null {
	const name = getName(entry);
	return name === null ? null : (ownByFold.get(folds.name(name)) ?? null);
}

/** The value of an entry as rarity reads it; '' for what is blank or no value. */
function getTraitText(entry: unknown): string {
	return readAttributes({ attributes: [entry] })[0]?.value ?? '';
}

/** The planned traits that the token has and keeps, Rarity aside; blank ones do not count. */
export function readExistingValues({ entries }: ExistingMetadata, folds: CaseFolding): ExistingValues {
	const existing: Partial<Record<AttributeTrait, string>> = {};
	for (const entry of entries) {
		const trait = toOwnTrait(entry, folds);
		if (trait === null || trait === rarity || existing[trait] !== undefined) continue;
		const value = getTraitText(entry);
		if (value !== '') existing[trait] = value;
	}
	return existing;
}

/** What is put into a trait list. */
export interface NewTraits {
	readonly labels: PlannedLabels;
	/** Null while the rank is not known yet: then the list has no Rarity that was not there. */
	readonly rarity: string | null;
	readonly mode: 'keep' | 'replace';
}

/**
 * The trait list with the new traits: in the place of a blank one (or, with 'replace', of the first that is there, and
 * further ones of the name go), else at the end, in fixed order. All other entries stay as they are.
 */
export function mergeTraits(
	entries: readonly unknown[],
	{ labels, rarity: tier, mode }: NewTraits,
	folds: CaseFolding,
): unknown[] {
	const open = new Map<OwnTrait, string>();
	for (const trait of attributeTraits) if (labels[trait] !== undefined) open.set(trait, labels[trait]);
	if (tier !== null) open.set(rarity, tier);
	const placed = new Set<OwnTrait>();
	const list: unknown[] = [];
	const filled = new Set(
		entries.flatMap((entry) => {
			const trait = toOwnTrait(entry, folds);
			return mode === 'keep' && trait !== null && getTraitText(entry) !== '' ? [trait] : [];
		}),
	);
	for (const entry of entries) {
		const trait = toOwnTrait(entry, folds);
		const value = trait === null || filled.has(trait) ? undefined : open.get(trait);
		if (trait === null || value === undefined) list.push(entry);
		else if (!placed.has(trait)) list.push({ trait_type: traitNames[trait], value });
		else continue;
		if (trait !== null && value !== undefined) placed.add(trait);
	}
	for (const [trait, value] of open) {
		if (!placed.has(trait) && !filled.has(trait)) list.push({ trait_type: traitNames[trait], value });
	}
	return list;
}
