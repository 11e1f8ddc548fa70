import { describe, expect, it } from 'vitest';
import { isWellInside } from './bounds.ts';
import { shapeOf } from './build-shape.ts';
import { createStream } from './random.ts';
import { ellipseOutline } from './shape.ts';
import { count, covered, outside, randomOutline, surface } from './shape-testing.ts';

describe('isWellInside', () => {
	it('holds only for shapes whose every pixel lies in the receiver', () => {
		const answers = { inside: 0, across: 0 };
		for (let seed = 0; seed < 60; seed++) {
			const random = createStream('test', String(seed), 'mark');
			const receiver = shapeOf(surface, 'body', [randomOutline(seed)]);
			const [x, y] = [random.range(0.36, 0.64), random.range(0.36, 0.64)];
			const mark = shapeOf(surface, 'body', [ellipseOutline(x, y, random.range(0.01, 0.07), random.range(0.01, 0.07))]);
			const isInside = isWellInside(mark, receiver);
			answers[isInside ? 'inside' : 'across'] += 1;
			if (!isInside) continue;
			const share = outside(covered(mark.path), covered(receiver.path, { margin: 1.5 })) / count(covered(mark.path));
			expect(share).toBeLessThan(0.005);
		}
		expect(Math.min(answers.inside, answers.across)).toBeGreaterThan(5);
	});

	it('never holds for a receiver of several loops', () => {
		const receiver = shapeOf(surface, 'body', [ellipseOutline(0.5, 0.5, 0.3, 0.3)]);
		const mark = shapeOf(surface, 'body', [ellipseOutline(0.5, 0.5, 0.05, 0.05)]);
		expect(isWellInside(mark, receiver)).toBe(true);
		expect(isWellInside(mark, { ...receiver, loops: 2 })).toBe(false);
	});

	it('holds for where the shape is moved to', () => {
		const receiver = shapeOf(surface, 'head', [ellipseOutline(0.5, 0.5, 0.3, 0.3)]);
		const mark = shapeOf(surface, 'face', [ellipseOutline(0.78, 0.5, 0.05, 0.05)]);
		expect(isWellInside(mark, receiver)).toBe(false);
		expect(isWellInside(mark, receiver, -0.1)).toBe(true);
		expect(isWellInside(mark, receiver, -0.6)).toBe(false);
	});
});
