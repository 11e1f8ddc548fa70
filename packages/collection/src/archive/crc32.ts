/** CRC-32's polynomial, bits reversed. */
const polynomial = 0xedb88320;

const table = new Uint32Array(256);
for (let byte = 0; byte < 256; byte++) {
	let remainder = byte;
	for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ polynomial : remainder >>> 1;
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

/** The product of two polynomials modulo CRC-32's, the highest bit standing for x to the power of 0. */
function multiply(left: number, right: number): number {
	let product = 0;
	let factor = right;
	for (let bit = 0x80000000; bit !== 0; bit >>>= 1) {
		if (left & bit) product ^= factor;
		factor = factor & 1 ? (factor >>> 1) ^ polynomial : factor >>> 1;
	}
	return product >>> 0;
}

/** x to the power of 2^n, for n from 0. */
const powers = new Uint32Array(64);
powers[0] = 0x40000000;
for (let n = 1; n < powers.length; n++) powers[n] = multiply(powers[n - 1]!, powers[n - 1]!);

/**
 * The CRC-32 of two byte strings one after the other, from the CRC-32 of each and the length of the second: so the checksum
 * of a file that exists only as a layout is known without its bytes. The method is zlib's `crc32_combine`.
 */
export function combineCrc32(first: number, second: number, secondBytes: number): number {
	let shift = 0x80000000;
	// In bits: 2^3 per byte.
	let place = 3;
	for (let rest = secondBytes; rest > 0; rest = Math.floor(rest / 2)) {
		if (rest % 2 === 1) shift = multiply(powers[place]!, shift);
		place++;
	}
	return (multiply(shift, first) ^ second) >>> 0;
}
