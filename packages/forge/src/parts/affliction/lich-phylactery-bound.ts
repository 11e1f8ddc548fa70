import { hasTrunk } from '../../anatomy/outgrowth.ts';
import { computeSpan } from '../../engine/bounds.ts';
import type { Lch, Ramp } from '../../engine/color.ts';
import { layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import type { Mark } from '../../engine/recorder.ts';
import type { Rig, Spot } from '../../engine/rig.ts';
import { ellipseOutline, type Point } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { coverAt, raiseAboveFrame } from '../../wardrobe/breast.ts';
import { findCovered, type Places } from '../../wardrobe/cover.ts';
import { findClear } from '../../wardrobe/floating.ts';

const soulLight: Lch = [0.82, 0.2, 145];

/** Dark sockets with a pin of green light, whose flame licks out at the corner of the eye. */
function drawDeadEyes(s: Studio, rig: Rig): void {
	const green = s.colors.tone(soulLight);
	for (const [[x, y], side] of [
		[rig.eyeNear, 1],
		[rig.eyeFar, -0.8],
	] as const) {
		const r = rig.eyeHalf * Math.abs(side);
		s.head.pattern('skinAffliction', null, [s.head.disc(x, y, r * 1.12, r * 0.8)], s.colors.tone([0.2, 0.04, 165]));
		s.head.glow('skinAffliction', [x, y, r * 1.9], green, { alpha: 0.75 });
		s.head.pattern(
			'skinAffliction',
			null,
			[
				s.head.shape([
					[x - side * r * 0.5, y + r * 0.2],
					[x + side * r * 0.3, y + r * 0.42],
					[x + side * r * 1.25, y - r * 0.1],
					[x + side * r * 1.6, y - r * 1.5, 0.1],
					[x + side * r * 0.75, y - r * 0.5],
					[x + side * r * 0.1, y - r * 0.35],
				]),
			],
			green,
			0.85,
		);
		s.head.pattern(
			'skinAffliction',
			null,
			[s.head.disc(x, y + r * 0.02, r * 0.36, r * 0.34)],
			s.colors.tone([0.97, 0.07, 140]),
		);
	}
}

/** Where the casket may hang; the last ones are on the shoulders, beside or above hands before the breast. */
const spots: readonly Spot[] = [
	[0.365, 0.865],
	[0.665, 0.865],
	[0.29, 0.842],
	[0.72, 0.82],
	[0.345, 0.815],
	[0.7, 0.806],
	[0.3, 0.806],
	[0.25, 0.85],
	[0.765, 0.85],
	[0.515, 0.9],
];

/** How far the casket reaches from its middle. */
const casketReach = 0.06;

/** With more than so much of it behind arms and beards a casket cannot be read. */
const mostHidden = 0.2;

/** How far above the casket's middle its lid, and the ring in its handle from which the chain goes up, are. */
const above = { lid: 0.056, ring: 0.09 } as const;

/** Half of what a chain needs at least. */
const chainRoom = 0.014;

/**
 * Where the casket hangs: away from a trunk's curl, and from hands before the breast and what they hold; null where they
 * leave no place in which it would be seen.
 */
function placeCasket(s: Studio, rig: Rig, places: Places): Spot | null {
	const isTurned = places.head[0] * places.body[0] < 0;
	const raise = (spot: Spot) => raiseAboveFrame(s, places, spot, casketReach);
	const over = s.recorder.marks.filter(({ layer }) => layer > layers.shoulderNear);
	const clothes = s.recorder.marks.filter(({ layer }) => layer === layers.torso || layer === layers.collar);
	const getBare = (spot: Spot, reach: number) => 1 - coverAt(clothes, places, spot, reach);
	// On the brink of a shoulder there is nothing for the chain to lie on.
	const getHidden = ([x, y]: Spot) =>
		coverAt(over, places, [x, y], casketReach) +
		getBare([x, y], casketReach) +
		getBare([x, y - above.ring - chainRoom], chainRoom);
	const isClear = findClear(s, 'shoulderNear');
	const usual: readonly Spot[] = hasTrunk(s)
		? [[isTurned ? 0.345 : 0.665, 0.87]]
		: rig.coversCollar
			? [[0.345, 0.87]]
			: [];
	const raised = [...usual, ...spots].map(raise);
	const isSeen = (spot: Spot) => getHidden(spot) <= mostHidden;
	// What is cheaper to tell first: most places are found at once.
	const findRoomy = (radius: number) => raised.find((spot) => isClear(spot, radius) && isSeen(spot));
	if (usual.length > 0 && isSeen(raised[0]!)) return raised[0]!;
	return findRoomy(casketReach) ?? findRoomy(0.05) ?? raised.find(isSeen) ?? null;
}

const still = [1, 0, 0, 1, 0, 0] as const;
const onBody: Places = { head: still, face: still, body: still };

/** Half the length of a chain's link, and half its breadth where it is seen from the front and from the side. */
const fineLink = { long: 0.0145, broad: 0.0105, slim: 0.0048 } as const;
/** Of large pixels holes would be specks: links are beads, of which every other one is smaller. */
const pixelLink = { long: 0.019, broad: 0.0145, slim: 0.009 } as const;

/** Among few colours iron would be the grey of skin and cloth. */
const pixelIron: Lch = [0.66, 0.17, 147];

const linkOf = ({ style }: Studio) => (style.pixels ? pixelLink : fineLink);

const neckMiddle = 0.508;

/** A neck's side is looked for in this row, so far from its middle, in these steps. */
const nape = { y: 0.675, from: 0.05, to: 0.15, step: 0.01 } as const;

/** How far up a chain may go beside the neck before it is behind the head in any case, and how far outside the neck. */
const nearNeck = { top: 0.54, out: 0.012 } as const;

/** What a chain may lie on, or go out of sight behind. */
const isWorn = (mark: Mark): boolean =>
	mark.kind === 'form' &&
	mark.shape.space === 'body' &&
	mark.layer >= layers.torso &&
	mark.layer <= layers.shoulderNear;

const isNeck = ({ layer }: Mark): boolean => layer === layers.neck || layer === layers.neckFur;

/** Where a chain goes behind the neck on one side of it. */
function findNape({ recorder: { marks } }: Studio, side: 1 | -1): number {
	const count = Math.round((nape.to - nape.from) / nape.step) + 1;
	const row = Array.from({ length: count }, (_, i): Point => [neckMiddle + side * (nape.from + i * nape.step), nape.y]);
	const covered = findCovered(
		marks.filter((mark) => isWorn(mark) && isNeck(mark)),
		onBody,
		row,
	);
	const [edge] = row.findLast((spot) => covered.has(spot)) ?? row[3]!;
	return edge + side * nearNeck.out;
}

/**
 * The middles of a chain's links from what hangs on it up to one side of the neck, as far as clothes or skin are behind
 * them: it sags before the breast and rises beside the neck.
 */
function findLinks(s: Studio, [x, y]: Spot, side: 1 | -1): readonly Point[] {
	const toX = findNape(s, side);
	const sag = Math.min(0.03, Math.abs(toX - x) * 0.2);
	const bend: Spot = [x + (toX - x) * 0.9, y + sag - Math.max(0, 0.1 - Math.abs(toX - x)) * 0.6];
	const rise: Spot = [toX, nape.y - 0.015];
	const path = Array.from({ length: 25 }, (_, i): Spot => {
		const t = i / 24;
		const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
		return [a * x + b * bend[0] + c * rise[0], a * y + b * bend[1] + c * rise[1]];
	});
	path.push([toX, nearNeck.top]);
	const middles = strideAlong(path, linkOf(s).long * 1.45);
	const covered = findCovered(s.recorder.marks.filter(isWorn), onBody, middles);
	const end = middles.findIndex((middle) => !covered.has(middle));
	// The last one reaches the edge, around which the chain goes on; beyond it one would stand in the air.
	return end < 0 ? middles : middles.slice(0, end);
}

/** Points at even steps along a path, the first of them half a step from its start. */
function strideAlong(path: readonly Spot[], step: number): readonly Point[] {
	const points: Point[] = [];
	let left = step / 2;
	for (const [i, [x, y]] of path.entries()) {
		if (i === 0) continue;
		const [fromX, fromY] = path[i - 1]!;
		const length = Math.hypot(x - fromX, y - fromY);
		for (; left <= length; left += step)
			points.push([fromX + ((x - fromX) * left) / length, fromY + ((y - fromY) * left) / length]);
		left -= length;
	}
	return points;
}

/** A chain up to one side of the neck: links seen from the front and from the side in turn. */
function drawChain(s: Studio, from: Spot, side: 1 | -1, iron: Ramp): void {
	const pen = s.body;
	const links = findLinks(s, from, side);
	const link = linkOf(s);
	const turns = links.map(([x, y], i) => {
		const [nextX, nextY] = links[i + 1] ?? [x, y];
		const [lastX, lastY] = links[i - 1] ?? from;
		return (Math.atan2(nextY - lastY, nextX - lastX) * 180) / Math.PI;
	});
	const ring = (more: number) =>
		links.map(([x, y], i) =>
			ellipseOutline(x, y, link.long + more, (i % 2 ? link.slim : link.broad) + more, turns[i]!, 10),
		);
	if (links.length === 0) return;
	pen.pattern('shoulderNear', null, [pen.facet(...ring(0.0045))], iron.ink);
	pen.pattern('shoulderNear', null, [pen.facet(...ring(0))], s.style.pixels ? s.colors.tone(pixelIron) : iron.light);
	if (s.style.pixels) return;
	const holes = ring(-0.0055).filter((_, i) => i % 2 === 0);
	pen.pattern('shoulderNear', null, [pen.facet(...holes)], iron.ink);
}

/** The handle, and the chain around the neck by which it hangs. */
function hangCasket(s: Studio, [x, y]: Spot, iron: Ramp): void {
	const top = y - above.lid;
	const ring: Spot = [x, y - above.ring];
	drawChain(s, ring, -1, iron);
	drawChain(s, ring, 1, iron);
	const pen = s.body;
	const stroke = (loop: readonly Point[], width: number) => {
		pen.line('shoulderNear', loop, iron.ink, width + 0.01, { taper: 0 });
		pen.line('shoulderNear', loop, iron.light, width, { taper: 0 });
	};
	stroke(
		[
			[x - 0.028, top + 0.004],
			[x - 0.026, top - 0.018],
			[x, top - 0.028],
			[x + 0.026, top - 0.018],
			[x + 0.028, top + 0.004],
		],
		0.01,
	);
}

/** Folds of the cloth that end beneath a casket would show below it like teeth. */
function smoothCloth({ recorder: { marks } }: Studio, [x, y]: Spot): void {
	const isBeneath = (mark: Mark): boolean => {
		if (mark.kind !== 'fill' || mark.layer !== layers.garment || computeSpan(mark.shape) > 0.2) return false;
		const { left, right, top, bottom } = mark.shape.bounds;
		return left < x + 0.065 && right > x - 0.065 && top < y + 0.055 && bottom > y - 0.05;
	};
	marks.splice(0, marks.length, ...marks.filter((mark) => !isBeneath(mark)));
}

/** A locked iron casket that hangs before the breast. */
function drawCasket(s: Studio, rig: Rig, places: Places): void {
	const green = s.colors.tone(soulLight);
	const iron = s.colors.ramp('metal', [0.46, 0.035, 165]);
	const spot = placeCasket(s, rig, places);
	if (!spot) return;
	const [x, y] = spot;
	smoothCloth(s, spot);
	hangCasket(s, spot, iron);
	s.body.glow('shoulderNear', [x, y, 0.15], green, { alpha: 0.75 });
	s.body.form(
		'shoulderNear',
		[
			[x - 0.063, y - 0.027, 0.1],
			[x - 0.045, y - 0.056, 0.4],
			[x + 0.045, y - 0.056, 0.4],
			[x + 0.063, y - 0.027, 0.1],
			[x + 0.059, y + 0.052, 0.1],
			[x - 0.059, y + 0.052, 0.1],
		],
		iron,
		{ depth: 0.012 },
	);
	s.body.line(
		'shoulderNear',
		[
			[x - 0.061, y - 0.017],
			[x, y - 0.013],
			[x + 0.061, y - 0.017],
		],
		green,
		0.014,
		{ taper: 0.2 },
	);
	s.body.pattern(
		'shoulderNear',
		null,
		[
			s.body.disc(x, y + 0.01, 0.016),
			s.body.facet([
				[x - 0.008, y + 0.013],
				[x + 0.008, y + 0.013],
				[x + 0.013, y + 0.042],
				[x - 0.013, y + 0.042],
			]),
		],
		s.colors.tone([0.93, 0.14, 142]),
	);
}

export const lichPhylacteryBound = definePart({
	slot: 'affliction',
	id: 'lich-phylactery-bound',
	skin: ([L, C, h]: Lch): Lch => [L + (0.72 - L) * 0.3, C * 0.4, h],
	draw: drawDeadEyes,
	finish: drawCasket,
});
