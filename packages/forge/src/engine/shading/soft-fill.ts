import type { ForgeContext } from '../../surface.ts';
import type { Ramp } from '../color.ts';
import { type Shape, unit } from '../shape.ts';

/**
 * Fills a shape with tones that run from a light spot to its edges; `towardLight` is -1 for light from the left, 1 from the
 * right. Of two tones alone: a gradient with a third one costs three times as much.
 */
export function softFill(context: ForgeContext, shape: Shape, ramp: Ramp, lit: boolean, towardLight: number): void {
	const { left, right, top, bottom } = shape.bounds;
	const [x0, x1, y0, y1] = [left * unit, right * unit, top * unit, bottom * unit];
	const cx = (x0 + x1) / 2 + towardLight * 0.16 * (x1 - x0);
	const cy = y0 + 0.3 * (y1 - y0);
	const radius = 0.74 * Math.max(x1 - x0, y1 - y0);
	const gradient = context.createRadialGradient(cx, cy, 0, cx, cy, radius);
	gradient.addColorStop(0, lit ? ramp.light : ramp.base);
	gradient.addColorStop(1, ramp.shade);
	context.fillStyle = gradient;
	context.fill(shape.path);
}

/** A soft highlight on the lit side, as on something smooth. */
export function glossFill(context: ForgeContext, shape: Shape, { spec }: Ramp, towardLight: number): void {
	const { left, right, top, bottom } = shape.bounds;
	const [width, height] = [(right - left) * unit, (bottom - top) * unit];
	const cx = (left + right) * 0.5 * unit + towardLight * 0.2 * width;
	const cy = top * unit + 0.2 * height;
	const radius = 0.3 * Math.max(width, height);
	const gradient = context.createRadialGradient(cx, cy, 0, cx, cy, radius);
	gradient.addColorStop(0, spec.replace(/^rgb\((.*)\)$/, 'rgba($1,0.85)'));
	gradient.addColorStop(1, spec.replace(/^rgb\((.*)\)$/, 'rgba($1,0)'));
	context.fillStyle = gradient;
	context.fill(shape.path);
}
