import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitGraphemes, wrapText } from './wrap-text.ts';

/** Every character is as wide as another. */
const box = (width: number, linesMax: number) => ({
	width,
	linesMax,
	measure: (text: string) => splitGraphemes(text).length,
});

describe('wrapText', () => {
	it.each<[string, string, ReturnType<typeof box>, string[]]>([
		['breaks between words', 'Winter Court', box(8, 3), ['Winter', 'Court']],
		['keeps what fits on one line', ' Winter \n Court ', box(12, 3), ['Winter Court']],
		['breaks a word that is too long', 'a Wintercourt', box(6, 3), ['a', 'Winter', 'court']],
		['ends in an ellipsis', 'The Court of Winter', box(6, 2), ['The', 'Court…']],
		['shortens a last line that is full', 'WWWWWWWWWW', box(4, 2), ['WWWW', 'WWW…']],
		['keeps what is one character to a reader whole', '👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', box(2, 1), ['👩‍👩‍👧…']],
		['makes nothing of nothing', '  ', box(4, 2), []],
	])('%s', (_, text, into, lines) => {
		expect(wrapText(text, into)).toEqual(lines);
	});

	it('never leaves the box', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 2, max: 20 }), (text, width) => {
				const lines = wrapText(text, box(width, 3));
				expect(lines.length).toBeLessThanOrEqual(3);
				for (const line of lines) expect(box(width, 3).measure(line)).toBeLessThanOrEqual(width);
			}),
		);
	});
});
