import { describe, expect, it } from 'vitest';
import type { Figure } from './draw.ts';
import { drawSample, hashPixels } from './figure-testing.ts';
import { computeDistance, toPerceptualHash } from './perceptual-hash.ts';
import { afflictions, backgrounds, classes, races, styles } from './registry.ts';
import { divinitySigns } from './wardrobe/divinity.ts';
import { heldItems } from './wardrobe/props/items.ts';
import { stoneLooks } from './wardrobe/stone.ts';

const sizePx = 64;
const seeds = ['distance-1', 'distance-2'];

/** All pairs of races, closest first. A seed gives every race the same pose, so that only the race differs. */
function raceDistances(): { readonly pair: string; readonly distance: number }[] {
	const ids = [...races.keys()];
	const seen = seeds.map((seed) =>
		ids.map((race) => toPerceptualHash(drawSample({ race, class: 'sorcerer' }, seed, sizePx), sizePx)),
	);
	return ids
		.flatMap((left, i) =>
			ids.slice(i + 1).map((right, k) => ({
				pair: `${left} / ${right}`,
				distance: seen.reduce((sum, all) => sum + computeDistance(all[i]!, all[i + 1 + k]!), 0) / seeds.length,
			})),
		)
		.sort((a, b) => a.distance - b.distance);
}

describe('races', () => {
	it('differ from one another by at least 0.09 at 64 px, in every pair', () => {
		expect(raceDistances().filter(({ distance }) => distance < 0.09)).toEqual([]);
	});
});

/** Mean difference of two pictures' bytes, 0 to 1. */
const meanDifference = (left: Uint8ClampedArray, right: Uint8ClampedArray) =>
	left.reduce((sum, value, i) => sum + Math.abs(value - right[i]!), 0) / left.length / 255;

describe('styles', () => {
	it('differ from one another by at least 0.01 of the brightness at 256 px, in every pair', () => {
		const scene = { race: 'elf', class: 'ranger', background: 'forest-glade' };
		const seen = [...styles.keys()].map((artStyle) => ({
			artStyle,
			pixels: drawSample({ ...scene, artStyle }, 'distance-1', 256),
		}));
		const close = seen.flatMap((left, i) =>
			seen
				.slice(i + 1)
				.filter((right) => meanDifference(left.pixels, right.pixels) < 0.01)
				.map((right) => `${left.artStyle} / ${right.artStyle}`),
		);
		expect(close).toEqual([]);
	});
});

describe('the style of large pixels', () => {
	it('draws squares of few colours', () => {
		const pixels = drawSample({ artStyle: 'classic-retro', race: 'elf' }, 'pixels', 256);
		const toneAt = (x: number, y: number) => pixels.subarray((y * 256 + x) * 4, (y * 256 + x) * 4 + 3).join();
		const tones = new Set<string>();
		for (let y = 0; y < 256; y += 2) {
			for (let x = 0; x < 256; x += 2) {
				tones.add(toneAt(x, y));
				expect([toneAt(x + 1, y), toneAt(x, y + 1), toneAt(x + 1, y + 1)]).toEqual(Array(3).fill(toneAt(x, y)));
			}
		}
		expect(tones.size).toBeGreaterThan(8);
		expect(tones.size).toBeLessThanOrEqual(20);
	});
});

describe('every value', () => {
	const lists: readonly (readonly [keyof Figure, Iterable<string>])[] = [
		['race', races.keys()],
		['class', classes.keys()],
		['artStyle', styles.keys()],
		['background', backgrounds.keys()],
		['affliction', [...afflictions.keys(), 'none']],
		['divinity', Object.keys(divinitySigns)],
		['items', Object.keys(heldItems)],
		['magicalStone', Object.keys(stoneLooks)],
	];

	it.each(lists)('of %s changes the picture', (trait, values) => {
		const all = [...values];
		const pictures = new Map(all.map((value) => [hashPixels(drawSample({ [trait]: value }, 'values', 256)), value]));
		expect([...pictures.values()]).toEqual(all);
	});
});

/** Where two pictures agree that differ in nothing but the ground: the figure. */
function figureMask(changes: Partial<Figure>, seed: string): boolean[] {
	const [dark, light] = ['purple-blue-gradient', 'desert-dunes'].map((background) =>
		drawSample({ ...changes, background }, seed, sizePx),
	);
	return Array.from({ length: sizePx * sizePx }, (_, i) =>
		[0, 1, 2].every((c) => Math.abs(dark![i * 4 + c]! - light![i * 4 + c]!) < 6),
	);
}

describe('the figure', () => {
	it.each([...races.keys()])('of race %s fills a fifth of the picture and keeps clear of the top edge', (race) => {
		for (const seed of seeds) {
			const mask = figureMask({ race }, seed);
			expect(mask.filter(Boolean).length / mask.length).toBeGreaterThan(0.2);
			expect(mask.slice(0, sizePx * 2).filter(Boolean).length).toBe(0);
		}
	});

	it.each([...classes.keys()])('of class %s keeps its headgear clear of the top edge', (id) => {
		for (const seed of seeds) {
			const mask = figureMask({ race: 'human', class: id }, seed);
			expect(mask.slice(0, sizePx).filter(Boolean).length).toBe(0);
		}
	});
});
