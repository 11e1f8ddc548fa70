import { expect, test } from 'vitest';
import { formatAmount, formatPrice } from './format-amount.ts';

test.each([
	['0', '0 SOL'],
	['1', '0.000000001 SOL'],
	['100000000', '0.1 SOL'],
	['1000000000', '1 SOL'],
	['123456789012345678901', '123,456,789,012.345678901 SOL'],
])('%s lamports are %s, to the last one', (lamports, text) => {
	expect(formatAmount(lamports)).toBe(text);
});

test('what costs nothing is free', () => {
	expect(formatPrice('0')).toBe('Free');
	expect(formatPrice(1n)).toBe('0.000000001 SOL');
});
