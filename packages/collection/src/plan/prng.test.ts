import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandomStream } from './prng.ts';

describe('createRandomStream', () => {
	it('gives the numbers it gave when plans were first stored', () => {
		const stream = createRandomStream('seed', 'purpose');
		expect([stream.uint32(), stream.uint32(), stream.nextInt(10), stream.float()]).toEqual([
			2505058300, 2680879636, 6, 0.4164891263465029,
		]);
	});

	it('gives the same numbers for the same seed and purpose and others for any other', () => {
		const first = (seed: string, purpose: string) => {
			const stream = createRandomStream(seed, purpose);
			return [stream.uint32(), stream.uint32(), stream.uint32(), stream.uint32()].join();
		};
		expect(first('a', 'b')).toBe(first('a', 'b'));
		const all = [first('a', 'b'), first('b', 'a'), first('ab', ''), first('', 'ab'), first('a', 'c'), first('c', 'b')];
		expect(new Set(all).size).toBe(all.length);
	});

	it('draws every number below a bound about equally often', () => {
		const stream = createRandomStream('fair', 'below');
		const hits = [0, 0, 0, 0, 0, 0, 0];
		for (let drawn = 0; drawn < 70_000; drawn++) hits[stream.nextInt(7)]!++;
		for (const hit of hits) expect(Math.abs(hit - 10_000)).toBeLessThan(400);
	});

	it('stays below its bound, and floats below 1', () => {
		fc.assert(
			fc.property(fc.string(), fc.integer({ min: 1, max: 2 ** 32 }), (seed, bound) => {
				const stream = createRandomStream(seed, 'bounds');
				const [drawn, float] = [stream.nextInt(bound), stream.float()];
				expect(drawn).toBeLessThan(bound);
				expect(drawn).toBeGreaterThanOrEqual(0);
				expect(float).toBeLessThan(1);
				expect(float).toBeGreaterThanOrEqual(0);
			}),
		);
	});

	it('shuffles without losing anything and reaches every order', () => {
		const stream = createRandomStream('orders', 'shuffle');
		const orders = new Map<string, number>();
		for (let run = 0; run < 6_000; run++) {
			const order = stream.shuffle(['a', 'b', 'c']).join('');
			orders.set(order, (orders.get(order) ?? 0) + 1);
		}
		expect([...orders.keys()].sort()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba']);
		for (const count of orders.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150);
	});
});
