import type { TokenAttribute } from '@adx/validators/catalogue/image-traits';
import type { Manifest, ManifestToken } from '../archive/manifest.ts';
import { isRecord, parseJson } from '../metadata/json.ts';
import { metadataPath, tokenName } from '../metadata/metadata.ts';
import { computeDna, hashTraits } from '../plan/dna.ts';
import { isRarity, rankTokens, type TokenRarity, toTier } from '../rarity/rarity.ts';
import { rarityCsv } from '../rarity/rarity-csv.ts';

/** What is kept of a token's metadata file. */
export interface ParsedToken {
	readonly name: unknown;
	readonly image: unknown;
	readonly attributes: readonly TokenAttribute[];
}

/** Reads a metadata file; null when it is none. `share` may hand back an equal text it already holds. */
export function parseTokenFile(text: string, share: (text: string) => string): ParsedToken | null {
	const value = parseJson(text);
	if (!isRecord(value) || !Array.isArray(value.attributes)) return null;
	const attributes: TokenAttribute[] = [];
	for (const attribute of value.attributes as unknown[]) {
		if (!isRecord(attribute)) return null;
		const { trait_type, value: traitValue } = attribute;
		if (typeof trait_type !== 'string' || typeof traitValue !== 'string') return null;
		attributes.push({ trait_type: share(trait_type), value: share(traitValue) });
	}
	return { name: value.name, image: value.image, attributes };
}

/**
 * Compares the metadata files with the manifest, and what can be computed from them (DNA, rarity, rarity.csv) with what
 * the archive says. A sentence per difference.
 */
export function checkGeneratedTokens(
	manifest: Manifest,
	files: ReadonlyMap<string, ParsedToken | null>,
	csv: string | undefined,
): string[] {
	const problems = [...checkRepeats(manifest)];
	const tokens = [...manifest.tokens].sort((left, right) => left.tokenNumber - right.tokenNumber);
	const read: { readonly entry: ManifestToken; readonly token: ParsedToken }[] = [];
	for (const entry of tokens) {
		const token = files.get(entry.metadata.file);
		if (token === null) problems.push(`${entry.metadata.file} is not readable token metadata.`);
		if (!token) continue;
		read.push({ entry, token });
		problems.push(...checkTokenNames(manifest.name, entry, token));
	}
	problems.push(...checkDna(read));
	// Ranks are only comparable when all tokens take part.
	if (read.length === tokens.length) {
		const derived = new Set(read.flatMap(({ entry, token }) => (hasDerivedRarity(entry, token) ? [entry] : [])));
		problems.push(...checkRarity(read, csv, (entry) => derived.has(entry)));
	}
	return problems;
}

/** A layer of the creator's own may be called like it. */
const hasDerivedRarity = ({ layers }: ManifestToken, { attributes }: ParsedToken): boolean =>
	layers === undefined || !attributes.slice(0, layers).some(isRarity);

function checkRepeats({ tokens }: Manifest): string[] {
	const firstWith = { sha256: new Map<string, number>(), dna: new Map<string, number>() };
	return tokens.flatMap((token) =>
		(['sha256', 'dna'] as const).flatMap((what) => {
			// Layers may look alike, and a numbered variant is the same picture again.
			if (what === 'sha256' && token.layers !== undefined) return [];
			const first = firstWith[what].get(token[what]);
			if (first === undefined) {
				firstWith[what].set(token[what], token.tokenNumber);
				return [];
			}
			const shared = what === 'dna' ? 'the same DNA' : 'the same image, byte for byte';
			return [`Tokens ${first} and ${token.tokenNumber} have ${shared}.`];
		}),
	);
}

function checkTokenNames(collectionName: string, entry: ManifestToken, token: ParsedToken): string[] {
	const { tokenNumber, metadata } = entry;
	const problems = checkPlaces(entry, token, tokenName(collectionName, tokenNumber));
	const names = token.attributes.map(({ trait_type }) => trait_type);
	if (new Set(names).size < names.length) problems.push(`${metadata.file} names a trait twice.`);
	return problems;
}

type TokenEntry = Pick<ManifestToken, 'tokenNumber' | 'file' | 'metadata'>;

/** Files carry the token's number; its metadata carries the name and points to the image. */
export function checkPlaces({ tokenNumber, file, metadata }: TokenEntry, token: ParsedToken, name: string): string[] {
	const problems: string[] = [];
	if (metadata.file !== metadataPath(tokenNumber) || !file.startsWith(`images/${tokenNumber}.`)) {
		problems.push(`The files of token ${tokenNumber} do not carry its number.`);
	}
	if (token.name !== name) problems.push(`${metadata.file} does not carry the name '${name}'.`);
	const { image } = token;
	const published = file.slice(file.lastIndexOf('/'));
	if (image !== file && !(typeof image === 'string' && image.endsWith(published))) {
		problems.push(`${metadata.file} does not point to ${file}.`);
	}
	return problems;
}

/** A token of the manifest with what its metadata file says. */
export interface TokenWithEntry<Entry extends TokenEntry = ManifestToken> {
	readonly entry: Entry;
	readonly token: ParsedToken;
}

function checkDna(read: readonly TokenWithEntry[]): string[] {
	const isVariant = createVariantSearch(Math.min(read.at(-1)?.entry.tokenNumber ?? 0, variantsMax));
	return read.flatMap(({ entry, token }) => {
		const hash = createDnaHash(entry, token);
		if (entry.dna === hash() || isVariant(hash, entry.dna)) return [];
		return [`The DNA of token ${entry.tokenNumber} in manifest.json is not that of its traits.`];
	});
}

/** A token's DNA, or that of one of its numbered variants. */
type DnaHash = (variant?: number) => string;

function createDnaHash({ layers, outsideDna = [] }: ManifestToken, { attributes }: ParsedToken): DnaHash {
	const counted = attributes.slice(0, layers).filter(({ trait_type }) => !outsideDna.includes(trait_type));
	const traits = Object.fromEntries(counted.map(({ trait_type, value }) => [trait_type, value]));
	if (layers !== undefined) return (variant) => hashTraits(traits, variant);
	return (variant) => computeDna(traits, variant === undefined ? {} : { variant });
}

/** More repeats than any collection has. */
const variantsMax = 100_000;

/**
 * Finds out whether a DNA is that of a numbered variant, whose number is not written down. All variants of a
 * collection together are no more than its tokens, so `effort` hashes find every true one.
 */
function createVariantSearch(effort: number): (hash: DnaHash, dna: string) => boolean {
	const found = new Map<string, Set<string>>();
	let left = effort;
	return (hash, dna) => {
		const plain = hash();
		const variants = found.get(plain) ?? new Set<string>();
		found.set(plain, variants);
		while (!variants.has(dna) && left > 0) {
			left--;
			variants.add(hash(variants.size + 2));
		}
		return variants.has(dna);
	};
}

/**
 * Computes the rarity of all tokens again and compares it with rarity.csv, and with the Rarity of those that carry a
 * derived one. Tokens that share a rank may all have the tier of their last place, or all that of the rank, as in older
 * archives.
 */
export function checkRarity<Entry extends TokenEntry>(
	read: readonly TokenWithEntry<Entry>[],
	csv: string | undefined,
	isDerived: (entry: Entry) => boolean = () => true,
): string[] {
	const { tokens } = rankTokens(read.map(({ token }) => token.attributes));
	const problems = compareRarity(read, { tokens, csv, isDerived });
	if (problems.length === 0) return [];
	const byRank = tokens.map((token) => ({ ...token, tier: toTier(token.rank, tokens.length) }));
	return compareRarity(read, { tokens: byRank, csv, isDerived }).length === 0 ? [] : problems;
}

interface ExpectedRarity<Entry> {
	/** Of each token that was read. */
	readonly tokens: readonly TokenRarity[];
	readonly csv: string | undefined;
	readonly isDerived: (entry: Entry) => boolean;
}

function compareRarity<Entry extends TokenEntry>(
	read: readonly TokenWithEntry<Entry>[],
	{ tokens, csv, isDerived }: ExpectedRarity<Entry>,
): string[] {
	const problems = read.flatMap(({ entry, token }, index) => {
		const stated = token.attributes.find(isRarity)?.value;
		const { tier } = tokens[index]!;
		if (!isDerived(entry) || stated === tier) return [];
		return [`${entry.metadata.file} does not carry the Rarity '${tier}' that its rank gives.`];
	});
	if (csv === undefined) return problems;
	const expected = rarityCsv(
		read.map(({ entry, token }, index) => ({
			tokenNumber: entry.tokenNumber,
			rarity: tokens[index]!,
			attributes: token.attributes,
		})),
	);
	return csv === expected ? problems : [...problems, 'rarity.csv is not what the traits in the metadata give.'];
}
