import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../metadata/json.ts';

/** The traits that tell tokens of one collection apart, by the names people read. */
export const dnaTraitNames = ['Race', 'Class', 'Affliction', 'Divinity', 'Items', 'Magical Stone'] as const;

export interface DnaOptions {
	/** Further traits that count, e.g. 'Background', or 'Art Style' where it varies inside the collection. */
	readonly alsoCount?: readonly string[];
	/** From 2 on for repeats in a collection that is larger than its unique combinations. */
	readonly variant?: number;
}

/**
 * SHA-256 (lower-case hex) of the canonical JSON of the DNA traits among `traits`, which go by the names and labels that
 * a token's metadata shows: so anyone can recompute it from the metadata alone. A variant from 2 on is one more trait,
 * 'Variant'. Traits that are absent stay absent.
 */
export function computeDna(traits: Readonly<Record<string, string>>, options: DnaOptions = {}): string {
	const counted: Record<string, string> = {};
	for (const name of [...dnaTraitNames, ...(options.alsoCount ?? [])]) {
		const value = traits[name];
		if (value !== undefined) counted[name] = value;
	}
	return hashTraits(counted, options.variant);
}

/**
 * The same of traits with names of a creator's own, all of which count. A trait of theirs may be called 'Variant': then a
 * repeat's own is called 'Variant ' with as many spaces as tell the two apart.
 */
export function hashTraits(counted: Readonly<Record<string, string>>, variant = 1): string {
	if (variant <= 1) return hashText(canonicalJson(counted));
	let name = 'Variant';
	while (Object.hasOwn(counted, name)) name += ' ';
	return hashText(canonicalJson({ ...counted, [name]: String(variant) }));
}

function hashText(text: string): string {
	return bytesToHex(sha256(utf8ToBytes(text)));
}
