import { containsPoint } from '../engine/bounds.ts';
import type { Lch, Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import { ellipseOutline, type Point, type Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { closeToBand } from './fringe.ts';
import { type HairMasses, hairSets } from './hair-sets.ts';
import { rimAlong } from './rim.ts';

export type HairName = keyof typeof hairSets;

/** Natural hair, dark to white. */
export const naturalHair: readonly Lch[] = [
	[0.22, 0.015, 290],
	[0.3, 0.03, 50],
	[0.36, 0.06, 45],
	[0.45, 0.085, 50],
	[0.55, 0.1, 60],
	[0.66, 0.11, 75],
	[0.8, 0.1, 88],
	[0.9, 0.06, 95],
	[0.5, 0.14, 38],
	[0.6, 0.16, 45],
	[0.75, 0.01, 270],
	[0.93, 0.01, 260],
];

const darkHair = naturalHair.filter(([L]) => L <= 0.46);
const greyHair = naturalHair.filter(([, C]) => C < 0.02);

/** The natural tones that go with a skin: dark skins seldom have other than dark hair. */
export const chooseHair = ([lightness]: Lch): readonly Lch[] =>
	lightness >= 0.62 ? naturalHair : [...darkHair, ...darkHair, ...greyHair.filter(([L]) => L > 0.5)];

/** Hair closer to the skin in colour than this would be taken for skin; pale skin sets off the finest blond. */
const leastContrast = { pale: 0.1, other: 0.155 } as const;
/** Skins paler than this go with hair paler still. */
const paleSkin = 0.74;

/** Hair near the skin's colour is set apart from it in lightness: pale and dark skins get lighter hair where theirs is. */
export function setApart([L, C, h]: Lch, skin: Lch): Lch {
	const turn = ((h - skin[2]) * Math.PI) / 180;
	const gap = Math.hypot(L - skin[0], C - skin[1] * Math.cos(turn), skin[1] * Math.sin(turn));
	if (gap >= (skin[0] > paleSkin ? leastContrast.pale : leastContrast.other)) return [L, C, h];
	if (skin[0] > paleSkin) return [L > skin[0] ? Math.min(0.95, Math.max(L, skin[0] + 0.1)) : skin[0] - 0.13, C, h];
	return [skin[0] + (skin[0] > 0.46 ? -0.2 : 0.2), C, h];
}

/** Hair that most faces may wear. */
export const commonHair: readonly HairName[] = [
	'sidePart',
	'crop',
	'sweptBack',
	'bob',
	'longStraight',
	'longWavy',
	'curls',
	'topknot',
	'highTail',
	'twinBraids',
	'undercut',
	'spikes',
	'sideBraid',
	'tousled',
];

const drawBehind = (ramp: Ramp): Ramp => ({ ...ramp, light: ramp.base, base: ramp.shade, shade: ramp.deep });

/** The outer edge away from the light: from the crown down to where the outline turns back to the face. */
function findOuterEdge(outline: readonly Point[]): readonly Point[] {
	const top = outline.reduce((best, [, y], i) => (y < outline[best]![1] ? i : best), 0);
	const side = outline.findIndex(([x], i) => i > top && x >= 0.6);
	if (side < 0) return [];
	let end = side;
	for (let i = side; i < outline.length && outline[i]![0] >= 0.6; i++) if (outline[i]![1] > outline[end]![1]) end = i;
	return outline.slice(top, end + 1);
}

/** One more strand halfway between each pair of neighbours. */
const strandsBetween = (strands: readonly (readonly Point[])[]): Point[][] =>
	strands.slice(1).map((strand, i) =>
		strand.map(([x, y], k): Point => {
			const [otherX, otherY] = strands[i]![k] ?? [x, y];
			return [(x + otherX) / 2, (y + otherY) / 2];
		}),
	);

function drawStrands(s: Studio, masses: HairMasses, ramp: Ramp, front: Shape): void {
	const pen = s.head;
	const outer = findOuterEdge(front.outline);
	// Before more hair no light comes from behind: it would be a pale zigzag inside the hair.
	const { back } = masses;
	const covered = outer.findIndex(([x, y]) => back && containsPoint(back, x + 0.012, y));
	if (front.loops === 1 && !masses.isBacked)
		rimAlong(s, 'hairFront', front, outer.slice(0, Math.max(0, covered < 0 ? outer.length : covered)));
	const strands: readonly (readonly Point[])[] = masses.strands ?? [];
	for (const strand of s.style.detail < 1.5 ? strands : [...strands, ...strandsBetween(strands)])
		pen.line('hairFront', strand, ramp.deep, 0.009, { clip: front, taper: 0.9 });
	if (!masses.shine || s.style.shading === 'flat') return;
	const shine = masses.shine.map((points) => pen.ribbon(points, 0.026, 0.95));
	pen.pattern('hairFront', front, shine, ramp.spec, 0.5);
}

/** Few and broad locks, whose roots lie under any brim: narrow ones would hang from it as teeth. */
const underHat: Readonly<Record<'swept' | 'parted' | 'forelock', readonly Point[]>> = {
	swept: points(
		'0.33 0.46 0.1, 0.335 0.28, 0.4 0.2, 0.5 0.165, 0.6 0.2, 0.67 0.3, 0.668 0.49 0.1, 0.638 0.39, 0.6 0.336, 0.53 0.33, 0.46 0.34, 0.4 0.35, 0.36 0.396',
	),
	parted: points(
		'0.335 0.49 0.1, 0.335 0.28, 0.4 0.2, 0.5 0.165, 0.6 0.2, 0.67 0.3, 0.672 0.51 0.1, 0.648 0.42, 0.6 0.352, 0.54 0.326, 0.49 0.3 0.1, 0.44 0.33, 0.385 0.366, 0.36 0.42',
	),
	forelock: points(
		'0.335 0.45 0.1, 0.335 0.28, 0.4 0.2, 0.5 0.165, 0.6 0.2, 0.67 0.3, 0.67 0.5 0.1, 0.648 0.42, 0.615 0.372, 0.56 0.344, 0.49 0.33, 0.42 0.326, 0.382 0.342, 0.356 0.4',
	),
};

/** What shows of the hair below a hat's edge or inside a hood: without it every hat would sit on a bald head. */
function drawHairUnderHat(s: Studio, ramp: Ramp, head: Shape, skin: Ramp): void {
	if (!s.hidden.has('front-hair') && !s.hidden.has('hair')) return;
	const wisps = s.head.shape(underHat[s.stream('hair-under-hat').pick(['swept', 'parted', 'forelock'] as const)]);
	s.head.cast('faceCover', head, wisps, skin.deep, [0.005, 0.016]);
	s.head.form('hairFront', wisps, ramp, { depth: 0.012, width: 0.8, contour: false, clip: head });
}

/** Hair under a hat lies on the skull and widens below it. */
const press = ([x, y, smooth = 1]: Point): Point => {
	const reach = 0.158 + 0.4 * Math.max(0, y - 0.3);
	return [Math.min(0.502 + reach, Math.max(0.502 - reach, x)), Math.max(0.24, y), smooth];
};

/** A hair set as it lies under a band around the brow; a crest stands before it. */
function wear({ hidden }: Studio, masses: HairMasses): HairMasses {
	const { front, banded } = masses;
	if (!front || !hidden.has('brow-band')) return masses;
	if (!banded) return masses === hairSets.mohawk ? masses : { ...masses, front: closeToBand(front) };
	return { ...masses, front: closeToBand([banded.front]), back: banded.back };
}

/** What reaches higher than this stands on the crown and has no room under a hat. */
const crownFrom = 0.15;

/**
 * Draws a hair set around the human skull and returns the front mass, or null when nothing covers the forehead.
 * Back hair lies behind the neck; the fringe throws its shadow on the head.
 */
export function drawHair(s: Studio, name: HairName, ramp: Ramp, head: Shape, skin: Ramp): Shape | null {
	const masses = wear(s, hairSets[name]);
	const pen = s.head;
	if (masses.front && name !== 'mohawk') drawHairUnderHat(s, ramp, head, skin);
	if (s.hidden.has('hair')) return null;
	if (masses.back) {
		const back = s.hidden.has('crown') ? masses.back.map(press) : masses.back;
		pen.form('hairBack', back, drawBehind(ramp), { depth: 0.02, light: false });
		for (const points of masses.backStrands ?? [])
			pen.line('hairBack', points, ramp.ink, 0.008, { taper: 0.9, alpha: 0.7 });
	}
	for (const loop of masses.tails ?? []) {
		const isOnCrown = loop.some(([, y]) => y < crownFrom);
		// The back of a crest does not show where a hat covers its front.
		const isHidden = isOnCrown ? s.hidden.has('crown') : s.hidden.has('front-hair');
		if (!isHidden) pen.form('hairBack', loop, ramp, { depth: 0.014 });
	}
	if (s.hidden.has('front-hair')) return null;
	// A hat hides what braids are plaited from.
	for (const loop of masses.locks ?? []) pen.form('hairFront', loop, ramp, { depth: 0.012, rim: true });
	if (!masses.front) return null;
	if (masses.shaved) pen.pattern('markings', head, [pen.shape(masses.shaved)], ramp.deep, 0.34);
	const front = pen.shape(...masses.front);
	pen.cast('faceCover', head, front, skin.deep, [0.006, 0.02]);
	pen.form('hairFront', front, ramp, {
		depth: 0.021,
		innerLine: masses.front.length === 1,
	});
	drawStrands(s, masses, ramp, front);
	for (const loop of masses.over ?? []) pen.form('hairFront', loop, ramp, { depth: 0.016, rim: true });
	for (const [x, y, r] of masses.ties ?? []) {
		pen.form('hairFront', ellipseOutline(x, y, r, r * 0.7), s.colors.ramp('metal', [0.8, 0.12, 88]), {
			depth: 0.005,
			width: 0.7,
		});
	}
	return front;
}
