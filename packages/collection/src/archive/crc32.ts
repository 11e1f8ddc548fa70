const table = new Uint32Array(256);
for (let byte = 0; byte < 256; byte++) {
	let remainder = byte;
	for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
	table[byte] = remainder;
}

/**
 * CRC-32 as zip, PNG and gzip use it, unsigned. Pass the result for one piece as `previous` to go on with the next.
 * For the small texts of an archive; the CRCs of images are recorded where they are stored.
 */
export function crc32(bytes: Uint8Array, previous = 0): number {
	let crc = ~previous;
	for (const byte of bytes) crc = (crc >>> 8) ^ table[(crc ^ byte) & 0xff]!;
	return ~crc >>> 0;
}
