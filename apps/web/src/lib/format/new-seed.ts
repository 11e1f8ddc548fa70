import { bytesToHex } from '@noble/hashes/utils.js';

/** 16 hex digits. */
export function newSeed(): string {
	return bytesToHex(crypto.getRandomValues(new Uint8Array(8)));
}
