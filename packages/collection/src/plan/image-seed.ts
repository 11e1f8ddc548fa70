import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { prngVersion } from './prng.ts';

/**
 * The seed of whatever is drawn beside the traits, 32 hex digits: its own hash for each image, counted from 0, so that
 * nothing about traits or other rows can change it.
 */
export function deriveImageSeed(seed: string, index: number): string {
	return bytesToHex(sha256(utf8ToBytes(JSON.stringify([prngVersion, 'image', seed, index]))).subarray(0, 16));
}
