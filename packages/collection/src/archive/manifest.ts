import { isRecord, parseJson } from '../metadata/json.ts';

/** Names the layout of manifest.json; raised when readers must change. */
export const manifestFormat = 'adx-collection-1';

/** A file by what it holds. */
export interface ManifestFile {
	readonly file: string;
	readonly sizeBytes: number;
	/** Lower-case hex. */
	readonly sha256: string;
}

export interface ManifestToken extends ManifestFile {
	/** From 1. `file` and the hashes beside it are the image's. */
	readonly tokenNumber: number;
	/** Eight hexadecimal digits. */
	readonly crc32: string;
	readonly metadata: ManifestFile;
	readonly dna: string;
	/** The image's seed. */
	readonly seed: string;
	/** The version of the forge that drew it with that seed; absent for any other picture, and for those of version 1. */
	readonly forge?: number;
	/** Of own layers alone: how many there are, which are the first attributes of its metadata. */
	readonly layers?: number;
	/** Those of them that the DNA is not computed from; absent for none. */
	readonly outsideDna?: readonly string[];
}

/** What manifest.json says: every file of the archive but itself and PROVENANCE.txt. */
export interface Manifest {
	readonly format: typeof manifestFormat;
	readonly name: string;
	/** The plan's seed. */
	readonly seed: string;
	readonly provenance: string;
	/** Files beside images and metadata. */
	readonly files: readonly ManifestFile[];
	/** By token number. */
	readonly tokens: readonly ManifestToken[];
}

/** The text of manifest.json, a line per token. Same manifest, same bytes. */
export function manifestText({ format, name, seed, provenance, files, tokens }: Manifest): string {
	return toLinesJson({ format, name, seed, provenance }, { files, tokens });
}

/** A JSON object with a line per field, and in the lists that follow a line per item. */
export function toLinesJson(
	fields: Readonly<Record<string, unknown>>,
	lists: Readonly<Record<string, readonly unknown[]>>,
): string {
	const values = Object.entries(fields).map(([field, value]) => `  ${JSON.stringify(field)}: ${JSON.stringify(value)}`);
	const toLines = Object.entries(lists).map(([field, items]) => {
		return `  ${JSON.stringify(field)}: [${items.map((item) => `\n    ${JSON.stringify(item)}`).join(',')}\n  ]`;
	});
	return `{\n${[...values, ...toLines].join(',\n')}\n}\n`;
}

/** Reads a manifest from foreign text; null when it is none. Unknown fields are accepted. */
export function parseManifest(text: string): Manifest | null {
	const value = parseJson(text);
	const isManifest =
		isRecord(value) &&
		value.format === manifestFormat &&
		[value.name, value.seed, value.provenance].every((field) => typeof field === 'string') &&
		Array.isArray(value.files) &&
		value.files.every(isManifestFile) &&
		Array.isArray(value.tokens) &&
		value.tokens.every(isToken);
	return isManifest ? (value as unknown as Manifest) : null;
}

/** Whether a foreign value names a file with its size and hash. */
export function isManifestFile(value: unknown): boolean {
	return (
		isRecord(value) &&
		typeof value.file === 'string' &&
		typeof value.sizeBytes === 'number' &&
		typeof value.sha256 === 'string'
	);
}

function isToken(value: unknown): boolean {
	return (
		isRecord(value) &&
		isManifestFile(value) &&
		Number.isSafeInteger(value.tokenNumber) &&
		isManifestFile(value.metadata) &&
		[value.crc32, value.dna, value.seed].every((field) => typeof field === 'string') &&
		(value.forge === undefined || Number.isSafeInteger(value.forge)) &&
		(value.layers === undefined || Number.isSafeInteger(value.layers)) &&
		(value.outsideDna === undefined || Array.isArray(value.outsideDna))
	);
}
