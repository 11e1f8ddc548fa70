import { containsPoint } from '../engine/bounds.ts';
import type { Ramp } from '../engine/color.ts';
import { type Layer, layers } from '../engine/layers.ts';
import type { FormMark, FormOptions } from '../engine/recorder.ts';
import { type Point, refineOutline, type Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';

/** Where the edge of skin or hair runs over a root: `u` along the root in halves of its length, `v` up the horn in the same unit. */
const overRoot = [
	[-1.15, 0.02],
	[-0.8, 0.2],
	[-0.4, 0.3],
	[0, 0.33],
	[0.4, 0.3],
	[0.8, 0.2],
	[1.15, 0.02],
] as const;

/** What grows on the skull at a spot: hair drawn so far, or its skin. */
function findCover({ recorder: { marks } }: Studio, [x, y]: Point, skin: Ramp): Ramp {
	const hair = marks.findLast(
		(mark): mark is FormMark =>
			mark.kind === 'form' &&
			mark.layer === layers.hairFront &&
			containsPoint(refineOutline(mark.shape.outline, 4), x, y),
	);
	return hair?.ramp ?? skin;
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
	const edge = overRoot.map(([u, v]) => at(u, v));
	// No horn reaches further than this many halves of its root.
	const beyond = s.head.facet([at(-24, 0), ...edge, at(24, 0), at(24, 24), at(-24, 24)]);
	const horn = s.head.form(layer, outline, ramp, { ...options, clip: beyond });
	s.head.line(layer, edge, findCover(s, [mx, my], skin).ink, 0.0085, { taper: 0.7 });
	return horn;
}
