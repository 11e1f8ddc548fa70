import { describe, expect, it, vi } from 'vitest';
import { formatNumber } from './format-number.ts';

describe('a number as it is shown', () => {
	it.each([
		...[0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, Number.MAX_SAFE_INTEGER, -999, -1_000, -123_456],
		...[1.5, 1_234.567_8, 1e21, Number.NaN, Number.POSITIVE_INFINITY],
		...[0n, 1_000n, -12_345n, 10n ** 30n],
	])('is written as in English: %s', (value) => expect(formatNumber(value)).toBe(value.toLocaleString('en')));
});

it('is what the limits in messages are written with, which every page makes as it loads', async () => {
	vi.resetModules();
	const byIntl = vi.spyOn(Number.prototype, 'toLocaleString');
	await Promise.all([import('./generation/layer-list.ts'), import('./merge.ts'), import('./attributes.ts')]);
	expect(byIntl).not.toHaveBeenCalled();
	byIntl.mockRestore();
});
