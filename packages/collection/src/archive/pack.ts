import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { crc32 } from './crc32.ts';
import type { IndexEntry } from './pack-index.ts';

/** Texts, one after the other in one byte string. */
export interface Pack {
	/** Appends a text as UTF-8 and describes it. */
	add(name: string, text: string): IndexEntry & { readonly packOffset: number };
	/** The bytes so far, in a buffer of their own. */
	bytes(): Uint8Array;
}

const chunkBytes = 1 << 20;

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
			const bytes = encoder.encode(text);
			chunks.push(bytes);
			return bytes;
		}
		const { written } = encoder.encodeInto(text, chunk.subarray(chunkUsed));
		chunkUsed += written;
		return chunk.subarray(chunkUsed - written, chunkUsed);
	};
	return {
		add: (name, text) => {
			const bytes = append(text);
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
