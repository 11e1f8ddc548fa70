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
	s.head.cast('skinAffliction', head, wisps, skin.deep, [0.005, 0.016]);
	s.head.form('hairFront', wisps, ramp, { depth: 0.012, width: 0.8, contour: false, clip: head });
}

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
		pen.form('hairBack', masses.back, drawBehind(ramp), { depth: 0.02, light: false });
		for (const points of masses.backStrands ?? [])
			pen.line('hairBack', points, ramp.ink, 0.008, { taper: 0.9, alpha: 0.7 });
	}
	for (const loop of masses.tails ?? []) {
		pen.form('hairBack', loop, ramp, { depth: 0.014 });
	}
	for (const loop of masses.locks ?? []) pen.form('hairFront', loop, ramp, { depth: 0.012, rim: true });
	if (s.hidden.has('front-hair') || !masses.front) return null;
	if (masses.shaved) pen.pattern('markings', head, [pen.shape(masses.shaved)], ramp.deep, 0.34);
	const front = pen.shape(...masses.front);
	pen.cast('skinAffliction', head, front, skin.deep, [0.006, 0.02]);
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

export type BeardName = 'none' | 'stubble' | 'goatee' | 'full' | 'long' | 'braided' | 'chops' | 'moustache';

const beardLoops: Readonly<Record<Exclude<BeardName, 'none' | 'stubble' | 'moustache'>, readonly Point[]>> = {
	goatee: points('0.408 0.612 0.5, 0.452 0.606, 0.5 0.61 0.5, 0.498 0.652, 0.458 0.715 0.3, 0.418 0.66'),
	full: points(
		'0.34 0.5 0.2, 0.365 0.552, 0.4 0.566, 0.45 0.558 0.5, 0.515 0.562, 0.58 0.535, 0.655 0.46 0.2, 0.652 0.57, 0.6 0.66, 0.52 0.715, 0.44 0.72, 0.372 0.665, 0.342 0.58',
	),
	long: points(
		'0.335 0.5 0.2, 0.362 0.553, 0.4 0.566, 0.45 0.556 0.5, 0.515 0.562, 0.585 0.535, 0.66 0.45 0.2, 0.672 0.58, 0.645 0.7, 0.57 0.79, 0.485 0.87 0.3, 0.41 0.79, 0.35 0.7, 0.325 0.59',
	),
	braided: points(
		'0.335 0.5 0.2, 0.362 0.553, 0.4 0.566, 0.45 0.556 0.5, 0.515 0.562, 0.585 0.535, 0.66 0.45 0.2, 0.67 0.57, 0.625 0.68, 0.545 0.74, 0.47 0.76, 0.4 0.73, 0.345 0.67, 0.325 0.58',
	),
	chops: points('0.6 0.45 0.2, 0.668 0.43 0.3, 0.674 0.55, 0.62 0.648 0.3, 0.565 0.63, 0.6 0.56'),
};

/** Where a head's outline crosses a height: its left and right edge. */
function findEdges(outline: readonly Point[], y: number): readonly [left: number, right: number] {
	const crossings = outline.flatMap(([x0, y0], i) => {
		const [x1, y1] = outline[(i + 1) % outline.length]!;
		return y0 < y !== y1 < y ? [x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)] : [];
	});
	return crossings.length < 2 ? humanJaw : [Math.min(...crossings), Math.max(...crossings)];
}

const jawLine = 0.585;
const humanJaw = [0.371, 0.6] as const;

/** Moves beard points, which are written for the human jaw, onto the wearer's. */
function onJaw(head: Shape): (loop: readonly Point[]) => readonly Point[] {
	const [left, right] = findEdges(head.outline, jawLine);
	const k = (right - left) / (humanJaw[1] - humanJaw[0]);
	// Literal loops keep their cached paths where the difference would not show.
	if (Math.abs(k - 1) < 0.03) return (loop) => loop;
	const X = (x: number) => 0.462 + (x - 0.462) * k;
	return (loop) => loop.map(([x, y, smooth]): Point => (smooth === undefined ? [X(x), y] : [X(x), y, smooth]));
}

/** Draws a beard under and around the mouth; a moustache comes with the bigger ones. */
export function drawBeard(s: Studio, name: BeardName, ramp: Ramp, head: Shape, skin: Ramp): void {
	const pen = s.head;
	if (name === 'none') return;
	const fit = onJaw(head);
	// In the head's own light pale whiskers alone would read as lips.
	const tuft = drawBehind(ramp);
	if (name === 'stubble') {
		const shadow = pen.shape(fit(beardLoops.full).map(([x, y]) => [x, y + 0.012] as const));
		pen.pattern('markings', head, [shadow], ramp.deep, 0.22);
		return;
	}
	const moustache = () => {
		const left = fit(points('0.446 0.556 0.4, 0.42 0.558, 0.39 0.594 0.2, 0.416 0.59, 0.448 0.578 0.4'));
		const right = fit(points('0.446 0.556 0.4, 0.482 0.556, 0.528 0.59 0.2, 0.492 0.59, 0.448 0.578 0.4'));
		const whiskers = name === 'moustache' ? tuft : ramp;
		pen.form('beard', left, whiskers, { depth: 0.008, width: 0.8 });
		pen.form('beard', right, whiskers, { depth: 0.008, width: 0.8 });
	};
	if (name === 'moustache') {
		moustache();
		return;
	}
	const loop = fit(beardLoops[name]);
	const hole = name === 'full' || name === 'long' || name === 'braided';
	const mouthHole: readonly Point[] = points('0.408 0.584, 0.45 0.574, 0.5 0.58, 0.512 0.592, 0.46 0.612, 0.415 0.604');
	const shape = hole ? pen.shape(loop, [...mouthHole]) : pen.shape(loop);
	pen.cast('skinAffliction', head, shape, skin.deep, [0.004, 0.014]);
	if (hole) {
		const solid = pen.shape(loop);
		pen.form('beard', solid, ramp, { depth: 0.02, rim: true });
		const strands: readonly (readonly Point[])[] = [
			points('0.39 0.62, 0.4 0.67, 0.43 0.71'),
			points('0.46 0.64, 0.465 0.69, 0.475 0.74'),
			points('0.54 0.62, 0.53 0.68, 0.51 0.73'),
			points('0.61 0.56, 0.6 0.62, 0.57 0.67'),
		];
		for (const strand of strands) pen.line('beard', strand, ramp.deep, 0.009, { clip: solid, taper: 0.9 });
		const lip = pen.shape(points('0.418 0.596, 0.452 0.589, 0.496 0.592, 0.492 0.606, 0.452 0.612, 0.424 0.607'));
		pen.pattern('beard', solid, [lip], s.colors.tone([0.5, 0.09, 20]));
		pen.line('beard', points('0.414 0.592, 0.452 0.589, 0.502 0.587'), ramp.ink, 0.009, { taper: 0.6 });
		moustache();
	} else pen.form('beard', shape, tuft, { depth: 0.014 });
	if (name === 'braided') {
		const gold = s.colors.ramp('metal', [0.8, 0.12, 88]);
		for (const x of [0.415, 0.545]) {
			for (const [i, y] of [0.752, 0.798, 0.84].entries()) {
				pen.form('beard', ellipseOutline(x, y, 0.034 - i * 0.006, 0.03 - i * 0.003), ramp, {
					depth: 0.012,
					width: 0.8,
				});
			}
			pen.form('beard', ellipseOutline(x, 0.776, 0.026, 0.011), gold, { depth: 0.005, width: 0.7 });
			pen.form(
				'beard',
				[
					[x - 0.014, 0.86],
					[x + 0.014, 0.86],
					[x, 0.9, 0.2],
				],
				ramp,
				{ depth: 0.008, width: 0.8 },
			);
		}
	}
}
