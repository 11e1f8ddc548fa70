import { expect, it } from 'vitest';
import { mintPriceSchema, salePriceSchema, solPriceSchema } from './phases.ts';

it.each([0, 1e-9, 0.1, 0.3, 0.123456789, 999_999.999999999, 1_000_000])('takes a price of %d SOL', (price) => {
	expect(solPriceSchema.parse(price)).toBe(price);
	expect(salePriceSchema.parse(price.toFixed(12))).toBe(price);
});

it.each([
	[0.1000000001, 'At most nine decimals'],
	[1e-10, 'At most nine decimals'],
	[-1, 'At least 0'],
	[1_000_001, 'At most 1000000'],
	[Number.NaN, 'Enter a price'],
])('rejects a price of %d SOL with a sentence', (price, message) => {
	expect(solPriceSchema.safeParse(price).error?.issues[0]).toMatchObject({ message });
});

it('takes what no sale could ask as the price that a merge is stored with, and rejects it as a sale’s', () => {
	expect(mintPriceSchema.parse('0.1234567891')).toBe(0.1234567891);
	expect(salePriceSchema.safeParse('0.1234567891').success).toBe(false);
});
