import { afflictions } from '@adx/validators/catalogue/afflictions';
import { classes } from '@adx/validators/catalogue/classes';
import { divinities } from '@adx/validators/catalogue/divinities';
import { items } from '@adx/validators/catalogue/items';
import type { CatalogueOption } from '@adx/validators/catalogue/option';
import { stones } from '@adx/validators/catalogue/stones';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAttributeColumns } from './columns.ts';
import { createRandomStream } from './prng.ts';
import { apportion } from './quotas.ts';

const free = (weights: readonly number[], total: number) => ({
	total,
	weights,
	minimums: weights.map(() => 0),
	maximums: weights.map(() => total),
});
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const weightLists = fc
	.array(fc.oneof(fc.integer({ min: 0, max: 100 }), fc.double({ min: 0.001, max: 50, noNaN: true })), {
		minLength: 1,
		maxLength: 60,
	})
	.filter((weights) => sum(weights) > 0);

describe('apportion', () => {
	it('adds up to the total and rounds every share up or down, at any size', () => {
		fc.assert(
			fc.property(weightLists, fc.integer({ min: 1, max: 10_000 }), fc.string(), (weights, total, seed) => {
				const quotas = apportion(free(weights, total), createRandomStream(seed, 'q'));
				expect(sum(quotas)).toBe(total);
				quotas.forEach((quota, value) => {
					const share = (total * weights[value]!) / sum(weights);
					expect(Math.abs(quota - share)).toBeLessThan(1);
					if (weights[value] === 0) expect(quota).toBe(0);
				});
			}),
			{ numRuns: 500 },
		);
	});

	it('gives the seats left over to the largest remainders from 100 on', () => {
		fc.assert(
			fc.property(weightLists, fc.integer({ min: 100, max: 10_000 }), fc.string(), (weights, total, seed) => {
				const quotas = apportion(free(weights, total), createRandomStream(seed, 'q'));
				const shares = weights.map((weight) => (total * weight) / sum(weights));
				const rounded = shares.map((share, value) => ({
					remainder: share - Math.floor(share + 1e-9),
					isUp: quotas[value]! > Math.floor(share + 1e-9),
				}));
				const smallestUp = Math.min(...rounded.filter(({ isUp }) => isUp).map(({ remainder }) => remainder));
				const largestDown = Math.max(...rounded.filter(({ isUp }) => !isUp).map(({ remainder }) => remainder));
				expect(largestDown).toBeLessThanOrEqual(smallestUp + 1e-8);
			}),
			{ numRuns: 300 },
		);
	});

	it('draws single seats in proportion to the weights', () => {
		const hits = [0, 0, 0];
		for (let seed = 0; seed < 6_000; seed++) {
			const quotas = apportion(free([60, 30, 10], 1), createRandomStream(String(seed), 'q'));
			hits[quotas.indexOf(1)]!++;
		}
		expect(Math.abs(hits[0]! - 3_600)).toBeLessThan(180);
		expect(Math.abs(hits[1]! - 1_800)).toBeLessThan(150);
		expect(Math.abs(hits[2]! - 600)).toBeLessThan(100);
	});

	it('keeps within minimums and maximums and shares the rest out by weight', () => {
		const request = { total: 100, weights: [90, 9, 1], minimums: [0, 0, 5], maximums: [40, 100, 100] };
		expect(apportion(request, createRandomStream('', 'q'))).toEqual([40, 54, 6]);
		fc.assert(
			fc.property(weightLists, fc.integer({ min: 1, max: 2_000 }), fc.string(), (weights, spare, seed) => {
				const minimums = weights.map((weight) => (weight > 0 ? 1 : 0));
				const total = sum(minimums) + spare;
				const maximums = weights.map((_, value) => Math.ceil(total / minimums.length) + value + minimums.length);
				const quotas = apportion({ total, weights, minimums, maximums }, createRandomStream(seed, 'q'));
				expect(sum(quotas)).toBe(total);
				quotas.forEach((quota, value) => {
					expect(quota).toBeGreaterThanOrEqual(minimums[value]!);
					if (weights.every((weight) => weight > 0)) expect(quota).toBeLessThanOrEqual(maximums[value]!);
				});
			}),
		);
	});

	it('meets the documented shares exactly at every size from 1 to 10,000', () => {
		const columns = buildAttributeColumns({ batchSize: 1 });
		expect(columns.map(({ trait }) => trait)).toEqual([...documented.keys()]);
		for (const { trait, values, weights } of columns) {
			const { options, nonePercent } = documented.get(trait)!;
			const shares = values.map((value) => documentedShare(value, options, nonePercent));
			expect(sum(shares)).toBeCloseTo(1, 9);
			const anyNumber = values.map(() => 10_000);
			const none = values.map(() => 0);
			let [worstMiss, wrongSums] = [0, 0];
			for (let total = 1; total <= 10_000; total++) {
				const request = { total, weights, minimums: none, maximums: anyNumber };
				const quotas = apportion(request, createRandomStream('seed', `quotas of ${trait}`));
				if (sum(quotas) !== total) wrongSums++;
				quotas.forEach((quota, value) => {
					worstMiss = Math.max(worstMiss, Math.abs(quota - total * shares[value]!));
				});
			}
			expect({ trait, wrongSums }).toEqual({ trait, wrongSums: 0 });
			expect(worstMiss).toBeLessThan(1);
		}
	});
});

/** Percent that each tier has of a catalogue's real values, split evenly over those of the tier. */
const tierPercent = { common: 60, uncommon: 25, rare: 10, epic: 4, legendary: 1 };
const documented = new Map<string, { readonly options: readonly CatalogueOption[]; readonly nonePercent: number }>([
	['class', { options: classes, nonePercent: 0 }],
	['affliction', { options: afflictions, nonePercent: 60 }],
	['divinity', { options: divinities, nonePercent: 50 }],
	['items', { options: items, nonePercent: 0 }],
	['magicalStone', { options: stones, nonePercent: 50 }],
]);

function documentedShare(value: string, options: readonly CatalogueOption[], nonePercent: number): number {
	if (value === 'none') return nonePercent / 100;
	const real = options.filter((option) => option.value !== 'none');
	const tiers = [...new Set(real.map(({ tier }) => tier))];
	// A tier that the catalogue lacks leaves its part to the others.
	const whole = sum(tiers.map((tier) => tierPercent[tier]));
	const { tier } = real.find((option) => option.value === value)!;
	const ofTier = real.filter((option) => option.tier === tier).length;
	return ((1 - nonePercent / 100) * tierPercent[tier]) / whole / ofTier;
}
