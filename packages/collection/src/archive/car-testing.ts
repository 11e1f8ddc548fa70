import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type ImportCandidate, importer } from 'ipfs-unixfs-importer';
import type { CarFile, CarLayout } from './car-layout.ts';
import { carSegments } from './car-layout.ts';
import { chunkSizeBytes, cidProfile } from './cid.ts';
import { createFileDigest, type Digests } from './file-digest.ts';

/** For tests: what the platform brings. */
export const nodeDigests: Digests = { sha256: () => createHash('sha256'), crc32 };

export interface Content {
	readonly path: string;
	readonly bytes: Uint8Array;
}

/** For tests: what is recorded about a file. */
export function createCarFile({ path, bytes }: Content): CarFile {
	const digest = createFileDigest(nodeDigests, { withChunks: true });
	// In odd pieces, as streams bring them.
	for (let at = 0; at < bytes.length; at += 700_001) digest.update(bytes.subarray(at, at + 700_001));
	return { path, ...digest.finish() };
}

/** For tests: the bytes of a range of a CAR, by default of all of it. */
export function carBytes(layout: CarLayout, files: readonly Content[], start = 0, end = layout.totalBytes - 1): Buffer {
	const chunks: Uint8Array[] = [];
	for (const segment of carSegments(layout, start, end)) {
		if (segment.kind === 'bytes') chunks.push(segment.bytes);
		else chunks.push(files[segment.index]!.bytes.subarray(segment.offset, segment.offset + segment.length));
	}
	return Buffer.concat(chunks);
}

/** For tests: the root that ipfs-unixfs-importer finds by reading everything, and the CIDs of all blocks. */
export async function importedRoot(files: readonly Content[]) {
	const cids = new Set<string>();
	const store = {
		put: async (cid: { toString(): string }) => {
			cids.add(cid.toString());
			return cid as never;
		},
	};
	const candidates: ImportCandidate[] = files.map(({ path, bytes }) => ({ path, content: bytes }));
	let root = '';
	for await (const { cid } of importer(candidates, store, { profile: cidProfile, wrapWithDirectory: true })) {
		root = cid.toString();
	}
	return { root, cids };
}

/** For tests: bytes that follow from their length and a seed, no two chunks alike. */
export function seededBytes(sizeBytes: number, seed = 1): Uint8Array {
	const bytes = new Uint8Array(sizeBytes);
	let state = seed >>> 0 || 1;
	for (let at = 0; at < sizeBytes; at += 1) {
		// A plain xorshift: quick, and the same everywhere.
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		bytes[at] = state;
	}
	return bytes;
}

/** For tests: sizes around the borders of chunks. */
export const borderSizes = [0, 1, chunkSizeBytes - 1, chunkSizeBytes, chunkSizeBytes + 1, 3 * chunkSizeBytes + 5];
