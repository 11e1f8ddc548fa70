import { parseManifest } from '../archive/manifest.ts';
import { isFrozenProvenanceText, parseFrozenManifest } from '../merge/frozen-manifest.ts';
import { memoise } from '../metadata/case-folding.ts';
import { provenanceText } from '../metadata/provenance.ts';
import {
	checkCollection,
	checkManifestFiles,
	checkProvenance,
	checkTokenNumbers,
	computeProvenance,
} from './verify-files.ts';
import { checkFrozenTokens } from './verify-frozen.ts';
import { checkGeneratedTokens, type ParsedToken, parseTokenFile } from './verify-tokens.ts';

/** A file of the archive as the reader met it. */
export interface ArchiveEntryFacts {
	readonly name: string;
	/** The SHA-256 of its bytes, lower-case hex. */
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
	add(file: ArchiveEntryFacts): void;
	/** Call once, after the last file. */
	finish(): ArchiveReport;
}

const rootTexts = ['PROVENANCE.txt', 'collection.json', 'manifest.json', 'rarity.csv'] as const;
const metadataName = /^metadata\/[^/]+\.json$/;

/**
 * A verifier for archives of `buildCollectionArchive` and for Frozen Collections. The manifest vouches for every file but
 * two by its SHA-256, PROVENANCE.txt for the manifest, and PROVENANCE.txt must read exactly as it is computed from the
 * archive; so no changed byte goes unnoticed. Rarity, DNA and provenance are computed again. Someone who rewrites all of
 * it consistently is found only by comparing the provenance hash with the published one.
 */
export function createArchiveVerifier(): ArchiveVerifier {
	const seen = new Map<string, ArchiveEntryFacts>();
	const texts = new Map<string, string>();
	const tokens = new Map<string, ParsedToken | null>();
	const remarks: string[] = [];
	// One string object per text: the traits of 10,000 tokens are a few hundred texts.
	const shared = memoise((text) => text);
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
			if (metadataName.test(name)) tokens.set(name, parseTokenFile(text, shared));
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

interface Findings {
	readonly seen: ReadonlyMap<string, ArchiveEntryFacts>;
	readonly texts: ReadonlyMap<string, string>;
	/** By file name; null for what is not metadata. */
	readonly tokens: ReadonlyMap<string, ParsedToken | null>;
}

function report(findings: Findings, remarks: readonly string[]): ArchiveReport {
	const { seen, texts } = findings;
	const missing = rootTexts.filter((name) => !seen.has(name)).map((name) => `${name} is missing.`);
	const imageCount = [...seen.keys()].filter((name) => name.startsWith('images/')).length;
	const manifestText = texts.get('manifest.json') ?? '';
	const generated = parseManifest(manifestText);
	const frozen = generated ? null : parseFrozenManifest(manifestText);
	const manifest = generated ?? frozen;
	if (manifest === null) {
		const unreadable = seen.has('manifest.json') ? ['manifest.json is not the manifest of a collection.'] : [];
		return { problems: [...remarks, ...missing, ...unreadable], collectionName: null, imageCount, provenance: null };
	}
	const csv = texts.get('rarity.csv');
	const problems = [
		...remarks,
		...missing,
		...checkManifestFiles(manifest, seen),
		...checkProvenance(manifest, findings, (text, facts) =>
			frozen ? isFrozenProvenanceText(text, facts, frozen) : text === provenanceText(facts),
		),
		...checkTokenNumbers(manifest),
		...(generated ? checkGeneratedTokens(generated, findings.tokens, csv) : []),
		...(frozen ? checkFrozenTokens(frozen, findings.tokens, csv) : []),
		...checkCollection(manifest, texts.get('collection.json')),
	];
	return { problems, collectionName: manifest.name, imageCount, provenance: computeProvenance(manifest, seen) };
}
