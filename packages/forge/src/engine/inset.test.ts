import { describe, expect, it } from 'vitest';
import { shapeOf } from './build-shape.ts';
import { insetOutline } from './inset.ts';
import { createStream } from './random.ts';
import { ellipseOutline } from './shape.ts';
import { count, covered, outside, randomOutline, surface } from './shape-testing.ts';

function randomPush(seed: number) {
	const random = createStream('test', String(seed), 'push');
	const push = () => random.pick([-1, 1]) * random.range(0.004, 0.06);
	return { x: push(), y: push() };
}

describe('insetOutline', () => {
	it('is the common part of an oval and its moved copy', () => {
		const oval = shapeOf(surface, 'body', [ellipseOutline(0.5, 0.5, 0.2, 0.26)]);
		const [x, y] = [0.04, 0.03];
		const inset = insetOutline(surface, oval, x, y);
		const [whole, moved] = [covered(oval.path), covered(oval.path, { x, y })];
		const common = count(whole.map((pixel, i) => pixel & moved[i]!));
		expect(Math.abs(count(covered(inset!)) / common - 1)).toBeLessThan(0.05);
	});

	it('never leaves the shape by more than the line around it is wide', () => {
		let insets = 0;
		for (let seed = 0; seed < 40; seed++) {
			const { x, y } = randomPush(seed);
			const shape = shapeOf(surface, 'body', [randomOutline(seed)]);
			const inset = insetOutline(surface, shape, x, y);
			if (inset === null) continue;
			insets += 1;
			// A spike may show a few pixels of its own light beside it.
			const share = outside(covered(inset), covered(shape.path, { margin: 5 })) / count(covered(shape.path));
			expect(share).toBeLessThan(0.0005);
		}
		expect(insets).toBeGreaterThan(5);
	});

	it('is none for several loops and for straight edges', () => {
		const oval = shapeOf(surface, 'body', [ellipseOutline(0.5, 0.5, 0.2, 0.2)]);
		expect(insetOutline(surface, { ...oval, loops: 2 }, 0.02, 0.02)).toBeNull();
		expect(insetOutline(surface, { ...oval, straight: true }, 0.02, 0.02)).toBeNull();
	});
});
