import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { borderSizes, nodeDigests, seededBytes } from './car-testing.ts';
import { chunkSizeBytes } from './cid.ts';
import { createFileDigest, portableDigests } from './file-digest.ts';

const hex = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('createFileDigest', () => {
	it('tells size, hash and checksum of a file and of its chunks, however it arrives', () => {
		for (const size of borderSizes) {
			const bytes = seededBytes(size, size + 1);
			fc.assert(
				fc.property(fc.array(fc.nat(size), { maxLength: 4 }), (cuts) => {
					const digest = createFileDigest(nodeDigests, { withChunks: true });
					const places = [0, ...cuts.sort((left, right) => left - right), size];
					for (const [index, place] of places.entries())
						digest.update(bytes.subarray(place, places[index + 1] ?? size));
					const { chunks, ...facts } = digest.finish();
					expect(facts).toEqual({ sizeBytes: size, sha256: hex(bytes), crc32: crc32(bytes) });
					const cut = [];
					for (let at = 0; at < size; at += chunkSizeBytes) cut.push(bytes.subarray(at, at + chunkSizeBytes));
					const expected = cut.map((chunk) => ({ sha256: hex(chunk), crc32: crc32(chunk) }));
					expect(chunks).toEqual(cut.length > 1 ? expected : undefined);
				}),
				{ numRuns: 5 },
			);
		}
	});

	it('gives the same with the hash functions of a browser, and no chunks unless asked', () => {
		const bytes = seededBytes(chunkSizeBytes + 77, 5);
		const facts = [nodeDigests, portableDigests].map((digests) => {
			const digest = createFileDigest(digests, { withChunks: true });
			digest.update(bytes);
			return digest.finish();
		});
		expect(facts[1]).toEqual(facts[0]);
		const plain = createFileDigest(portableDigests, { withChunks: false });
		plain.update(bytes);
		expect(plain.finish()).not.toHaveProperty('chunks');
	});
});
