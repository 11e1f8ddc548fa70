import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../merge/merge-testing.ts';
import { createPack } from './pack.ts';

describe('createPack', () => {
	it('holds every text where it says, small and large ones in any order', () => {
		const text = fc.oneof(
			fc.string({ unit: 'grapheme', maxLength: 30 }),
			fc.integer({ min: 1, max: 1_500_000 }).map((length) => 'é'.repeat(length)),
		);
		fc.assert(
			fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
				const pack = createPack();
				const entries = texts.map((added, index) => pack.add(`${index}.txt`, added));
				const bytes = pack.bytes();
				for (const [index, { entry, packOffset }] of entries.entries()) {
					const part = bytes.subarray(packOffset, packOffset + entry.sizeBytes);
					expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(part) === texts[index]).toBe(true);
					expect(entry).toMatchObject({ name: `${index}.txt`, crc32: crc32(part), sha256: sha256Hex(part) });
				}
				expect(entries.reduce((sum, { entry }) => sum + entry.sizeBytes, 0)).toBe(bytes.length);
			}),
			{ numRuns: 12 },
		);
	});
});
