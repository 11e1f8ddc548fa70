import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesEtag, matchesIfRange, parseRange } from './byte-range.ts';

describe('parseRange', () => {
	it.each([
		['bytes=0-', { start: 0, end: 99 }],
		['bytes=0-0', { start: 0, end: 0 }],
		['bytes=10-19', { start: 10, end: 19 }],
		['bytes=90-1000', { start: 90, end: 99 }],
		['bytes=-1', { start: 99, end: 99 }],
		['bytes=-1000', { start: 0, end: 99 }],
		['BYTES=5-6', { start: 5, end: 6 }],
	])('reads %s of 100 bytes', (header, expected) => {
		expect(parseRange(header, 100)).toEqual(expected);
	});

	it.each([
		undefined,
		'',
		'bytes=',
		'bytes=-',
		'bytes=5-2',
		'bytes=a-b',
		'items=0-1',
		'bytes=0-1,5-6',
		'bytes=0x0-1',
		'bytes=1.5-2',
		`bytes=${'0-1,'.repeat(1_000)}5-6`,
		`bytes=${'9'.repeat(400)}-`,
	])('takes %s as no range', (header) => {
		expect(parseRange(header, 100)).toBe('whole');
	});

	it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', 'bytes=999999999999999-'])(
		'rejects %s of 100 bytes as outside',
		(header) => {
			expect(parseRange(header, 100)).toBe('unsatisfiable');
		},
	);

	it('never leaves the file', () => {
		fc.assert(
			fc.property(fc.nat(), fc.option(fc.nat()), fc.integer({ min: 0, max: 1_000 }), (first, last, totalBytes) => {
				const range = parseRange(`bytes=${first}-${last ?? ''}`, totalBytes);
				if (typeof range === 'string') return;
				expect(range.start).toBeGreaterThanOrEqual(0);
				expect(range.end).toBeGreaterThanOrEqual(range.start);
				expect(range.end).toBeLessThan(totalBytes);
			}),
		);
	});
});

describe('validators', () => {
	it('hold an If-Range only for the very same strong tag', () => {
		expect(matchesIfRange(undefined, '"a"')).toBe(true);
		expect(matchesIfRange('"a"', '"a"')).toBe(true);
		for (const other of ['"b"', 'W/"a"', 'a', 'Wed, 21 Oct 2015 07:28:00 GMT'])
			expect(matchesIfRange(other, '"a"')).toBe(false);
	});

	it('find a tag in an If-None-Match list', () => {
		for (const header of ['"a"', 'W/"a"', '"b", "a"', '*']) expect(matchesEtag(header, '"a"')).toBe(true);
		for (const header of [undefined, '', '"b"', 'a']) expect(matchesEtag(header, '"a"')).toBe(false);
	});
});
