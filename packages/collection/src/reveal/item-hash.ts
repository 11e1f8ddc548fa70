import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, isRecord } from '../metadata/json.ts';

/** A number at the end of a name, with what stands before it. */
const numberAtEnd = /\s*#?(\d{1,10})$/u;

/** A name without the number at its end, which another token of the collection bears once items are shuffled. */
const withoutNumber = (name: string): string => name.replace(numberAtEnd, '');

/** The name of an item that another token shows: a number at its end that was its own becomes the token's. */
export function renumberName(name: string, own: number, tokenNumber: number): string {
	if (Number(numberAtEnd.exec(name)?.[1] ?? Number.NaN) !== own) return name;
	return name.replace(/\d{1,10}$/u, String(tokenNumber));
}

/** Fields by which metadata says which token it is of. */
const numberFields = ['edition', 'tokenId', 'token_id', 'id'] as const;

/** The metadata of an item as the token has it that shows it. */
export function renumberMetadata(
	metadata: Readonly<Record<string, unknown>> | null,
	own: number,
	tokenNumber: number,
): Readonly<Record<string, unknown>> | null {
	if (metadata === null || own === tokenNumber) return metadata;
	const changed: Record<string, unknown> = { ...metadata };
	if (typeof metadata.name === 'string') changed.name = renumberName(metadata.name, own, tokenNumber);
	for (const field of numberFields) {
		if (metadata[field] === own) changed[field] = tokenNumber;
		else if (metadata[field] === String(own)) changed[field] = String(tokenNumber);
	}
	return changed;
}

/**
 * What an item is, whichever token shows it: SHA-256 (hex) of the canonical JSON (RFC 8785) of a list of two, its picture's
 * SHA-256 and its metadata. The metadata is without what follows from the token that shows it: `image` and whatever else
 * points at the same address, the fields that are numbers of tokens (`edition`, `tokenId`, `token_id`, `id`), and a number
 * at the end of `name`. These hashes, one after the other in the first order, are what the provenance of a delayed reveal
 * is the SHA-256 of.
 *
 * @param metadata as it is exported
 */
export function itemHash(imageSha256: string, metadata: Readonly<Record<string, unknown>>): string {
	const item = [imageSha256.toLowerCase(), withoutToken(metadata)];
	return bytesToHex(sha256(utf8ToBytes(canonicalJson(item))));
}

function withoutToken({ image, ...metadata }: Readonly<Record<string, unknown>>): Record<string, unknown> {
	const kept: Record<string, unknown> = {};
	for (const [field, value] of Object.entries(metadata)) {
		if (value !== image && !numberFields.some((name) => name === field)) kept[field] = value;
	}
	if (typeof kept.name === 'string') kept.name = withoutNumber(kept.name);
	const { properties } = kept;
	if (isRecord(properties) && Array.isArray(properties.files)) {
		const files = properties.files.filter((file) => !isRecord(file) || file.uri !== image);
		kept.properties = { ...properties, files };
	}
	return kept;
}
