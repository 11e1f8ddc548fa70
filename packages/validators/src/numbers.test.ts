import { describe, expect, it } from 'vitest';
import { int4, int4FromText, int4Max } from './numbers.ts';

describe('a whole number of an address', () => {
	const number = int4FromText({ min: 0 });

	it.each([
		['0', 0],
		['10', 10],
		[String(int4Max), int4Max],
		[7, 7],
	])('is read: %j', (sent, read) => expect(number.parse(sent)).toBe(read));

	it.each([
		'1e1',
		'01',
		'00',
		'+1',
		' 1',
		'1 ',
		'1.0',
		'-0',
		'-1',
		'0x1',
		'',
		'١',
		String(int4Max + 1),
		true,
		null,
		[],
		[1],
		0.5,
	])('rejects %j, of which another text is the same number or which is none', (sent) =>
		expect(number.safeParse(sent).success).toBe(false),
	);
});

describe('a number for the database', () => {
	it.each([int4Max + 1, -int4Max - 1, 1e300, 0.5, Number.NaN])('rejects %j, which it cannot hold', (number) =>
		expect(int4().safeParse(number).success).toBe(false),
	);
});
