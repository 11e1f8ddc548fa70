import { describe, expect, it } from 'vitest';
import { createCaseFolding } from './case-folding.ts';

describe('createCaseFolding', () => {
	it('ignores case, white space around and Unicode form; in names all white space', () => {
		const { name, value } = createCaseFolding();
		expect(['Ice  Berg', ' ice berg ', 'ICE\tBERG'].map(value)).toEqual(['ice berg', 'ice berg', 'ice berg']);
		expect([value('1 2'), value('12'), value('Cafe\u0301')]).toEqual(['1 2', '12', 'caf\u00e9']);
		expect(['Magical Stone', 'magicalstone', ' MAGICAL  stone'].map(name)).toEqual(Array(3).fill('magicalstone'));
	});
});
