import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAttributes, toDisplayLine } from './token-attributes.ts';

const pairs = (metadata: unknown) =>
	readAttributes(metadata as Record<string, unknown> | null).map(({ trait_type, value }) => [trait_type, value]);

describe('readAttributes', () => {
	it('reads lists of traits and objects of values, numbers and booleans as texts', () => {
		const attributes = [
			{ trait_type: 'Hat', value: 'Red' },
			{ trait_type: 'Level', value: 5, display_type: 'number' },
			{ trait_type: 'Luck', value: 0 },
			{ trait_type: 'Winged', value: false },
			{ traitType: 'Eyes', value: 'Blue' },
		];
		const expected = [
			['Hat', 'Red'],
			['Level', '5'],
			['Luck', '0'],
			['Winged', 'false'],
			['Eyes', 'Blue'],
		];
		expect(pairs({ attributes })).toEqual(expected);
		expect(pairs({ traits: attributes })).toEqual(expected);
		expect(pairs({ attributes: { Hat: 'Red', Level: 5, Rich: { name: 'Rich', value: 'Yes' } } })).toEqual([
			['Hat', 'Red'],
			['Level', '5'],
			['Rich', 'Yes'],
		]);
		expect(pairs({ attributes: null, traits: { Hat: 'Red' } })).toEqual([['Hat', 'Red']]);
	});

	it('leaves out blank values, nameless ones, junk and exact repeats', () => {
		const attributes = [
			{ trait_type: 'Empty', value: '' },
			{ trait_type: 'Blank', value: '  ' },
			{ trait_type: 'Null', value: null },
			{ trait_type: 'Missing' },
			{ trait_type: '', value: 'x' },
			{ value: 'nameless' },
			{ trait_type: 'Nested', value: { deep: { deeper: 1 } } },
			{ trait_type: { a: 1 }, value: 'x' },
			{ trait_type: 'Infinite', value: Number.POSITIVE_INFINITY },
			'text',
			7,
			null,
			[['Hat', 'Red']],
			{ trait_type: 'Pets', value: ['Cat', 3, null, { a: 1 }] },
			{ trait_type: 'Hat', value: 'Red' },
			{ trait_type: 'Hat', value: 'Red' },
			{ trait_type: 'Hat', value: 'Blue' },
		];
		expect(pairs({ attributes })).toEqual([
			['Pets', 'Cat, 3'],
			['Hat', 'Red'],
			['Hat', 'Blue'],
		]);
		for (const junk of [null, {}, { attributes: 'text' }, { attributes: 5 }, { attributes: [] }])
			expect(pairs(junk)).toEqual([]);
	});

	it('treats the name __proto__ as harmless junk', () => {
		const metadata = JSON.parse('{"attributes":{"__proto__":{"isAdmin":true},"Hat":"Red"}}') as Record<string, unknown>;
		expect(pairs(metadata)).toEqual([['Hat', 'Red']]);
		expect(pairs({ attributes: [{ trait_type: '__proto__', value: 'x' }] })).toEqual([]);
		expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
	});

	it('cuts names, values and numbers of traits to their limits, and keeps texts that only look dangerous', () => {
		const [[name, value]] = pairs({ attributes: [{ trait_type: '🧙'.repeat(500), value: 'v'.repeat(5_000) }] }) as [
			[string, string],
		];
		expect([[...name].length, value.length]).toEqual([100, 200]);
		expect(
			pairs({ attributes: Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`T${n}`, n])) }),
		).toHaveLength(200);
		expect(pairs({ attributes: { '<script>': '=1+1' } })).toEqual([['<script>', '=1+1']]);
	});

	it('gives texts that a database and a line of a page can hold, whatever comes in', () => {
		const item = fc.record({
			trait_type: fc.string({ unit: 'binary' }),
			value: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
		});
		fc.assert(
			fc.property(
				fc.oneof(fc.array(item), fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue()),
				(attributes) => {
					for (const text of pairs({ attributes }).flat()) {
						expect(text).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u);
						expect(text.trim()).not.toBe('');
					}
				},
			),
		);
		expect(toDisplayLine('a\u0000b\u202Ec\uD800d\ne', 100)).toBe('a b c d e');
		expect(toDisplayLine('family 👨‍👩‍👧', 100)).toBe('family 👨‍👩‍👧');
	});
});
