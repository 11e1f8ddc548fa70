import type { Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import { ellipseOutline, type Point, refineOutline, type Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';

export type BeardName =
	| 'none'
	| 'stubble'
	| 'goatee'
	| 'circle'
	| 'curtain'
	| 'full'
	| 'long'
	| 'braided'
	| 'moustache'
	| 'handlebar';

/** Beards of faces that choose freely. */
export const commonBeards: readonly BeardName[] = [
	'stubble',
	'stubble',
	'goatee',
	'circle',
	'curtain',
	'full',
	'moustache',
	'handlebar',
	'curtain',
];

type GrownBeard = Exclude<BeardName, 'none' | 'stubble' | 'moustache' | 'handlebar'>;

interface BeardCut {
	readonly loop: readonly Point[];
	readonly strands: readonly (readonly Point[])[];
	readonly hasMoustache: boolean;
	/** It surrounds the mouth, which is then drawn on it. */
	readonly hasMouth: boolean;
}

const jawStrands: readonly (readonly Point[])[] = [
	points('0.385 0.6, 0.39 0.65, 0.415 0.69'),
	points('0.43 0.63, 0.435 0.675, 0.45 0.71'),
	points('0.485 0.63, 0.486 0.68, 0.482 0.715'),
	points('0.545 0.615, 0.535 0.665, 0.515 0.7'),
	points('0.605 0.56, 0.595 0.61, 0.57 0.655'),
	points('0.645 0.5, 0.638 0.55, 0.62 0.59'),
];
const longStrands: readonly (readonly Point[])[] = [
	points('0.37 0.6, 0.38 0.68, 0.42 0.75'),
	points('0.42 0.63, 0.43 0.72, 0.46 0.81'),
	points('0.48 0.63, 0.485 0.74, 0.485 0.84'),
	points('0.55 0.615, 0.545 0.71, 0.515 0.8'),
	points('0.615 0.57, 0.61 0.66, 0.575 0.74'),
];

/** Edges run from the sideburn along the jaw and back along the cheek; the lower edge ends in tufts. */
const cuts: Readonly<Record<GrownBeard, BeardCut>> = {
	goatee: {
		loop: points(
			'0.46 0.617 0.2, 0.469 0.614, 0.478 0.618 0.2, 0.486 0.635, 0.507 0.646 0.3, 0.508 0.664, 0.492 0.685, 0.468 0.7 0.3, 0.446 0.687, 0.43 0.666, 0.43 0.648 0.3, 0.452 0.635',
		),
		strands: [points('0.456 0.64, 0.456 0.662, 0.462 0.684'), points('0.484 0.64, 0.484 0.662, 0.478 0.684')],
		hasMoustache: false,
		hasMouth: false,
	},
	circle: {
		loop: points(
			'0.448 0.556 0.4, 0.41 0.562, 0.388 0.59, 0.394 0.63, 0.412 0.668, 0.44 0.69 0.3, 0.462 0.722 0.1, 0.48 0.692 0.3, 0.508 0.676, 0.526 0.632, 0.524 0.588, 0.492 0.56',
		),
		strands: [
			points('0.42 0.64, 0.432 0.67, 0.452 0.69'),
			points('0.465 0.64, 0.468 0.67, 0.468 0.7'),
			points('0.505 0.63, 0.5 0.655, 0.486 0.68'),
		],
		hasMoustache: true,
		hasMouth: true,
	},
	curtain: {
		loop: points(
			'0.343 0.47 0.2, 0.368 0.53, 0.392 0.552 0.15, 0.398 0.585, 0.416 0.602 0.15, 0.43 0.63, 0.452 0.634, 0.464 0.618 0.15, 0.478 0.634, 0.5 0.628, 0.52 0.598 0.15, 0.54 0.585, 0.556 0.548 0.15, 0.592 0.53, 0.61 0.492 0.15, 0.635 0.48, 0.652 0.44 0.2, 0.664 0.53, 0.635 0.605 0.3, 0.62 0.655 0.2, 0.575 0.662 0.4, 0.55 0.705 0.2, 0.505 0.69 0.4, 0.475 0.728 0.1, 0.44 0.69 0.4, 0.4 0.7 0.2, 0.38 0.652 0.4, 0.352 0.63 0.2, 0.342 0.55',
		),
		strands: jawStrands,
		hasMoustache: false,
		hasMouth: false,
	},
	full: {
		loop: points(
			'0.34 0.525 0.2, 0.364 0.548, 0.396 0.56, 0.45 0.55 0.5, 0.515 0.556, 0.58 0.543, 0.625 0.515, 0.652 0.495 0.2, 0.664 0.55, 0.64 0.612 0.3, 0.634 0.665 0.15, 0.59 0.672 0.4, 0.562 0.724 0.15, 0.514 0.708 0.4, 0.474 0.756 0.1, 0.44 0.71 0.4, 0.396 0.726 0.15, 0.382 0.67 0.4, 0.344 0.65 0.15, 0.338 0.57',
		),
		strands: jawStrands,
		hasMoustache: true,
		hasMouth: true,
	},
	long: {
		loop: points(
			'0.34 0.525 0.2, 0.364 0.548, 0.396 0.56, 0.45 0.55 0.5, 0.515 0.556, 0.58 0.543, 0.625 0.515, 0.652 0.495 0.2, 0.674 0.57, 0.655 0.66 0.4, 0.66 0.73 0.15, 0.6 0.74 0.4, 0.575 0.815 0.15, 0.53 0.8 0.4, 0.485 0.89 0.1, 0.445 0.81 0.4, 0.4 0.83 0.15, 0.382 0.748 0.4, 0.33 0.74 0.15, 0.34 0.66, 0.325 0.58',
		),
		strands: longStrands,
		hasMoustache: true,
		hasMouth: true,
	},
	braided: {
		loop: points(
			'0.34 0.525 0.2, 0.364 0.548, 0.396 0.56, 0.45 0.55 0.5, 0.515 0.556, 0.58 0.543, 0.625 0.515, 0.652 0.495 0.2, 0.67 0.57, 0.64 0.64 0.4, 0.625 0.7 0.2, 0.575 0.72, 0.545 0.748, 0.48 0.73 0.5, 0.415 0.748, 0.385 0.718, 0.345 0.69 0.2, 0.338 0.63, 0.325 0.57',
		),
		strands: jawStrands,
		hasMoustache: true,
		hasMouth: true,
	},
};

const moustaches: Readonly<Record<'plain' | 'handlebar', readonly (readonly Point[])[]>> = {
	plain: [
		points('0.45 0.552 0.4, 0.486 0.55, 0.518 0.566, 0.54 0.596 0.15, 0.502 0.584, 0.45 0.575 0.4'),
		points('0.45 0.552 0.4, 0.42 0.55, 0.394 0.566, 0.38 0.598 0.15, 0.41 0.584, 0.45 0.575 0.4'),
	],
	handlebar: [
		points(
			'0.45 0.55 0.4, 0.49 0.546, 0.53 0.566, 0.566 0.562, 0.572 0.53 0.3, 0.59 0.548, 0.578 0.588, 0.53 0.596, 0.49 0.582, 0.45 0.575 0.4',
		),
		points(
			'0.45 0.55 0.4, 0.415 0.546, 0.386 0.566, 0.354 0.56, 0.35 0.53 0.3, 0.334 0.546, 0.342 0.586, 0.386 0.594, 0.415 0.582, 0.45 0.575 0.4',
		),
	],
};

const jawLine = 0.585;
const humanJaw = [0.371, 0.6] as const;
const humanChin = 0.658;
/** Above this a beard is sideburns. */
const sideburns = 0.54;

/** Lower than this begin beards without sideburns, whose corners stay on the cheek however far the face turns on its skull. */
const earLobe = 0.48;
const cornerInset = 0.016;

/** Where a head's outline crosses a height: its left and right edge. */
function findEdges(outline: readonly Point[], y: number): readonly [left: number, right: number] {
	const crossings = outline.flatMap(([x0, y0], i) => {
		const [x1, y1] = outline[(i + 1) % outline.length]!;
		return y0 < y !== y1 < y ? [x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)] : [];
	});
	return crossings.length < 2 ? humanJaw : [Math.min(...crossings), Math.max(...crossings)];
}

/** How much narrower a beard is further down, as a share per side of the square. */
const taper = 0.75;

/** Moves the points of a beard, which are written for the human jaw, onto the wearer's; none is wider than the head. */
function onJaw(head: Shape, beard: readonly Point[] = []): (loop: readonly Point[]) => readonly Point[] {
	const [left, right] = findEdges(head.outline, jawLine);
	const k = Math.max(0.86, (right - left) / (humanJaw[1] - humanJaw[0]));
	const drop = head.bounds.bottom - humanChin;
	const edge = refineOutline(head.outline, 4);
	const [cheekFar, cheekNear] = findEdges(edge, sideburns);
	const middle = (cheekFar + cheekNear) / 2;
	const low = beard.filter(([, y]) => y > sideburns).map(([x]) => Math.abs(0.462 + (x - 0.462) * k - middle));
	const squeeze = Math.min(1, ((cheekNear - cheekFar) / 2 + 0.004) / Math.max(...low, 0.001));
	// Sideburns lie on the cheek, not on the ear beside it, and end on its outline.
	const X = (x: number, y: number) => {
		const fitted = 0.462 + (x - 0.462) * k;
		if (y > sideburns) return middle + (fitted - middle) * squeeze * (1 - taper * Math.max(0, y - jawLine));
		const [from, to] = findEdges(edge, y);
		const inset = y > earLobe ? cornerInset : -0.003;
		return Math.max(from + inset, Math.min(to - inset, fitted));
	};
	const Y = (y: number) => (y <= jawLine ? y : y + drop * Math.min(1, (y - jawLine) / (humanChin - jawLine)));
	return (loop) =>
		loop.map(([x, y, smooth]): Point => (smooth === undefined ? [X(x, y), Y(y)] : [X(x, y), Y(y), smooth]));
}

const drawBehind = (ramp: Ramp): Ramp => ({ ...ramp, light: ramp.base, base: ramp.shade, shade: ramp.deep });

function drawBraids(s: Studio, ramp: Ramp, drop: number): void {
	const pen = s.head;
	const gold = s.colors.ramp('metal', [0.8, 0.12, 88]);
	for (const x of [0.415, 0.545]) {
		for (const [i, y] of [0.745, 0.792, 0.834].entries())
			pen.form('beard', ellipseOutline(x, y + drop, 0.034 - i * 0.006, 0.03 - i * 0.003), ramp, {
				depth: 0.012,
				width: 0.8,
			});
		pen.form('beard', ellipseOutline(x, 0.77 + drop, 0.026, 0.011), gold, { depth: 0.005, width: 0.7 });
		pen.form(
			'beard',
			[
				[x - 0.014, 0.854 + drop],
				[x + 0.014, 0.854 + drop],
				[x, 0.894 + drop, 0.2],
			],
			ramp,
			{ depth: 0.008, width: 0.8 },
		);
	}
}

/** A beard that is about to be drawn. */
export interface Beard {
	/** The layer in which the mouth shows. */
	readonly mouthLayer: 'mouth' | 'beard';
	/** Draws the moustache, which hangs over the mouth's upper edge. */
	readonly finish: () => void;
}

/** Draws a beard rooted along the jaw; the mouth is drawn between it and its `finish`. */
export function drawBeard(s: Studio, name: BeardName, ramp: Ramp, head: Shape, skin: Ramp): Beard {
	const pen = s.head;
	const bare: Beard = { mouthLayer: 'mouth', finish: () => undefined };
	if (name === 'none') return bare;
	const fit = onJaw(head);
	// In the head's own light pale whiskers alone would read as lips; in few colours dark ones would read as an open mouth.
	const tuft = s.style.pixels ? ramp : drawBehind(ramp);
	const drawMoustache = (cut: 'plain' | 'handlebar', whiskers: Ramp) => {
		for (const loop of moustaches[cut]) {
			pen.form(
				'beard',
				fit(loop).map(([x, y, smooth]): Point => [x, y + s.look.mouthLift * 0.7, smooth ?? 1]),
				whiskers,
				{ depth: 0.008, width: 0.8, contour: false },
			);
		}
	};
	if (name === 'stubble') {
		pen.pattern('markings', head, [pen.shape(onJaw(head, cuts.full.loop)(cuts.full.loop))], ramp.deep, 0.24);
		return bare;
	}
	if (name === 'moustache') return { ...bare, finish: () => drawMoustache('plain', tuft) };
	if (name === 'handlebar') return { ...bare, finish: () => drawMoustache('handlebar', tuft) };
	const { loop, strands, hasMoustache, hasMouth } = cuts[name];
	const fitCut = onJaw(head, loop);
	const shape = pen.shape(fitCut(loop));
	pen.cast('skinAffliction', head, shape, skin.deep, [0.004, 0.014]);
	// A tuft on the chin with the contour of a limb around it would look stuck on.
	const mass = pen.form(
		'beard',
		shape,
		hasMouth ? ramp : tuft,
		name === 'goatee' ? { depth: 0.01, width: 0.35, contour: false } : { depth: 0.018 },
	);
	for (const strand of strands) pen.line('beard', fitCut(strand), ramp.deep, 0.009, { clip: mass, taper: 0.9 });
	if (hasMouth) {
		const lip = pen.shape(
			points('0.404 0.585, 0.45 0.572, 0.5 0.582, 0.512 0.596, 0.492 0.616, 0.455 0.624, 0.418 0.614').map(
				([x, y]): Point => [x, y + s.look.mouthLift],
			),
		);
		pen.pattern('beard', mass, [lip], skin.shade);
	}
	if (name === 'braided') drawBraids(s, ramp, head.bounds.bottom - humanChin);
	return {
		mouthLayer: hasMouth ? 'beard' : 'mouth',
		finish: () => hasMoustache && drawMoustache('plain', ramp),
	};
}
