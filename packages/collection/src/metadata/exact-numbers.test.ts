import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasLossyNumbers, parseLosslessJson } from './exact-numbers.ts';

const lossy = [
	'1e400',
	'-1e400',
	'1e-400',
	'0.1234567890123456789',
	'12345678901234567890',
	'9007199254740993',
	'123456789012345678e-3',
	'4.35000000000000000001',
];
const exact = [
	'0',
	'-0.0',
	'0e999',
	'1.50',
	'1E2',
	'9007199254740994',
	'1e23',
	'100000000000000000000000',
	'0.1',
	'0.30000000000000004',
	'1.7976931348623157e308',
	'5e-324',
];

describe('hasLossyNumbers', () => {
	it.each(lossy)('finds %s, however deep', (number) => {
		expect([hasLossyNumbers(number), hasLossyNumbers(`{"a":[{"b":${number}}]}`)]).toEqual([true, true]);
	});

	it.each(exact)('finds nothing wrong with %s', (number) => {
		expect(hasLossyNumbers(`[${number}]`)).toBe(false);
	});

	it('looks at numbers alone, and at no text that is not JSON', () => {
		const text = JSON.stringify({ '1e400': '12345678901234567890', b: 'a "1e400": 1e400' });
		expect([hasLossyNumbers(text), hasLossyNumbers('{"a":1e400'), hasLossyNumbers('')]).toEqual([false, false, false]);
	});

	it('finds nothing in what JSON.stringify wrote, and every integer that it writes as another', () => {
		fc.assert(
			fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
				expect(hasLossyNumbers(JSON.stringify([number]))).toBe(false);
			}),
		);
		fc.assert(
			fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (integer) => {
				expect(hasLossyNumbers(String(integer))).toBe(!sameAsWritten(integer));
			}),
		);
	});
});

/** Whether JSON writes the double nearest to an integer as that integer. */
function sameAsWritten(integer: bigint): boolean {
	const [mantissa = '', exponent = '0'] = JSON.stringify(Number(integer)).split('e');
	const [whole = '', fraction = ''] = mantissa.split('.');
	return BigInt(whole + fraction) * 10n ** BigInt(Number(exponent) - fraction.length) === integer;
}

describe('parseLosslessJson', () => {
	it('gives what is written again with every number as it stood', () => {
		const text = `{"a":[${[...lossy, '1', '0.5', '"1e400"'].join(',')}],"b":null}`;
		expect(JSON.stringify(parseLosslessJson(text))).toBe(text);
		expect(parseLosslessJson('{')).toBeUndefined();
	});
});
