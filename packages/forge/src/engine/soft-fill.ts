import type { ForgeContext } from '../surface.ts';
import type { Ramp } from './color.ts';
import { type Shape, unit } from './shape.ts';

/** Fills a shape with tones that run from a light spot to its edges; `towardLight` is -1 for light from the left, 1 from the right. */
export function softFill(context: ForgeContext, shape: Shape, ramp: Ramp, lit: boolean, towardLight: number): void {
	const { left, right, top, bottom } = shape.bounds;
	const [x0, x1, y0, y1] = [left * unit, right * unit, top * unit, bottom * unit];
	const cx = (x0 + x1) / 2 + towardLight * 0.14 * (x1 - x0);
	const cy = y0 + 0.34 * (y1 - y0);
	const radius = 0.72 * Math.max(x1 - x0, y1 - y0);
	const gradient = context.createRadialGradient(cx, cy, 0, cx, cy, radius);
	gradient.addColorStop(0, lit ? ramp.light : ramp.base);
	gradient.addColorStop(0.42, ramp.base);
	gradient.addColorStop(0.86, ramp.shade);
	gradient.addColorStop(1, ramp.deep);
	context.fillStyle = gradient;
	context.fill(shape.path);
}
