import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Part of every stream's key. Any change to the numbers a seed gives needs a new tag, since stored plans are repeated from their seed. */
export const prngVersion = 'adx-prng-1';

/** One reproducible sequence of numbers; every method advances it. */
export interface RandomStream {
	/** 0 to 2^32 - 1. */
	uint32(): number;
	/** At least 0, below 1, with 53 random bits. */
	float(): number;
	/** An integer from 0 to `bound` - 1 without modulo bias; `bound` from 1 to 2^32. */
	nextInt(bound: number): number;
	/** Shuffles in place (Fisher-Yates) and returns its argument. */
	shuffle<List extends Shuffleable>(list: List): List;
}

/** Anything with numbered, writable places: an array or a typed array. */
export type Shuffleable = { readonly length: number; [index: number]: unknown };

/**
 * The stream of one purpose under a seed: sfc32 keyed with SHA-256 of version, seed and purpose. Each purpose has its
 * own, so that drawing more for one changes nothing of another.
 */
export function createRandomStream(seed: string, purpose: string): RandomStream {
	// JSON keeps ('ab', 'c') and ('a', 'bc') apart.
	const key = sha256(utf8ToBytes(JSON.stringify([prngVersion, purpose, seed])));
	const words = new DataView(key.buffer, key.byteOffset, key.byteLength);
	const uint32 = sfc32(words.getUint32(0), words.getUint32(4), words.getUint32(8));
	const nextInt = (bound: number): number => {
		const limit = 2 ** 32 - (2 ** 32 % bound);
		let drawn = uint32();
		while (drawn >= limit) drawn = uint32();
		return drawn % bound;
	};
	return {
		uint32,
		nextInt,
		float: () => (uint32() * 2 ** 21 + (uint32() >>> 11)) / 2 ** 53,
		shuffle: (list) => {
			for (let last = list.length - 1; last > 0; last--) {
				const other = nextInt(last + 1);
				const swapped = list[last];
				list[last] = list[other];
				list[other] = swapped;
			}
			return list;
		},
	};
}

/** Chris Doty-Humphrey's small fast counter generator, 32 bit. */
function sfc32(seedA: number, seedB: number, seedC: number): () => number {
	let [a, b, c, counter] = [seedA | 0, seedB | 0, seedC | 0, 1];
	const next = () => {
		const sum = (((a + b) | 0) + counter) | 0;
		counter = (counter + 1) | 0;
		a = b ^ (b >>> 9);
		b = (c + (c << 3)) | 0;
		c = (((c << 21) | (c >>> 11)) + sum) | 0;
		return sum >>> 0;
	};
	// The generator's author runs it twelve times before its state counts as mixed.
	for (let round = 0; round < 12; round++) next();
	return next;
}
