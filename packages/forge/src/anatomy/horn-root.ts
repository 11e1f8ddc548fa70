import { containsPoint } from '../engine/bounds.ts';
import type { Ramp } from '../engine/color.ts';
import { type Layer, layers } from '../engine/layers.ts';
import type { FormMark, FormOptions } from '../engine/recorder.ts';
import { type Point, refineOutline, type Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';

/** The lower edge of a root, closed and round: `u` along the root in halves of its length, `v` up the horn in the same unit. */
const roundRoot = [
	[-1.3, 0.3],
	[-1.02, -0.02],
	[-0.6, -0.26],
	[0, -0.36],
	[0.6, -0.26],
	[1.02, -0.02],
	[1.3, 0.3],
] as const;

/** The upper edge of the ring that hair, skin or metal forms around a round root. */
const ringOver = [
	[1.24, 0.44],
	[0.66, 0.17],
	[0, 0.06],
	[-0.66, 0.17],
	[-1.24, 0.44],
] as const;

/** The hair drawn so far that lies over a spot of the skull. */
export function findHair({ recorder: { marks } }: Studio, [x, y]: Point): FormMark | undefined {
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

const drawDark = (ramp: Ramp): Ramp => ({ ...ramp, light: ramp.base, base: ramp.shade, shade: ramp.deep });

/** How a root on the head lies under what surrounds it. */
export interface Root {
	/** All that is seen of what grows there. */
	readonly clip: Shape;
	/** Draws what surrounds the root, over what grows there. */
	readonly finish: (layer: Layer) => void;
}

/**
 * Finds how what grows before the skull, whose outline begins and ends at its root, is rooted there: a ring of hair, skin or
 * metal, round as the root is, rises over it.
 */
export function findRoot(s: Studio, outline: readonly Point[], skin: Ramp): Root {
	const [first, last] = [outline[0]!, outline.at(-1)!];
	const [mx, my] = [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2];
	const [ux, uy] = [(last[0] - first[0]) / 2, (last[1] - first[1]) / 2];
	const rise = outline.reduce((sum, [x, y]) => sum + (x - mx) * uy - (y - my) * ux, 0);
	const side = rise < 0 ? -1 : 1;
	const at = ([u, v]: readonly [number, number], smooth = 0): Point => [
		mx + ux * u + uy * v * side,
		my + uy * u - ux * v * side,
		smooth,
	];
	const hair = findHair(s, [mx, my]);
	const edge = roundRoot.map((spot) => at(spot));
	// Nothing reaches further than this many halves of its root.
	const clip = s.head.facet([at([-24, -12]), ...edge, at([24, -12]), at([24, 24]), at([-24, 24])]);
	const finish = (layer: Layer) => {
		const ring = [...roundRoot, ...ringOver].map((spot, i) =>
			at(spot, i === 0 || i === 6 || i === 7 || i === 11 ? 0.3 : 1),
		);
		s.head.form(layer, ring, drawDark(hair?.ramp ?? skin), { depth: 0.004, width: 0.6, contour: false });
	};
	return { clip, finish };
}

/** Draws a horn before the skull, rooted in hair, skin or metal. Through a hat it comes whole, and the hat has a hem around it. */
export function drawRooted(
	s: Studio,
	layer: Layer,
	outline: readonly Point[],
	ramp: Ramp,
	skin: Ramp,
	options: Omit<FormOptions, 'clip'>,
): Shape {
	if (s.hidden.has('crown')) return s.head.form(layer, outline, ramp, options);
	const { clip, finish } = findRoot(s, outline, skin);
	const horn = s.head.form(layer, outline, ramp, { ...options, clip });
	finish(layer);
	return horn;
}
