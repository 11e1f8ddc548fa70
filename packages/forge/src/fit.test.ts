import { describe, expect, it } from 'vitest';
import type { Family } from './engine/part.ts';
import { drawSample } from './figure-testing.ts';
import { classes, races } from './registry.ts';

const sizePx = 128;

/** One race of each family, and those whose ears or horns differ from their family's. */
const heads = new Map<Family | string, string>();
for (const [id, { family }] of races) if (!heads.has(family)) heads.set(family, id);
for (const race of ['triton', 'sea-elf', 'tiefling', 'leonin', 'locathah', 'dragonborn', 'gnome', 'centaur', 'satyr'])
	heads.set(race, race);

const headgear = [...classes].filter(([, part]) => part.headgear).map(([id]) => id);
const pairs = headgear.flatMap((id) => [...heads.values()].map((race) => [id, race] as const));

const countDifferent = (left: Uint8ClampedArray, right: Uint8ClampedArray) => {
	let count = 0;
	for (let i = 0; i < left.length; i += 4)
		if ([0, 1, 2].some((c) => Math.abs(left[i + c]! - right[i + c]!) > 24)) count++;
	return count;
};

describe('headgear', () => {
	it.each(pairs)('of a %s shows on a %s', (id, race) => {
		const worn = drawSample({ race, class: id }, 'fit', sizePx);
		const bare = drawSample({ race, class: 'monk' }, 'fit', sizePx);
		const top = sizePx * 0.55 * sizePx * 4;
		expect(countDifferent(worn.subarray(0, top), bare.subarray(0, top))).toBeGreaterThan(sizePx * sizePx * 0.01);
	});

	it('covers every family', () => {
		expect(new Set([...races.values()].map(({ family }) => family)).size).toBeLessThanOrEqual(heads.size);
		expect(headgear.length).toBeGreaterThan(20);
	});
});
