import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

// The arithmetic of a delayed reveal: what a seed and a block make of the order of a collection's items. Hashes and seeds
// are 32 bytes, written as 64 lower-case hexadecimal digits.

/** What is published of a seed before the sale: its Keccak-256, as the contract of a drop computes it. */
export const commitToSeed = (seed: string): string => bytesToHex(keccak_256(hexToBytes(seed)));

/** What the items are shuffled by: the Keccak-256 of the seed and the hash of the block that was drawn. */
export const toShuffle = (seed: string, drawn: string): string =>
	bytesToHex(keccak_256(concatBytes(hexToBytes(seed), hexToBytes(drawn))));

/**
 * Which item of the first order each token shows: the first entry is token 1's. Items count from 1. A Fisher-Yates shuffle
 * from the last place down; its random numbers are the 32-bit words (big-endian) of SHA-256(shuffle, counter), with
 * counters of four bytes from 0 on, and a word that would favour some places is passed over.
 */
export function shuffleItems(shuffle: string, count: number): number[] {
	const order = Array.from({ length: count }, (_, place) => place + 1);
	const draw = createDraw(hexToBytes(shuffle));
	for (let last = count - 1; last > 0; last -= 1) {
		const other = draw(last + 1);
		[order[last], order[other]] = [order[other]!, order[last]!];
	}
	return order;
}

const words = 2 ** 32;

/** Draws whole numbers from 0 to below a bound, each equally often. */
function createDraw(key: Uint8Array): (bound: number) => number {
	let block = new DataView(new ArrayBuffer(0));
	let [at, counter] = [0, 0];
	const nextWord = () => {
		if (at === block.byteLength) {
			const place = new Uint8Array(4);
			new DataView(place.buffer).setUint32(0, counter);
			const bytes = sha256(concatBytes(key, place));
			block = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
			[at, counter] = [0, counter + 1];
		}
		at += 4;
		return block.getUint32(at - 4);
	};
	return (bound) => {
		const fair = words - (words % bound);
		let word = nextWord();
		while (word >= fair) word = nextWord();
		return word % bound;
	};
}
