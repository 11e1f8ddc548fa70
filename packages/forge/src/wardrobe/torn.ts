import { layers } from '../engine/layers.ts';
import type { FormMark, Mark } from '../engine/recorder.ts';
import type { Spot } from '../engine/rig.ts';
import type { Point } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { findClear } from './floating.ts';

const isTorso = (mark: Mark): mark is FormMark => mark.kind === 'form' && mark.layer === layers.torso;

/** The rips on the far breast, each from its end above to its end below; on the near one they are its mirror image. */
const rips = [
	[0.205, 0.818, 0.247, 0.925],
	[0.252, 0.8, 0.302, 0.94],
	[0.306, 0.798, 0.344, 0.912],
] as const;

/** Both torn edges of a rip: how far along it, and how far off its middle line, before and behind it. */
const tornEdges = [
	[0.14, -0.35, 0.4],
	[0.26, -0.95, 0.75],
	[0.31, -0.6, 1.05],
	[0.46, -0.85, 0.8],
	[0.56, -1.1, 1],
	[0.61, -0.7, 0.6],
	[0.8, -0.45, 0.55],
] as const;

const gape = 0.013;

function outlineRip([x0, y0, x1, y1]: (typeof rips)[number], mirrored: boolean): Point[] {
	const [dx, dy] = [x1 - x0, y1 - y0];
	const long = Math.hypot(dx, dy);
	const at = (along: number, off: number): Point => {
		const x = x0 + dx * along + (dy / long) * off * gape;
		return [mirrored ? 1.01 - x : x, y0 + dy * along - (dx / long) * off * gape, 0.2];
	};
	return [
		at(0, 0),
		...tornEdges.map(([along, , behind]) => at(along, behind)),
		at(1, 0),
		...tornEdges.map(([along, before]) => at(along, before)).reverse(),
	];
}

/** The breast that no arm and nothing held is before, the far one where both are; null for neither. */
function findBareBreast(s: Studio): 'far' | 'near' | null {
	const isClear = findClear(s, 'emblem');
	const isBare = (mirrored: boolean) =>
		rips.every(([x0, y0, x1, y1]) =>
			[0, 0.25, 0.5, 0.75, 1].every((along) => {
				const x = x0 + (x1 - x0) * along;
				const spot: Spot = [mirrored ? 1.01 - x : x, y0 + (y1 - y0) * along];
				return isClear(spot, gape);
			}),
		);
	return isBare(false) ? 'far' : isBare(true) ? 'near' : null;
}

/** Whether a mark is a fold of the torso's cloth that would cross what lies there. */
const isFold =
	({ shape, ramp }: FormMark, [left, right]: readonly [number, number]) =>
	(mark: Mark): boolean =>
		mark.kind === 'fill' &&
		mark.clip === shape &&
		mark.color === ramp.deep &&
		mark.layer === layers.garment &&
		mark.shape.bounds.left < right &&
		mark.shape.bounds.right > left;

/**
 * Three parallel rips of a claw in the cloth of the breast that no arm and nothing held is before, if there is one: dark
 * inside, with a lit edge. Straps, mantles and collars lie over them, and no folds run through them. Arms must be drawn.
 */
export function clawCloth(s: Studio): void {
	const { marks } = s.recorder;
	const torso = marks.find(isTorso);
	const side = findBareBreast(s);
	if (!torso || !side) return;
	const crosses = isFold(torso, side === 'far' ? [0.18, 0.37] : [0.64, 0.83]);
	marks.splice(0, marks.length, ...marks.filter((mark) => !crosses(mark)));
	const [L, C, h] = torso.ramp.from;
	const dark = s.colors.tone([Math.max(0.16, L * 0.42), C * 0.8, h]);
	for (const rip of rips) {
		const outline = outlineRip(rip, side === 'near');
		const edge = outline.map(([x, y, smooth]): Point => [x + 0.005, y + 0.004, smooth ?? 1]);
		s.body.pattern('torso', torso.shape, [s.body.shape(edge)], torso.ramp.spec);
		s.body.pattern('torso', torso.shape, [s.body.shape(outline)], dark);
	}
}
