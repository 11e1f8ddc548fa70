import { describe, expect, it } from 'vitest';
import { readListedTexts } from './metadata-list.ts';

describe('readListedTexts', () => {
	it('gives an entry as it stands, its numbers to the last digit', () => {
		const entry = '{"edition":2,"id":12345678901234567890,"__proto__":{"x":1e400}}';
		const find = readListedTexts(`\uFEFF[{"edition":1}, ${entry}]`);
		expect([find?.('images/2.png'), find?.('1.png'), find?.('3.png')]).toEqual([entry, '{"edition":1}', null]);
	});

	it('survives an entry of any depth', () => {
		const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
		const found = readListedTexts(`[{"edition":1,"deep":${deep}}]`)?.('1.png');
		const entry = (typeof found === 'string' ? JSON.parse(found) : found) as { readonly edition: number };
		expect(entry.edition).toBe(1);
	});

	it.each(['{}', 'junk', '', '"a"'])('rejects %j, which is not a list', (text) => {
		expect(readListedTexts(text)).toBeNull();
	});
});
