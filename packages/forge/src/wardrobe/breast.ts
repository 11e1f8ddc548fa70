import { computeSpan } from '../engine/bounds.ts';
import { layers } from '../engine/layers.ts';
import type { Mark } from '../engine/recorder.ts';
import type { Spot } from '../engine/rig.ts';
import { getEdgeMargin } from '../engine/scene/frame.ts';
import type { Studio } from '../engine/studio.ts';
import { measureCover, type Places, spotsOf } from './cover.ts';

/** What stays free between an ornament and the frame or the picture's edge below it, in fractions of the picture. */
const gap = 0.016;

/** The spot of the body space, or the one above it where a round ornament would lie under the frame or leave the picture. */
export function raiseAboveFrame(s: Studio, { body }: Places, [x, y]: Spot, reach: number): Spot {
	const lowest = (1 - getEdgeMargin(s.style.page, s.figure.rarity) - gap - body[5]) / body[3];
	return [x, Math.min(y, lowest - reach)];
}

/** How much of a round ornament at a spot of the body space `marks` cover, 0 to 1. */
export function coverAt(marks: readonly Mark[], { body, ...places }: Places, [x, y]: Spot, reach: number): number {
	const [a, b, c, d, e, f] = body;
	const spots = spotsOf(a * x + c * y + e, b * x + d * y + f, reach * Math.abs(a));
	return measureCover(marks, { body, ...places }, spots);
}

/** An ornament of which more than this lies behind arms, beards and held things is worn elsewhere. */
export const mostCovered = 0.06;

/** Where an ornament is worn as a brooch when something hangs or is held before the collar: on the breast. */
const broochSpots: readonly Spot[] = [
	[0.668, 0.824],
	[0.342, 0.824],
	[0.7, 0.87],
	[0.31, 0.87],
	[0.515, 0.905],
	[0.75, 0.86],
	[0.26, 0.86],
	[0.71, 0.8],
	[0.3, 0.8],
	[0.77, 0.826],
	[0.235, 0.826],
];

/** How much it counts that a brooch lies on a shoulder plate, a casket or the beads of a class, where behind a hand it could not be seen. */
const lyingOn = 0.5;

/** How much it counts that a brooch lies half on a strap, which is never enough to leave it out. */
const atEdge = 0.08;

/** A bead, a tooth or a button at the collar. */
const isOrnament = (mark: Mark): boolean =>
	mark.kind === 'form' && mark.layer === layers.collar && computeSpan(mark.shape) < 0.1;

/** The first of the brooch's places on the clothes that the fewest things cover, and how much they do. */
export function findBrooch(s: Studio, places: Places, reach: number): { readonly at: Spot; readonly cover: number } {
	const { marks } = s.recorder;
	const over = marks.filter(({ layer }) => layer > layers.shoulderNear);
	const under = marks.filter((mark) => mark.layer === layers.shoulderNear || isOrnament(mark));
	const clothes = marks.filter(({ layer }) => layer === layers.torso);
	const worn = marks.filter(({ kind, layer }) => kind === 'form' && layer === layers.garment);
	const measure = (at: Spot) =>
		coverAt(over, places, at, reach) +
		lyingOn * coverAt(under, places, at, reach) +
		(1 - coverAt(clothes, places, at, reach)) +
		atEdge * Math.min(...[0, 1].map((whole) => Math.abs(whole - coverAt(worn, places, at, reach))));
	return broochSpots
		.map((spot) => raiseAboveFrame(s, places, spot, reach))
		.map((at) => ({ at, cover: measure(at) }))
		.reduce((best, one) => (one.cover < best.cover ? one : best));
}
