import type { ManifestFile } from '../archive/manifest.ts';
import { isRecord, parseJson } from '../metadata/json.ts';
import { type ProvenanceFacts, provenanceHash } from '../metadata/provenance.ts';

/** What the manifests of all kinds of archives have in common. */
export interface CommonManifest {
	readonly name: string;
	readonly provenance: string;
	readonly files: readonly ManifestFile[];
	readonly tokens: readonly (ManifestFile & { readonly tokenNumber: number; readonly metadata: ManifestFile })[];
}

type FilesByName = ReadonlyMap<string, { readonly sha256: string; readonly sizeBytes?: number }>;

/** The provenance hash of the images that were found, in the order of the manifest's numbers. */
export function computeProvenance({ tokens }: Pick<CommonManifest, 'tokens'>, seen: FilesByName): string {
	const inOrder = [...tokens].sort((left, right) => left.tokenNumber - right.tokenNumber);
	return provenanceHash(inOrder.map(({ file }) => seen.get(file)?.sha256 ?? ''));
}

/** Compares the files found with those the manifest names; a sentence per difference. */
export function checkManifestFiles(manifest: CommonManifest, seen: FilesByName): string[] {
	const listed = new Map<string, ManifestFile>();
	const problems: string[] = [];
	for (const file of [...manifest.files, ...manifest.tokens.flatMap((token) => [token, token.metadata])]) {
		if (listed.has(file.file)) problems.push(`manifest.json names ${file.file} twice.`);
		listed.set(file.file, file);
	}
	for (const { file, sha256, sizeBytes } of listed.values()) {
		const found = seen.get(file);
		if (!found) problems.push(`${file} is missing.`);
		else if (found.sha256 !== sha256) problems.push(`${file} was changed: manifest.json names another SHA-256 for it.`);
		else if ((found.sizeBytes ?? sizeBytes) !== sizeBytes) {
			problems.push(`${file} has ${found.sizeBytes} bytes, but manifest.json says ${sizeBytes}.`);
		}
	}
	for (const name of ['collection.json', 'rarity.csv']) {
		if (!listed.has(name)) problems.push(`manifest.json does not name ${name}.`);
	}
	for (const name of seen.keys()) {
		if (listed.has(name) || name === 'manifest.json' || name === 'PROVENANCE.txt') continue;
		problems.push(`${name} does not belong to the collection: manifest.json does not name it.`);
	}
	return problems;
}

/** Checks the provenance hash, and by `isProofText` whether PROVENANCE.txt reads as what the archive says makes it. */
export function checkProvenance(
	manifest: CommonManifest,
	{ seen, texts }: { readonly seen: FilesByName; readonly texts: ReadonlyMap<string, string> },
	isProofText: (text: string, facts: ProvenanceFacts) => boolean,
): string[] {
	const provenance = computeProvenance(manifest, seen);
	const problems =
		provenance === manifest.provenance
			? []
			: ['The provenance hash in manifest.json is not that of the images in the order of their numbers.'];
	const provenanceText = texts.get('PROVENANCE.txt');
	const manifestSha256 = seen.get('manifest.json')!.sha256;
	if (provenanceText === undefined) return problems;
	const { name: collectionName, tokens } = manifest;
	const facts = { collectionName, imageCount: tokens.length, provenance: manifest.provenance, manifestSha256 };
	if (isProofText(provenanceText, facts)) return problems;
	return [
		...problems,
		provenanceText.includes(manifestSha256)
			? 'PROVENANCE.txt was changed: it does not read as the archive says.'
			: 'manifest.json or PROVENANCE.txt was changed: they do not belong together.',
	];
}

/** Token numbers run from 1 without repeats and gaps. */
export function checkTokenNumbers({ tokens }: Pick<CommonManifest, 'tokens'>): string[] {
	const numbers = new Set(tokens.map(({ tokenNumber }) => tokenNumber));
	const highestNumber = tokens.reduce((most, { tokenNumber }) => Math.max(most, tokenNumber), 0);
	const problems = tokens.length > numbers.size ? ['manifest.json gives a token number twice.'] : [];
	if (tokens.some(({ tokenNumber }) => tokenNumber < 1)) problems.push('Token numbers begin at 1.');
	const gaps: number[] = [];
	for (let number = 1; number <= highestNumber && gaps.length <= gapsShown; number++) {
		if (!numbers.has(number)) gaps.push(number);
	}
	const shown = gaps
		.slice(0, gapsShown)
		.map((gap) => `Token ${gap} is missing: the numbers run up to ${highestNumber}.`);
	return [...problems, ...shown, ...(gaps.length > gapsShown ? ['More token numbers are missing.'] : [])];
}

/** A manifest may claim any number, so the gaps before it are not all listed. */
const gapsShown = 100;

/** Compares collection.json with the manifest. */
export function checkCollection({ name }: Pick<CommonManifest, 'name'>, text: string | undefined): string[] {
	if (text === undefined) return [];
	const collection = parseJson(text);
	if (!isRecord(collection)) return ['collection.json is not readable JSON.'];
	return collection.name === name ? [] : ["collection.json has another collection's name than manifest.json."];
}
