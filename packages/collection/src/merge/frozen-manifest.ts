import { frozenOptionsSchema, type MergeOptions } from '@adx/validators/merge';
import { isManifestFile, type ManifestFile, toLinesJson } from '../archive/manifest.ts';
import { isRecord, parseJson } from '../metadata/json.ts';
import { type ProvenanceFacts, provenanceText } from '../metadata/provenance.ts';

/** Names the layout of a Frozen Collection's manifest.json; raised when readers must change. */
export const frozenFormat = 'adx-frozen-1';

export interface FrozenManifestToken extends ManifestFile {
	/** From 1. `file` and the hashes beside it are the original's. */
	readonly tokenNumber: number;
	readonly name: string;
	/** Eight hexadecimal digits. */
	readonly crc32: string;
	readonly metadata: ManifestFile;
	readonly from: {
		/** Number of the collection among `sources`, from 1. */
		readonly collection: number;
		/** Place in that collection as it was put in, from 1. */
		readonly place: number;
		/** Path inside what was uploaded. */
		readonly file: string;
		/** Null where the token had none. */
		readonly name: string | null;
	};
	/** Only present, and true, where a Rarity among the attributes was computed from the token's rank. */
	readonly derivedRarity?: true;
}

/** What manifest.json of a Frozen Collection says: every file but itself and PROVENANCE.txt, and how they came together. */
export interface FrozenManifest {
	readonly format: typeof frozenFormat;
	readonly name: string;
	readonly description: string;
	/** Decides the shuffle. */
	readonly seed: string;
	readonly options: Omit<MergeOptions, 'seed'>;
	readonly provenance: string;
	/** The sources, with the number of tokens from each. */
	readonly sources: readonly { readonly name: string; readonly imageCount: number }[];
	/** Files beside images and metadata. */
	readonly files: readonly ManifestFile[];
	/** By token number. */
	readonly tokens: readonly FrozenManifestToken[];
}

/** The text of manifest.json, a line per token. Same manifest, same bytes. */
export function frozenManifestText(manifest: FrozenManifest): string {
	const { format, name, description, seed, options, provenance, sources, files, tokens } = manifest;
	return toLinesJson({ format, name, description, seed, options, provenance }, { sources, files, tokens });
}

/** Reads a Frozen Collection's manifest from foreign text; null when it is none. Unknown fields are accepted. */
export function parseFrozenManifest(text: string): FrozenManifest | null {
	const value = parseJson(text);
	const isManifest =
		isRecord(value) &&
		value.format === frozenFormat &&
		[value.name, value.description, value.seed, value.provenance].every((field) => typeof field === 'string') &&
		frozenOptionsSchema.safeParse(value.options).success &&
		Array.isArray(value.sources) &&
		value.sources.every(isSource) &&
		Array.isArray(value.files) &&
		value.files.every(isManifestFile) &&
		Array.isArray(value.tokens) &&
		value.tokens.every(isToken);
	return isManifest ? (value as unknown as FrozenManifest) : null;
}

function isSource(value: unknown): boolean {
	return isRecord(value) && typeof value.name === 'string' && Number.isSafeInteger(value.imageCount);
}

function isToken(value: unknown): boolean {
	if (!isRecord(value) || !isManifestFile(value) || !isManifestFile(value.metadata) || !isRecord(value.from))
		return false;
	const { from } = value;
	return (
		[value.tokenNumber, from.collection, from.place].every(Number.isSafeInteger) &&
		[value.name, value.crc32, from.file].every((field) => typeof field === 'string') &&
		(from.name === null || typeof from.name === 'string')
	);
}

const orderSentences: Record<MergeOptions['order'], string> = {
	keep: 'one collection after the other.',
	interleave: 'in turns, as evenly as the sizes allow.',
	shuffle: 'shuffled; the seed alone decides.',
};

const originalsSentence = 'Every image is the original, byte for byte.';
const convertedSentence = `WebP images that do not move became PNGs of the same pixels; every other image is the original,
byte for byte.`;

/** The text of a Frozen Collection's PROVENANCE.txt: as `provenanceText`, with what it was merged from and how. */
export function frozenProvenanceText(facts: ProvenanceFacts, manifest: FrozenManifest): string {
	const isConverted = manifest.options.fixes.webpImages === 'png';
	return describeMerge(facts, manifest, isConverted ? convertedSentence : originalsSentence);
}

/**
 * Whether a text is a Frozen Collection's PROVENANCE.txt. There are archives that call every image the original although WebP
 * images became PNGs, and they stay valid.
 */
export const isFrozenProvenanceText = (text: string, facts: ProvenanceFacts, manifest: FrozenManifest): boolean =>
	text === frozenProvenanceText(facts, manifest) || text === describeMerge(facts, manifest, originalsSentence);

function describeMerge(facts: ProvenanceFacts, manifest: FrozenManifest, imagesSentence: string): string {
	const sources = manifest.sources.map(
		({ name, imageCount }, index) => `  ${index + 1}. ${JSON.stringify(name)}: ${imageCount}\n`,
	);
	return `${provenanceText(facts)}
Merged from these collections, with the number of images of each
${sources.join('')}
Order: ${orderSentences[manifest.options.order]}
Seed:  ${JSON.stringify(manifest.seed)}

manifest.json names for every token the collection it came from ("from.collection", by the numbers above), its place there
and its old file name. ${imagesSentence}
`;
}
