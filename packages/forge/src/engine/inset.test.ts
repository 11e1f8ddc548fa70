import { createCanvas, Path2D } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import type { ForgePath, ForgeSurface } from '../surface.ts';
import { insetOf } from './inset.ts';
import { streamOf } from './random.ts';
import { ellipseOutline, type Point, shapeOf, unit } from './shape.ts';

const sidePx = 384;
const surface = { Path2D, createCanvas } as unknown as ForgeSurface;

/** Which pixels a path covers by more than half; `margin` in reference pixels widens it, `x` and `y` move it. */
function covered(path: ForgePath, { margin = 0, x = 0, y = 0 } = {}): Uint8Array {
	const context = createCanvas(sidePx, sidePx).getContext('2d');
	context.scale(sidePx / unit, sidePx / unit);
	context.translate(x * unit, y * unit);
	context.fill(path as unknown as Path2D);
	if (margin > 0) {
		context.lineWidth = 2 * margin;
		context.stroke(path as unknown as Path2D);
	}
	const { data } = context.getImageData(0, 0, sidePx, sidePx);
	return Uint8Array.from({ length: sidePx * sidePx }, (_, pixel) => (data[4 * pixel + 3]! > 127 ? 1 : 0));
}

const count = (pixels: Uint8Array) => pixels.reduce((sum, pixel) => sum + pixel, 0);

/** Bulges and hollows around a middle, as heads, sleeves and leaves have, and a direction. */
function randomCase(seed: number) {
	const random = streamOf('test', String(seed), 'inset');
	const corners = 4 + random.index(9);
	const outline = Array.from({ length: corners }, (_, i): Point => {
		const [angle, reach] = [(i / corners) * 2 * Math.PI, random.range(0.09, 0.24)];
		return [0.5 + Math.cos(angle) * reach, 0.5 + Math.sin(angle) * reach, random.pick([0.4, 1])];
	});
	const push = () => random.pick([-1, 1]) * random.range(0.004, 0.06);
	return { outline, x: push(), y: push() };
}

describe('insetOf', () => {
	it('is the common part of an oval and its moved copy', () => {
		const oval = shapeOf(surface, 'body', [ellipseOutline(0.5, 0.5, 0.2, 0.26)]);
		const [x, y] = [0.04, 0.03];
		const inset = insetOf(surface, oval, x, y);
		const [whole, moved] = [covered(oval.path), covered(oval.path, { x, y })];
		const common = count(whole.map((pixel, i) => pixel & moved[i]!));
		expect(Math.abs(count(covered(inset!)) / common - 1)).toBeLessThan(0.05);
	});

	it('never leaves the shape by more than the outline’s line hides', () => {
		let insets = 0;
		for (let seed = 0; seed < 40; seed++) {
			const { outline, x, y } = randomCase(seed);
			const shape = shapeOf(surface, 'body', [outline]);
			const inset = insetOf(surface, shape, x, y);
			if (inset === null) continue;
			insets += 1;
			const around = covered(shape.path, { margin: 5 });
			const outside = covered(inset).filter((pixel, i) => pixel > around[i]!).length;
			// A spike may show a few pixels of its own light beside it.
			expect(outside / count(covered(shape.path))).toBeLessThan(0.0005);
		}
		expect(insets).toBeGreaterThan(5);
	});

	it('is none for several loops and for straight edges', () => {
		const oval = shapeOf(surface, 'body', [ellipseOutline(0.5, 0.5, 0.2, 0.2)]);
		expect(insetOf(surface, { ...oval, loops: 2 }, 0.02, 0.02)).toBeNull();
		expect(insetOf(surface, { ...oval, straight: true }, 0.02, 0.02)).toBeNull();
	});
});
