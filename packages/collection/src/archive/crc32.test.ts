import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32 } from './crc32.ts';

describe('crc32', () => {
	it('gives the check value of the standard', () => {
		expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
		expect(crc32(new Uint8Array())).toBe(0);
	});

	it('agrees with zlib, also when the bytes come in two pieces', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 500 }), fc.nat(500), (bytes, cut) => {
				expect(crc32(bytes)).toBe(zlibCrc32(bytes));
				expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(zlibCrc32(bytes));
			}),
		);
	});
});
