import type { Lch, Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import { ellipseOutline, type Point, type Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
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
	if (front.loops === 1) rimAlong(s, 'hairFront', front, findOuterEdge(front.outline));
	const strands: readonly (readonly Point[])[] = masses.strands ?? [];
	for (const strand of s.style.detail < 1.5 ? strands : [...strands, ...strandsBetween(strands)])
		pen.line('hairFront', strand, ramp.deep, 0.009, { clip: front, taper: 0.9 });
	if (!masses.shine || s.style.shading === 'flat') return;
	const shine = masses.shine.map((points) => pen.ribbon(points, 0.026, 0.95));
	pen.pattern('hairFront', front, shine, ramp.spec, 0.5);
}

const underHat: Readonly<Record<'swept' | 'parted' | 'tufted', readonly Point[]>> = {
	swept: points(
		'0.33 0.44 0.1, 0.335 0.28, 0.4 0.2, 0.5 0.165, 0.6 0.2, 0.67 0.3, 0.672 0.47 0.1, 0.646 0.39, 0.6 0.345, 0.52 0.35, 0.44 0.325, 0.395 0.31 0.2, 0.37 0.35',
	),
	parted: points(
		'0.335 0.47 0.1, 0.335 0.28, 0.4 0.2, 0.5 0.165, 0.6 0.2, 0.67 0.3, 0.675 0.5 0.1, 0.655 0.42, 0.6 0.36, 0.53 0.33, 0.475 0.295 0.1, 0.43 0.34, 0.375 0.385',
	),
	tufted: points(
		'0.335 0.42 0.1, 0.335 0.28, 0.4 0.2, 0.5 0.165, 0.6 0.2, 0.67 0.3, 0.672 0.45 0.1, 0.648 0.37, 0.615 0.33 0.4, 0.575 0.392 0.1, 0.53 0.325 0.5, 0.48 0.306, 0.438 0.4 0.1, 0.415 0.335 0.4, 0.392 0.32, 0.362 0.41 0.1',
	),
};

/** What shows of the hair below a hat's edge or inside a hood: without it every hat would sit on a bald head. */
function drawHairUnderHat(s: Studio, ramp: Ramp, head: Shape, skin: Ramp): void {
	if (!s.hidden.has('front-hair') && !s.hidden.has('hair')) return;
	const wisps = s.head.shape(underHat[s.stream('hair-under-hat').pick(['swept', 'parted', 'tufted'] as const)]);
	s.head.cast('faceCover', head, wisps, skin.deep, [0.005, 0.016]);
	s.head.form('hairFront', wisps, ramp, { depth: 0.012, width: 0.8, contour: false, clip: head });
}

/** Hair under a hat lies on the skull. */
const press = (point: Point): Point => {
	const [x, y, smooth] = point;
	if (y > 0.3) return point;
	const pressed = [Math.min(0.66, Math.max(0.345, x)), Math.max(0.24, y)] as const;
	return smooth === undefined ? pressed : [...pressed, smooth];
};

/** What reaches higher than this stands on the crown and has no room under a hat. */
const crownFrom = 0.15;

/**
 * Draws a hair set around the human skull and returns the front mass, or null when nothing covers the forehead.
 * Back hair lies behind the neck; the fringe throws its shadow on the head.
 */
export function drawHair(s: Studio, name: HairName, ramp: Ramp, head: Shape, skin: Ramp): Shape | null {
	const masses: HairMasses = hairSets[name];
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
