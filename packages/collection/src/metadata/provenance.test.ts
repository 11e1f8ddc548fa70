import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { provenanceHash, provenanceText } from './provenance.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('provenanceHash', () => {
	it("is the SHA-256 of the images' hashes, one after the other in token order", () => {
		const [first, second] = [sha256('one'), sha256('two')];
		expect(provenanceHash([first, second])).toBe(sha256(first + second));
		expect(provenanceHash([second, first])).not.toBe(provenanceHash([first, second]));
		expect(provenanceHash([first.toUpperCase(), second])).toBe(provenanceHash([first, second]));
	});
});

describe('provenanceText', () => {
	it('holds the hash, the hash of the manifest and the recipe', () => {
		const facts = { collectionName: 'Two\nlines', imageCount: 2, provenance: 'aa', manifestSha256: 'bb' };
		const text = provenanceText(facts);
		expect(text).toContain('Provenance of "Two\\nlines"\n');
		expect(text).toContain('Images:          2\nProvenance hash: aa\nmanifest.json:   bb\n');
		expect(text).toContain('How to compute the provenance hash again');
		expect(provenanceText({ ...facts })).toBe(text);
	});
});
