import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { IndexEntry } from '../merge/frozen-index.ts';
import { crc32 } from './crc32.ts';

/** Texts, one after the other in one byte string. */
export interface Pack {
	/** Appends a text as UTF-8 and describes it. */
	add(name: string, text: string): IndexEntry & { readonly packOffset: number };
	/** The bytes so far, in a buffer of their own. */
	bytes(): Uint8Array;
}

const pieceBytes = 1 << 20;

export function createPack(): Pack {
	const encoder = new TextEncoder();
	const pieces: Uint8Array[] = [];
	let piece = new Uint8Array(pieceBytes);
	let pieceUsed = 0;
	let used = 0;
	const startPiece = () => {
		if (pieceUsed > 0) pieces.push(piece.subarray(0, pieceUsed));
		piece = new Uint8Array(pieceBytes);
		pieceUsed = 0;
	};
	const append = (text: string): Uint8Array => {
		// UTF-8 takes at most three bytes per UTF-16 unit.
		const mostBytes = text.length * 3;
		if (mostBytes > pieceBytes - pieceUsed) startPiece();
		if (mostBytes > pieceBytes) {
			const bytes = encoder.encode(text);
			pieces.push(bytes);
			return bytes;
		}
		const { written } = encoder.encodeInto(text, piece.subarray(pieceUsed));
		pieceUsed += written;
		return piece.subarray(pieceUsed - written, pieceUsed);
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
			for (const part of [...pieces, piece.subarray(0, pieceUsed)]) {
				whole.set(part, at);
				at += part.length;
			}
			return whole;
		},
	};
}
