import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStream } from './prng.ts';
import { computeQuotas } from './quota.ts';

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

describe('computeQuotas', () => {
	it('adds up to the total and rounds every share up or down, at any size', () => {
		fc.assert(
			fc.property(weightLists, fc.integer({ min: 1, max: 10_000 }), fc.string(), (weights, total, seed) => {
				const quotas = computeQuotas(free(weights, total), createStream(seed, 'q'));
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
				const quotas = computeQuotas(free(weights, total), createStream(seed, 'q'));
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
			const quotas = computeQuotas(free([60, 30, 10], 1), createStream(String(seed), 'q'));
			hits[quotas.indexOf(1)]!++;
		}
		expect(Math.abs(hits[0]! - 3_600)).toBeLessThan(180);
		expect(Math.abs(hits[1]! - 1_800)).toBeLessThan(150);
		expect(Math.abs(hits[2]! - 600)).toBeLessThan(100);
	});

	it('keeps within minimums and maximums and shares the rest out by weight', () => {
		const request = { total: 100, weights: [90, 9, 1], minimums: [0, 0, 5], maximums: [40, 100, 100] };
		expect(computeQuotas(request, createStream('', 'q'))).toEqual([40, 54, 6]);
		fc.assert(
			fc.property(weightLists, fc.integer({ min: 1, max: 2_000 }), fc.string(), (weights, spare, seed) => {
				const minimums = weights.map((weight) => (weight > 0 ? 1 : 0));
				const total = sum(minimums) + spare;
				const maximums = weights.map((_, value) => Math.ceil(total / minimums.length) + value + minimums.length);
				const quotas = computeQuotas({ total, weights, minimums, maximums }, createStream(seed, 'q'));
				expect(sum(quotas)).toBe(total);
				quotas.forEach((quota, value) => {
					expect(quota).toBeGreaterThanOrEqual(minimums[value]!);
					if (weights.every((weight) => weight > 0)) expect(quota).toBeLessThanOrEqual(maximums[value]!);
				});
			}),
		);
	});
});
