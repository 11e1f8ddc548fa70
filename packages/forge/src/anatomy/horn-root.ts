import { containsPoint } from '../engine/bounds.ts';
import type { Ramp } from '../engine/color.ts';
import { type Layer, layers } from '../engine/layers.ts';
import type { FormMark, FormOptions } from '../engine/recorder.ts';
import { type Point, refineOutline, type Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { strokeScale } from './stroke.ts';

/** Where the edge of skin runs over a root: `u` along the root in halves of its length, `v` up the horn in the same unit. */
const skinOver = [
	[-1.15, 0.02],
	[-0.8, 0.2],
	[-0.4, 0.3],
	[0, 0.33],
	[0.4, 0.3],
	[0.8, 0.2],
	[1.15, 0.02],
] as const;

/** A lock of hair over a root, which comes up out of the hair on both sides. */
const lockOver = [
	[-1.7, -0.85],
	[-1.35, -0.2],
	[-1, 0.2],
	[-0.5, 0.46],
	[0, 0.52],
	[0.5, 0.42],
	[1, 0.14],
	[1.4, -0.3],
	[1.8, -1],
] as const;

/** The hair drawn so far that lies over a spot of the skull. */
function findHair({ recorder: { marks } }: Studio, [x, y]: Point): FormMark | undefined {
	return marks.findLast(
		(mark): mark is FormMark =>
			mark.kind === 'form' &&
			mark.layer === layers.hairFront &&
			containsPoint(refineOutline(mark.shape.outline, 4), x, y),
	);
}

/** Whether hair lies over the root of a horn, where its outline begins and ends. */
export function isInHair(s: Studio, outline: readonly Point[]): boolean {
	const [first, last] = [outline[0]!, outline.at(-1)!];
	return findHair(s, [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2]) !== undefined;
}

/**
 * Draws a horn before the skull, whose outline begins and ends at its root: skin or hair run over the root, where a closed end
 * would look stuck on. Nothing is painted over it: the horn ends there, so that skin or hair keep their own shades.
 * Through a hat it comes whole, and the hat has a hem around it.
 */
export function drawRooted(
	s: Studio,
	layer: Layer,
	outline: readonly Point[],
	ramp: Ramp,
	skin: Ramp,
	options: Omit<FormOptions, 'clip'>,
): Shape {
	if (s.hidden.has('crown')) return s.head.form(layer, outline, ramp, options);
	const [first, last] = [outline[0]!, outline.at(-1)!];
	const [mx, my] = [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2];
	const [ux, uy] = [(last[0] - first[0]) / 2, (last[1] - first[1]) / 2];
	const rise = outline.reduce((sum, [x, y]) => sum + (x - mx) * uy - (y - my) * ux, 0);
	const side = rise < 0 ? -1 : 1;
	const at = (u: number, v: number): Point => [mx + ux * u + uy * v * side, my + uy * u - ux * v * side, 0];
	const hair = findHair(s, [mx, my]);
	const edge = (hair ? lockOver : skinOver).map(([u, v]) => at(u, v));
	// No horn reaches further than this many halves of its root.
	const beyond = s.head.facet([at(-24, -1), ...edge, at(24, -1), at(24, 24), at(-24, 24)]);
	const horn = s.head.form(layer, outline, ramp, { ...options, clip: beyond });
	s.head.line(layer, edge, (hair?.ramp ?? skin).ink, 0.0085 * strokeScale(s), { taper: 0.7 });
	return horn;
}
