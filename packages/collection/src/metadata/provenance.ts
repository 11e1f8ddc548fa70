import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The provenance hash of a collection: SHA-256 (lower-case hex) of the originals' SHA-256 hashes, written as lower-case
 * hex one after the other in token order. It fixes every image and their order.
 */
export function provenanceHash(imageSha256s: readonly string[]): string {
	return bytesToHex(sha256(utf8ToBytes(imageSha256s.map((hash) => hash.toLowerCase()).join(''))));
}

export interface ProvenanceFacts {
	readonly collectionName: string;
	readonly imageCount: number;
	/** The result of `provenanceHash`. */
	readonly provenance: string;
	/** SHA-256 (hex) of manifest.json, which holds the hashes of all other files. */
	readonly manifestSha256: string;
}

/** The text of PROVENANCE.txt: the hash and the recipe by which anyone can compute it again. Same facts, same bytes. */
export function provenanceText(facts: ProvenanceFacts): string {
	return `Provenance of ${JSON.stringify(facts.collectionName)}

Images:          ${facts.imageCount}
Provenance hash: ${facts.provenance}
manifest.json:   ${facts.manifestSha256}

How to compute the provenance hash again
1. Take the SHA-256 of every image file, byte for byte as it lies in images/, as 64 lower-case hexadecimal digits.
2. Write these one after the other in the order of the token numbers, with nothing between them.
3. The SHA-256 of that text is the provenance hash.

On a system with the usual tools, inside the unpacked archive:
  ls images | sort -n | sed 's|^|images/|' | xargs sha256sum | cut -c 1-64 | tr -d '\\n' | sha256sum

manifest.json names the SHA-256 of every other file here but this one; the line above names the SHA-256 of manifest.json.
`;
}
