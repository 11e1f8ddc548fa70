import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** SHA-256 in lower-case hex. Browsers keep their own, faster one from pages that came over plain HTTP. */
export async function hashContent(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
	if (globalThis.crypto?.subtle === undefined) return bytesToHex(sha256(bytes));
	return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
