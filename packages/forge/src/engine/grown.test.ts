import { describe, expect, it } from 'vitest';
import { shapeOf } from './build-shape.ts';
import { growOutline } from './grown.ts';
import { ellipseOutline, tracePolygon, unit } from './shape.ts';
import { count, covered, outside, randomOutline, surface } from './shape-testing.ts';

const reachPx = 12;
const even = { reach: reachPx / unit, shadow: [0, 0] } as const;

describe('growOutline', () => {
	it.each([
		['curves', undefined],
		['straight edges', tracePolygon],
	])('leaves a line of one width around %s, sharp corners and hollows too', (_, trace) => {
		for (let seed = 0; seed < 30; seed++) {
			const shape = shapeOf(surface, 'body', [randomOutline(seed, [0, 0.4, 1])], trace);
			const grown = covered(growOutline(surface, shape, even));
			const whole = count(covered(shape.path));
			expect(outside(covered(shape.path, { margin: reachPx * 0.5 }), grown) / whole).toBeLessThan(0.004);
			expect(outside(grown, covered(shape.path, { margin: reachPx * 1.5 })) / whole).toBeLessThan(0.004);
		}
	});

	it('grows outwards whichever way the outline runs', () => {
		const outline = ellipseOutline(0.5, 0.5, 0.2, 0.14);
		const [one, other] = [outline, [...outline].reverse()].map((points) =>
			covered(growOutline(surface, shapeOf(surface, 'body', [points]), even)),
		);
		expect(count(one!)).toBeGreaterThan(count(covered(shapeOf(surface, 'body', [outline]).path)));
		expect(other).toEqual(one);
	});

	it('is heavier on the side that the shadow points to, and nowhere lighter', () => {
		const shape = shapeOf(surface, 'body', [ellipseOutline(0.5, 0.5, 0.15, 0.15)]);
		const [line, heavy] = [even, { ...even, shadow: [0, reachPx / unit] as const }].map((growth) =>
			covered(growOutline(surface, shape, growth)),
		);
		expect(outside(line!, heavy!) / count(line!)).toBeLessThan(0.001);
		const below = heavy!.map((pixel, i) => (pixel > line![i]! ? 1 : 0));
		expect(count(below)).toBeGreaterThan(0);
		expect(count(below.subarray(0, below.length / 2))).toBeLessThan(count(below) / 50);
	});
});
