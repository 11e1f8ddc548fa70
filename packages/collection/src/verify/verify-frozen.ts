import type { FrozenManifest, FrozenManifestToken } from '../merge/frozen-manifest.ts';
import { computeTokenOrder } from '../merge/token-order.ts';
import { toTokenName } from '../metadata/metadata.ts';
import { checkPlaces, checkRarity, type ParsedToken, type TokenWithEntry } from './verify-tokens.ts';

/**
 * Compares a Frozen Collection's metadata files with its manifest, and what can be computed from them (names, rarity,
 * rarity.csv, the order that options and seed give) with what the archive says. A sentence per difference.
 */
export function checkFrozenTokens(
	manifest: FrozenManifest,
	files: ReadonlyMap<string, ParsedToken | null>,
	csv: string | undefined,
): string[] {
	const tokens = [...manifest.tokens].sort((left, right) => left.tokenNumber - right.tokenNumber);
	const problems = [...checkRepeats(manifest, tokens), ...checkOrigins(manifest, tokens)];
	const read: TokenWithEntry<FrozenManifestToken>[] = [];
	for (const entry of tokens) {
		const token = files.get(entry.metadata.file);
		if (token === null) problems.push(`${entry.metadata.file} is not readable token metadata.`);
		if (!token) continue;
		read.push({ entry, token });
		problems.push(...checkPlaces(entry, token, entry.name), ...checkNumbering(manifest, entry));
	}
	// Ranks are only comparable when all tokens take part.
	if (read.length < tokens.length) return problems;
	return [...problems, ...checkRarity(read, csv, ({ derivedRarity }) => derivedRarity === true)];
}

function checkNumbering({ name, options }: FrozenManifest, token: FrozenManifestToken): string[] {
	const expected = toTokenName(options.metadata?.namePattern, name, token.tokenNumber);
	if (options.naming === 'keep' || token.name === expected) return [];
	return [`manifest.json does not call token ${token.tokenNumber} '${expected}'.`];
}

/** Equal images may be wanted; where the merge left them out, none can be left. */
function checkRepeats({ options }: FrozenManifest, tokens: readonly FrozenManifestToken[]): string[] {
	// Different WebP files may hold the same pixels, hence become the same PNG.
	if (options.fixes.duplicateImages !== 'drop' || options.fixes.webpImages === 'png') return [];
	const firsts = new Map<string, number>();
	return tokens.flatMap(({ sha256, tokenNumber }) => {
		const first = firsts.get(sha256);
		if (first === undefined) firsts.set(sha256, tokenNumber);
		return first === undefined ? [] : [`Tokens ${first} and ${tokenNumber} have the same image, byte for byte.`];
	});
}

function checkOrigins({ sources, options, seed }: FrozenManifest, tokens: readonly FrozenManifestToken[]): string[] {
	const places = new Set(tokens.map(({ from }) => `${from.collection} ${from.place}`));
	const problems = places.size < tokens.length ? ['manifest.json says of two tokens that they were the same one.'] : [];
	const sizes = sources.map(() => 0);
	for (const { from, tokenNumber } of tokens) {
		if (sizes[from.collection - 1] === undefined) {
			return [...problems, `manifest.json does not say which collection token ${tokenNumber} came from.`];
		}
		sizes[from.collection - 1]!++;
	}
	for (const [position, { name, imageCount }] of sources.entries()) {
		if (sizes[position] === imageCount) continue;
		problems.push(`manifest.json counts ${imageCount} images of '${name}', but has ${sizes[position]}.`);
	}
	const line = [...tokens].sort(
		({ from: left }, { from: right }) => left.collection - right.collection || left.place - right.place,
	);
	const order = computeTokenOrder(sizes, options.order, seed);
	const isInOrder = tokens.every((token, index) => token === line[order[index]!]);
	return isInOrder ? problems : [...problems, 'The tokens do not stand in the order that options and seed give.'];
}
