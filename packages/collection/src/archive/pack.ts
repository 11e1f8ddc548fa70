import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { crc32 } from './crc32.ts';
import type { IndexEntry } from './pack-index.ts';

/** Texts and the bytes of files, one after the other in one byte string. */
export interface Pack {
	/** Appends bytes, or a text as UTF-8, and describes them. */
	add(name: string, content: string | Uint8Array): IndexEntry & { readonly packOffset: number };
	/** The bytes so far, in a buffer of their own. */
	bytes(): Uint8Array;
}

const chunkBytes = 1 << 20;

/** An empty pack, which gathers texts in chunks of 1 MiB. */
export function createPack(): Pack {
	const encoder = new TextEncoder();
	const chunks: Uint8Array[] = [];
	let chunk = new Uint8Array(chunkBytes);
	let chunkUsed = 0;
	let used = 0;
	const startChunk = () => {
		if (chunkUsed > 0) chunks.push(chunk.subarray(0, chunkUsed));
		chunk = new Uint8Array(chunkBytes);
		chunkUsed = 0;
	};
	const append = (text: string): Uint8Array => {
		// UTF-8 takes at most three bytes per UTF-16 unit.
		const mostBytes = text.length * 3;
		if (mostBytes > chunkBytes - chunkUsed) startChunk();
		if (mostBytes > chunkBytes) {
			chunks.push(encoder.encode(text));
			return chunks.at(-1)!;
		}
		const { written } = encoder.encodeInto(text, chunk.subarray(chunkUsed));
		chunkUsed += written;
		return chunk.subarray(chunkUsed - written, chunkUsed);
	};
	const appendBytes = (bytes: Uint8Array): Uint8Array => {
		startChunk();
		chunks.push(bytes);
		return bytes;
	};
	return {
		add: (name, content) => {
			const bytes = typeof content === 'string' ? append(content) : appendBytes(content);
			const packOffset = used;
			used += bytes.length;
			const facts = { sizeBytes: bytes.length, crc32: crc32(bytes), sha256: bytesToHex(sha256(bytes)) };
			return { entry: { name, ...facts }, packOffset };
		},
		bytes: () => {
			const whole = new Uint8Array(used);
			let at = 0;
			for (const part of [...chunks, chunk.subarray(0, chunkUsed)]) {
				whole.set(part, at);
				at += part.length;
			}
			return whole;
		},
	};
}
