import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { chunkSizeBytes, type FileChunk } from './cid.ts';
import { crc32 as portableCrc32 } from './crc32.ts';

/** A SHA-256 in progress. */
export interface Sha256 {
	update(bytes: Uint8Array): unknown;
	/** A copy that continues on its own from here. */
	copy(): Sha256;
	digest(): Uint8Array;
}

/** The hash functions at hand: the runtime's own where there are some, else `portableDigests`. */
export interface Digests {
	readonly sha256: () => Sha256;
	readonly crc32: (bytes: Uint8Array, previous: number) => number;
}

/** For browsers; Node's own are five times as fast. */
export const portableDigests: Digests = { sha256: () => hashing(sha256.create()), crc32: portableCrc32 };

function hashing(hash: ReturnType<typeof sha256.create>): Sha256 {
	return { update: (bytes) => hash.update(bytes), copy: () => hashing(hash.clone()), digest: () => hash.digest() };
}

/** What is recorded about a file's bytes. */
export interface FileFacts {
	readonly sizeBytes: number;
	/** Lower-case hex. */
	readonly sha256: string;
	/** Unsigned 32-bit. */
	readonly crc32: number;
	/** Where asked for, and where there are several chunks. */
	readonly chunks?: readonly FileChunk[];
}

/**
 * Takes a file's bytes as they arrive, in parts of any length, and keeps none of them. With `withChunks` the chunks that
 * its CID needs are hashed too, for which all bytes behind the first chunk are hashed a second time.
 */
export function createFileDigest(digests: Digests, { withChunks }: { readonly withChunks: boolean }) {
	const whole = digests.sha256();
	let [sizeBytes, crc32] = [0, 0];
	const chunks: FileChunk[] = [];
	let chunk: Sha256 | null = null;
	let [chunkBytes, chunkCrc32] = [0, 0];
	const endChunk = () => {
		// The first chunk is all there was so far.
		if (chunk === null) chunks.push({ sha256: bytesToHex(whole.copy().digest()), crc32 });
		else chunks.push({ sha256: bytesToHex(chunk.digest()), crc32: chunkCrc32 });
		chunk = digests.sha256();
		[chunkBytes, chunkCrc32] = [0, 0];
	};
	const add = (bytes: Uint8Array) => {
		whole.update(bytes);
		crc32 = digests.crc32(bytes, crc32);
		sizeBytes += bytes.length;
		chunkBytes += bytes.length;
		if (chunk === null) return;
		chunk.update(bytes);
		chunkCrc32 = digests.crc32(bytes, chunkCrc32);
	};
	return {
		update: (bytes: Uint8Array): void => {
			for (let at = 0; at < bytes.length; ) {
				if (withChunks && chunkBytes === chunkSizeBytes) endChunk();
				const part = withChunks ? bytes.subarray(at, at + chunkSizeBytes - chunkBytes) : bytes;
				add(part);
				at += part.length;
			}
		},
		/** Call once, after the last part. */
		finish: (): FileFacts => {
			if (chunk !== null) endChunk();
			const facts = { sizeBytes, sha256: bytesToHex(whole.digest()), crc32 };
			return chunks.length === 0 ? facts : { ...facts, chunks };
		},
	};
}
