import { isRecord, type Manifest, type ManifestFile, parseJson, parseManifest } from './manifest.ts';
import { provenanceHash, provenanceText } from './provenance.ts';
import { checkTokens, parseTokenMetadata, type ReadToken } from './verify-tokens.ts';

/** A file of the archive as the reader met it. */
export interface SeenFile {
	readonly name: string;
	/** Of its bytes, lower-case hex. */
	readonly sha256: string;
	readonly sizeBytes?: number;
	/** Its contents, for those files that `wantsText` asks for; a file too large to hold may lack them, which is reported. */
	readonly text?: string;
}

export interface ArchiveReport {
	/** A sentence per finding; empty when the archive is whole and true to itself. */
	readonly problems: readonly string[];
	readonly collectionName: string | null;
	readonly imageCount: number;
	/** Computed from the images found, to compare with what was published; null without a readable manifest. */
	readonly provenance: string | null;
}

/** Checks an archive file by file, in any order; it keeps hashes and traits, never the files. */
export interface ArchiveVerifier {
	/** True for the few files whose contents matter; of the others only the hash does. */
	wantsText(name: string): boolean;
	add(file: SeenFile): void;
	/** Call once, after the last file. */
	finish(): ArchiveReport;
}

const rootTexts = ['PROVENANCE.txt', 'collection.json', 'manifest.json', 'rarity.csv'] as const;
const metadataName = /^metadata\/[^/]+\.json$/;

/**
 * A verifier for archives of `buildCollectionArchive`. What vouches for what: the manifest for every file but two by its
 * SHA-256, PROVENANCE.txt for the manifest, and PROVENANCE.txt must read exactly as it is computed from the archive; so no
 * changed byte stays unseen. Rarity, DNA and provenance are computed again. Someone who rewrites all of it
 * consistently is found only by comparing the provenance hash with the published one.
 */
export function createArchiveVerifier(): ArchiveVerifier {
	const seen = new Map<string, SeenFile>();
	const texts = new Map<string, string>();
	const tokens = new Map<string, ReadToken | null>();
	const remarks: string[] = [];
	const shared = createTextPool();
	return {
		wantsText,
		add: ({ name, text, ...facts }) => {
			if (name.endsWith('/')) return;
			if (seen.has(name)) remarks.push(`${name} is in the archive twice.`);
			seen.set(name, { name, ...facts });
			if (text === undefined) {
				if (wantsText(name)) remarks.push(`${name} was not read, so what it says is not verified.`);
				return;
			}
			if (metadataName.test(name)) tokens.set(name, parseTokenMetadata(text, shared));
			else texts.set(name, text);
		},
		finish: () => report({ seen, texts, tokens }, remarks),
	};
}

function wantsText(name: string): boolean {
	return rootTexts.some((root) => root === name) || metadataName.test(name);
}

/** Reads a whole archive through an accessor; `sha256Of` and `readText` may answer with promises. */
export async function verifyArchive(files: {
	readonly names: Iterable<string>;
	readonly readText: (name: string) => string | Promise<string>;
	readonly sha256Of: (name: string) => string | Promise<string>;
}): Promise<ArchiveReport> {
	const verifier = createArchiveVerifier();
	for (const name of files.names) {
		if (name.endsWith('/')) continue;
		const hash = await files.sha256Of(name);
		verifier.add({ name, sha256: hash, ...(verifier.wantsText(name) ? { text: await files.readText(name) } : {}) });
	}
	return verifier.finish();
}

/** One string object per text: the traits of 10,000 tokens are a few hundred texts. */
function createTextPool(): (text: string) => string {
	const pool = new Map<string, string>();
	return (text) => {
		const known = pool.get(text);
		if (known !== undefined) return known;
		pool.set(text, text);
		return text;
	};
}

interface Findings {
	readonly seen: ReadonlyMap<string, SeenFile>;
	readonly texts: ReadonlyMap<string, string>;
	/** By file name; null for what is no metadata. */
	readonly tokens: ReadonlyMap<string, ReadToken | null>;
}

function report(findings: Findings, remarks: readonly string[]): ArchiveReport {
	const { seen, texts } = findings;
	const missing = rootTexts.filter((name) => !seen.has(name)).map((name) => `${name} is missing.`);
	const imageCount = [...seen.keys()].filter((name) => name.startsWith('images/')).length;
	const manifest = parseManifest(texts.get('manifest.json') ?? '');
	if (manifest === null) {
		const unreadable = seen.has('manifest.json') ? ['manifest.json is not the manifest of a collection.'] : [];
		return { problems: [...remarks, ...missing, ...unreadable], collectionName: null, imageCount, provenance: null };
	}
	const problems = [
		...remarks,
		...missing,
		...checkFiles(manifest, seen),
		...checkProof(manifest, findings),
		...checkNumbers(manifest),
		...checkTokens(manifest, findings.tokens, texts.get('rarity.csv')),
		...checkCollection(manifest, texts.get('collection.json')),
	];
	return { problems, collectionName: manifest.name, imageCount, provenance: provenanceOf(manifest, seen) };
}

function provenanceOf({ tokens }: Manifest, seen: Findings['seen']): string {
	const inOrder = [...tokens].sort((left, right) => left.tokenNumber - right.tokenNumber);
	return provenanceHash(inOrder.map(({ file }) => seen.get(file)?.sha256 ?? ''));
}

function checkFiles(manifest: Manifest, seen: Findings['seen']): string[] {
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

function checkProof(manifest: Manifest, { seen, texts }: Findings): string[] {
	const provenance = provenanceOf(manifest, seen);
	const problems =
		provenance === manifest.provenance
			? []
			: ['The provenance hash in manifest.json is not that of the images in the order of their numbers.'];
	const proof = texts.get('PROVENANCE.txt');
	const manifestSha256 = seen.get('manifest.json')!.sha256;
	if (proof === undefined) return problems;
	const { name: collectionName, tokens } = manifest;
	const facts = { collectionName, imageCount: tokens.length, provenance: manifest.provenance, manifestSha256 };
	if (proof === provenanceText(facts)) return problems;
	return [
		...problems,
		proof.includes(manifestSha256)
			? 'PROVENANCE.txt was changed: it does not read as the archive says.'
			: 'manifest.json or PROVENANCE.txt was changed: they do not belong together.',
	];
}

function checkNumbers({ tokens }: Manifest): string[] {
	const numbers = new Set(tokens.map(({ tokenNumber }) => tokenNumber));
	const highest = tokens.reduce((most, { tokenNumber }) => Math.max(most, tokenNumber), 0);
	const problems = tokens.length > numbers.size ? ['manifest.json gives a token number twice.'] : [];
	if (tokens.some(({ tokenNumber }) => tokenNumber < 1)) problems.push('Token numbers begin at 1.');
	const gaps: number[] = [];
	for (let number = 1; number <= highest && gaps.length <= gapsShown; number++) {
		if (!numbers.has(number)) gaps.push(number);
	}
	const shown = gaps.slice(0, gapsShown).map((gap) => `Token ${gap} is missing: the numbers run up to ${highest}.`);
	return [...problems, ...shown, ...(gaps.length > gapsShown ? ['More token numbers are missing.'] : [])];
}

/** A manifest may claim any number, so the gaps before it are not all listed. */
const gapsShown = 100;

function checkCollection({ name }: Manifest, text: string | undefined): string[] {
	if (text === undefined) return [];
	const collection = parseJson(text);
	if (!isRecord(collection)) return ['collection.json is not readable JSON.'];
	return collection.name === name ? [] : ["collection.json has another collection's name than manifest.json."];
}
