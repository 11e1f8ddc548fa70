import type { Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import { computeOrientation, ellipseOutline, type Point, refineOutline, type Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { isHelmed } from './outgrowth.ts';

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

/** Single hairs around a tuft on the chin, by which it is seen to grow there. */
const strayHairs: readonly (readonly Point[])[] = [
	points('0.44 0.61, 0.444 0.62, 0.452 0.63'),
	points('0.497 0.61, 0.494 0.62, 0.486 0.63'),
	points('0.413 0.627, 0.42 0.636, 0.432 0.643'),
	points('0.523 0.628, 0.517 0.639, 0.506 0.647'),
	points('0.436 0.669, 0.446 0.662, 0.454 0.65'),
];

/** Edges run from the sideburn along the jaw and back along the cheek; the lower edge ends in tufts. */
const cuts: Readonly<Record<GrownBeard, BeardCut>> = {
	goatee: {
		loop: points(
			'0.467 0.609 0.15, 0.475 0.618, 0.488 0.616 0.1, 0.496 0.624, 0.513 0.626 0.1, 0.513 0.636, 0.502 0.654 0.1, 0.494 0.653 0.6, 0.488 0.668 0.1, 0.48 0.666 0.6, 0.46 0.689 0.05, 0.456 0.667 0.6, 0.444 0.663 0.1, 0.441 0.651 0.6, 0.43 0.646 0.1, 0.424 0.634, 0.424 0.626 0.1, 0.441 0.624, 0.45 0.616 0.1, 0.459 0.619',
		),
		strands: [
			points('0.44 0.63, 0.444 0.644, 0.456 0.657'),
			points('0.467 0.622, 0.468 0.644, 0.463 0.67'),
			points('0.496 0.63, 0.491 0.644, 0.478 0.657'),
		],
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
			'0.343 0.445 0.1, 0.363 0.5, 0.38 0.542, 0.402 0.561, 0.45 0.55 0.5, 0.515 0.556, 0.575 0.548, 0.613 0.517, 0.634 0.475, 0.65 0.43 0.1, 0.664 0.49, 0.668 0.54, 0.626 0.6, 0.616 0.642 0.2, 0.594 0.655 0.4, 0.57 0.71 0.15, 0.52 0.702 0.4, 0.474 0.752 0.1, 0.438 0.704 0.4, 0.4 0.71 0.15, 0.384 0.655 0.4, 0.368 0.636 0.2, 0.361 0.592, 0.328 0.53, 0.332 0.48',
		),
		strands: jawStrands,
		hasMoustache: true,
		hasMouth: true,
	},
	long: {
		loop: points(
			'0.343 0.445 0.1, 0.363 0.5, 0.38 0.542, 0.402 0.561, 0.45 0.55 0.5, 0.515 0.556, 0.575 0.548, 0.613 0.517, 0.634 0.475, 0.65 0.43 0.1, 0.664 0.49, 0.668 0.54, 0.628 0.6, 0.622 0.665, 0.622 0.71 0.15, 0.592 0.725 0.4, 0.572 0.792 0.15, 0.53 0.79 0.4, 0.485 0.885 0.1, 0.445 0.795 0.4, 0.402 0.808 0.15, 0.388 0.735 0.4, 0.366 0.72 0.15, 0.362 0.66, 0.361 0.595, 0.328 0.53, 0.332 0.48',
		),
		strands: longStrands,
		hasMoustache: true,
		hasMouth: true,
	},
	braided: {
		loop: points(
			'0.343 0.445 0.1, 0.363 0.5, 0.38 0.542, 0.402 0.561, 0.45 0.55 0.5, 0.515 0.556, 0.575 0.548, 0.613 0.517, 0.634 0.475, 0.65 0.43 0.1, 0.664 0.49, 0.668 0.54, 0.626 0.6, 0.62 0.65 0.4, 0.61 0.695 0.2, 0.575 0.72, 0.545 0.748, 0.48 0.73 0.5, 0.415 0.748, 0.385 0.718, 0.366 0.69 0.2, 0.361 0.63, 0.361 0.59, 0.328 0.53, 0.332 0.48',
		),
		strands: jawStrands,
		hasMoustache: true,
		hasMouth: true,
	},
};

/** All run out into points, the far side of the greater ones shorter than the near one; none above `sideburns`. */
const moustaches: Readonly<Record<'plain' | 'handlebar', readonly (readonly Point[])[]>> = {
	plain: [
		points('0.45 0.552 0.4, 0.486 0.55, 0.518 0.566, 0.54 0.596 0.15, 0.502 0.584, 0.45 0.575 0.4'),
		points('0.45 0.552 0.4, 0.42 0.55, 0.394 0.566, 0.38 0.598 0.15, 0.41 0.584, 0.45 0.575 0.4'),
	],
	handlebar: [
		points(
			'0.45 0.552 0.4, 0.49 0.549, 0.528 0.569, 0.556 0.567, 0.574 0.541 0.05, 0.575 0.578, 0.545 0.597, 0.49 0.584, 0.45 0.575 0.4',
		),
		points(
			'0.45 0.552 0.4, 0.418 0.549, 0.389 0.568, 0.368 0.566, 0.355 0.541 0.05, 0.353 0.576, 0.377 0.594, 0.415 0.583, 0.45 0.575 0.4',
		),
	],
};

const jawLine = 0.585;
const humanJaw = [0.371, 0.6] as const;
const humanChin = 0.658;
/** Above this a beard is sideburns. */
const sideburns = 0.54;

/** Lower than this begin beards without sideburns: their corners reach past the skull however far the face turns on it. */
const earLobe = 0.48;
const beyondCheek = 0.03;

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
		const inset = y > earLobe ? -beyondCheek : -0.003;
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

/** How far a beard may stand off the jaw's far and near corner. */
const standOff = [0.038, 0.056] as const;

/** From which row, and how far beside the skull, a helm's cheek guard hides the near edge of a beard. */
const behindGuard = { row: 0.49, out: 0.03 } as const;

/** What a beard may cover: the skull, and below the cheeks all beside it, where it stands off the jaw. */
function findRoom(s: Studio, head: Shape): Shape {
	const row = sideburns + 0.005;
	const nearRow = isHelmed(s) ? behindGuard.row : row;
	const edge = refineOutline(head.outline, 4);
	const [left, right] = findEdges(edge, row);
	const side = Math.sign(computeOrientation(head.outline));
	const [jawFar, jawNear] = findEdges(edge, 0.6);
	const below: Point[] = [
		[left + 0.01, row],
		[right - 0.01, nearRow],
		[right + (isHelmed(s) ? behindGuard.out : 0), nearRow],
		[jawNear + standOff[1], 0.6],
		[1.2, 0.68],
		[1.2, 1.3],
		[-0.2, 1.3],
		[-0.2, 0.68],
		[jawFar - standOff[0], 0.6],
		[left, row],
	];
	const room = s.head.facet(edge, side > 0 ? below : below.reverse());
	s.recorder.skull.add(room);
	return room;
}

/** How much lower a mouth is, so that its middle shows below a moustache: more where a mood or the seed lifts it. */
const findDrop = ({ look: { mouthLift, expression } }: Studio): number =>
	Math.max(0.008, 0.007 - 0.3 * mouthLift - 0.0075 * expression.mouth);

/** Between these rows a beard in a closed helm is no narrower than this on its near side. */
const guard = { top: 0.55, bottom: 0.65, near: 0.672 } as const;

/** In a closed helm a beard fills the opening: above its waist a corner would seem to lie on the dark cheek guard. */
const fillHelm = (loop: readonly Point[]): readonly Point[] =>
	loop.map((point): Point => {
		const [x, y, smooth] = point;
		return y < guard.top || y > guard.bottom || x < 0.61 ? point : [Math.max(x, guard.near), y, smooth];
	});

/** A beard that is about to be drawn. */
export interface Beard {
	/** The layer in which the mouth shows. */
	readonly mouthLayer: 'mouth' | 'beard';
	/** How much lower the mouth is, below a moustache that would hide it. */
	readonly mouthDrop: number;
	/** Draws the moustache, which hangs over the mouth's upper edge. */
	readonly finish: () => void;
}

/** Draws a beard rooted along the jaw; the mouth is drawn between it and its `finish`. */
export function drawBeard(s: Studio, name: BeardName, ramp: Ramp, head: Shape, skin: Ramp): Beard {
	const pen = s.head;
	const bare: Beard = { mouthLayer: 'mouth', mouthDrop: 0, finish: () => undefined };
	if (name === 'none') return bare;
	// In the head's own light pale whiskers alone would read as lips; in few colours dark ones would read as an open mouth.
	const tuft = s.style.pixels ? ramp : drawBehind(ramp);
	const drawMoustache = (cut: 'plain' | 'handlebar', whiskers: Ramp) => {
		const fitMoustache = onJaw(head, moustaches[cut].flat());
		for (const loop of moustaches[cut]) {
			pen.form(
				'moustache',
				fitMoustache(loop).map(([x, y, smooth]): Point => [x, y + s.look.mouthLift * 0.7, smooth ?? 1]),
				whiskers,
				{ depth: 0.008, width: 0.8, contour: false },
			);
		}
	};
	if (name === 'stubble') {
		pen.pattern('markings', head, [pen.shape(onJaw(head, cuts.full.loop)(cuts.full.loop))], ramp.deep, 0.24);
		return bare;
	}
	if (name === 'moustache') return { ...bare, mouthDrop: findDrop(s), finish: () => drawMoustache('plain', tuft) };
	if (name === 'handlebar') return { ...bare, mouthDrop: findDrop(s), finish: () => drawMoustache('handlebar', tuft) };
	const { loop: free, strands, hasMoustache, hasMouth } = cuts[name];
	const loop = isHelmed(s) ? fillHelm(free) : free;
	const fitCut = onJaw(head, free);
	const shape = pen.shape(fitCut(loop));
	pen.cast('skinAffliction', head, shape, skin.deep, [0.004, 0.014]);
	// In dark beards strands of shade alone would leave one black patch: every other one catches the light. A whole lit
	// plane would be a grey patch.
	const isDark = ramp.from[0] < 0.45;
	// A tuft on the chin with the contour of a limb around it would look stuck on.
	const mass = pen.form(
		'beard',
		shape,
		hasMouth ? ramp : tuft,
		name === 'goatee'
			? { depth: 0.01, width: 0.35, contour: false }
			: {
					depth: 0.018,
					light: !isDark,
					...(hasMouth && name !== 'circle' ? { clip: findRoom(s, head) } : {}),
				},
	);
	for (const [i, strand] of strands.entries())
		pen.line('beard', fitCut(strand), isDark && i % 2 ? ramp.spec : ramp.deep, 0.009, { clip: mass, taper: 0.9 });
	if (name === 'goatee' && s.fine)
		for (const hair of strayHairs) pen.line('beard', fitCut(hair), tuft.shade, 0.006, { taper: 0.9 });
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
		mouthDrop: hasMoustache ? findDrop(s) : 0,
		finish: () => hasMoustache && drawMoustache('plain', ramp),
	};
}
