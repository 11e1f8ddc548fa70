import { createCanvas, Path2D } from '@napi-rs/canvas';
import type { ForgePath, ForgeSurface } from '../surface.ts';
import { createStream } from './random.ts';
import { type Point, unit } from './shape.ts';

const sidePx = 384;
export const surface = { Path2D, createCanvas } as unknown as ForgeSurface;

/** Which pixels a path covers by more than half; `margin` in reference pixels widens it, `x` and `y` move it. */
export function covered(path: ForgePath, { margin = 0, x = 0, y = 0 } = {}): Uint8Array {
	const context = createCanvas(sidePx, sidePx).getContext('2d');
	context.scale(sidePx / unit, sidePx / unit);
	context.translate(x * unit, y * unit);
	context.lineJoin = 'round';
	context.fill(path as unknown as Path2D);
	if (margin > 0) {
		context.lineWidth = 2 * margin;
		context.stroke(path as unknown as Path2D);
	}
	const { data } = context.getImageData(0, 0, sidePx, sidePx);
	return Uint8Array.from({ length: sidePx * sidePx }, (_, pixel) => (data[4 * pixel + 3]! > 127 ? 1 : 0));
}

export const count = (pixels: Uint8Array) => pixels.reduce((sum, pixel) => sum + pixel, 0);

/** How many pixels `inner` covers and `outer` does not. */
export const outside = (inner: Uint8Array, outer: Uint8Array) =>
	count(inner.map((pixel, i) => (pixel > outer[i]! ? 1 : 0)));

/** Bulges and hollows around a middle, as heads, sleeves and leaves have. */
export function randomOutline(seed: number, smoothness: readonly number[] = [0.4, 1]): Point[] {
	const random = createStream('test', String(seed), 'outline');
	const corners = 4 + random.index(9);
	return Array.from({ length: corners }, (_, i): Point => {
		const [angle, reach] = [(i / corners) * 2 * Math.PI, random.range(0.09, 0.24)];
		return [0.5 + Math.cos(angle) * reach, 0.5 + Math.sin(angle) * reach, random.pick(smoothness)];
	});
}
