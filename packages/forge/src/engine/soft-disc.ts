import type { ForgeSurface } from '../surface.ts';

/** A light that falls steeply to `kneeShare` of its strength at `knee` of its radius, then slowly to nothing. */
export interface SoftDisc {
	readonly x: number;
	readonly y: number;
	readonly radius: number;
	readonly knee: number;
	readonly kneeShare: number;
}

/**
 * Fills a disc of light in the context's current transform and composite mode; `colorOf` gives the CSS colour for an
 * alpha. Two gradients of two stops cost half of one with three.
 *
 * @param adds whether the composite mode adds, so that both parts simply sum
 */
export function paintSoftDisc(
	{ context, Path2D }: ForgeSurface,
	{ x, y, radius, knee, kneeShare }: SoftDisc,
	alpha: number,
	adds: boolean,
	colorOf: (alpha: number) => string,
): void {
	const wide = (alpha * kneeShare) / (1 - knee);
	const core = adds ? alpha - wide : (alpha - wide) / (1 - wide);
	for (const [reach, peak] of [
		[radius, wide],
		[radius * knee, core],
	] as const) {
		const gradient = context.createRadialGradient(x, y, 0, x, y, reach);
		gradient.addColorStop(0, colorOf(peak));
		gradient.addColorStop(1, colorOf(0));
		const disc = new Path2D();
		disc.ellipse(x, y, reach, reach, 0, 0, Math.PI * 2);
		context.fillStyle = gradient;
		context.fill(disc);
	}
}
