import type { Ramp } from '../engine/color.ts';
import type { Layer } from '../engine/layers.ts';
import type { Kit } from '../engine/part.ts';
import { points } from '../engine/points.ts';
import type { Rig } from '../engine/rig.ts';
import { ellipseOutline, type Point, type Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { findFreeShoulder, findNearEnd, isNearHandRaised } from './stance/stance.ts';
import { acrossShoulders } from './torso.ts';

const shoulderAt = (rig: Rig, x: number, s: Studio) => 0.5 + (x - 0.5) * rig.shoulders * s.look.shoulders;

/** A V of rolled cloth around the neck. */
export function vCollar(s: Studio, kit: Kit, ramp: Ramp, depth = 0.82): void {
	const pen = s.body;
	const band = pen.form(
		'collar',
		[
			[0.352, 0.712, 0.5],
			[0.395, 0.735],
			[0.45, 0.775],
			[0.505, depth - 0.02, 0.5],
			[0.57, 0.775],
			[0.625, 0.735],
			[0.665, 0.712, 0.5],
			[0.698, 0.742, 0.5],
			[0.63, 0.805],
			[0.505, depth + 0.065, 0.4],
			[0.39, 0.805],
			[0.318, 0.742, 0.5],
		],
		ramp,
		{ depth: 0.012 },
	);
	pen.cast('garment', kit.torso, band, kit.cloth.deep, [0.006, 0.02]);
}

/** A standing collar, open at the throat. */
export function highCollar(s: Studio, ramp: Ramp, height = 0.06): void {
	const top = 0.7 - height;
	s.body.form(
		'hairBack',
		[
			[0.345, 0.74],
			[0.335, top + 0.005, 0.3],
			[0.42, top + 0.03],
			[0.59, top + 0.03],
			[0.69, top, 0.3],
			[0.675, 0.74],
		],
		{ ...ramp, base: ramp.deep, light: ramp.deep },
		{ depth: 0.01, light: false },
	);
	s.body.form(
		'collar',
		[
			[0.322, 0.745, 0.4],
			[0.325, top + 0.008, 0.2],
			[0.375, top + 0.06],
			[0.42, 0.745],
			[0.5, 0.85, 0.2],
			[0.4, 0.81],
		],
		ramp,
		{ depth: 0.012 },
	);
	s.body.form(
		'collar',
		[
			[0.7, 0.745, 0.4],
			[0.705, top, 0.2],
			[0.65, top + 0.06],
			[0.595, 0.745],
			[0.5, 0.85, 0.2],
			[0.62, 0.81],
		],
		ramp,
		{ depth: 0.014 },
	);
}

/** A plate ring around the neck. */
export function gorget(s: Studio, kit: Kit): void {
	const pen = s.body;
	pen.form(
		'collar',
		points(
			'0.36 0.665 0.5, 0.43 0.71, 0.51 0.725, 0.59 0.71, 0.655 0.665 0.5, 0.685 0.745, 0.6 0.81, 0.505 0.845 0.4, 0.41 0.81, 0.33 0.745',
		),
		kit.metal,
		{ depth: 0.016 },
	);
	pen.line('collar', points('0.372 0.69, 0.43 0.732, 0.51 0.748, 0.59 0.732, 0.645 0.69'), kit.metal.spec, 0.009, {
		taper: 0.6,
	});
	for (const [x, y] of [
		[0.38, 0.755],
		[0.635, 0.755],
	] as const)
		pen.form('collar', ellipseOutline(x, y, 0.009, 0.009), kit.trim, { depth: 0.003, width: 0.5 });
}

function pauldronSpikes(s: Studio, X: (x: number) => number, trim: Ramp): void {
	const pen = s.body;
	// Right behind a held thing spikes would be taken for its ears.
	const nearSpikes = findFreeShoulder(s) === 'near' ? [0.76, 0.86] : [];
	for (const x of nearSpikes)
		pen.form(
			'shoulderNear',
			[
				[X(x - 0.03), 0.735, 0.2],
				[X(x + 0.03), 0.64, 0.1],
				[X(x + 0.045), 0.74, 0.2],
			],
			trim,
			{ depth: 0.008 },
		);
	pen.form(
		'shoulderFar',
		[
			[X(0.13), 0.745, 0.2],
			[X(0.13), 0.655, 0.1],
			[X(0.2), 0.735, 0.2],
		],
		trim,
		{ depth: 0.008 },
	);
}

/** A rounded plate on a shoulder with a trimmed lower edge; `place` lays out the near one. */
function drawPauldron(
	{ body: pen }: Studio,
	layer: Layer,
	place: (loop: readonly Point[]) => Point[],
	ramp: Ramp,
	trim: Ramp,
): void {
	const plate = pen.form(
		layer,
		place(points('0.68 0.76, 0.74 0.712, 0.86 0.715, 0.96 0.8, 0.985 0.93, 0.88 0.92, 0.75 0.865')),
		ramp,
		{ depth: 0.022, rim: true },
	);
	pen.form(
		layer,
		place(
			points('0.675 0.765, 0.745 0.84, 0.88 0.9, 0.978 0.902 0.2, 0.987 0.946 0.2, 0.86 0.945, 0.72 0.885, 0.655 0.8'),
		),
		trim,
		{ depth: 0.01 },
	);
	pen.line(layer, place(points('0.71 0.785, 0.8 0.755, 0.92 0.81')), ramp.deep, 0.012, { clip: plate });
	pen.line(layer, place(points('0.735 0.745, 0.8 0.728, 0.86 0.735')), ramp.spec, 0.016, { clip: plate });
}

/** The far shoulder is turned away, and as much narrower as the torso is there. */
const farWidth = 0.94;

/** Rounded shoulder plates, both on the shoulders, whose edges they reach over. */
export function pauldrons(s: Studio, rig: Rig, ramp: Ramp, trim: Ramp, spikes = false): void {
	const X = (x: number) => shoulderAt(rig, x, s);
	const onShoulder =
		(toX: (x: number) => number) =>
		(loop: readonly Point[]): Point[] =>
			loop.map(([x, y, smooth = 1]): Point => [X(toX(x)), y, smooth]);
	if (spikes) pauldronSpikes(s, X, trim);
	// Below collars and gorgets, whose ends it would cover.
	drawPauldron(
		s,
		'neck',
		onShoulder((x) => 0.5 - (x - 0.5) * farWidth),
		ramp,
		trim,
	);
	// Behind a raised hand only a crescent of the plate and an end of its edge would show.
	if (!isNearHandRaised(s))
		drawPauldron(
			s,
			'shoulderNear',
			onShoulder((x) => x),
			ramp,
			trim,
		);
}

const shagEdge = (fromX: number, toX: number, y: (t: number) => number, lobes: number, drop: number): Point[] => {
	const points: Point[] = [];
	for (let i = 0; i <= lobes; i++) {
		const t = i / lobes;
		points.push([fromX + (toX - fromX) * t, y(t), 0.5]);
		if (i < lobes) points.push([fromX + (toX - fromX) * (t + 0.55 / lobes), y(t + 0.5 / lobes) + drop, 0.15]);
	}
	return points;
};

/** A fur thrown over both shoulders. */
export function furMantle(s: Studio, rig: Rig, ramp: Ramp): Shape {
	const spread = acrossShoulders(s, rig);
	// Beyond a raised arm only a crescent of it would show.
	const nearEnd = findNearEnd(s);
	const wide = (loop: readonly Point[]) =>
		spread(loop).map(([x, y, smooth = 1]): Point => [Math.min(x, nearEnd(y)), y, smooth]);
	const lower = shagEdge(
		0.06,
		0.965,
		(t) => 0.845 + 0.03 * Math.abs(t - 0.5) + 0.05 * Math.sin(Math.PI * t),
		11,
		0.045,
	);
	const mantle = s.body.form(
		'collar',
		wide([
			...lower,
			[0.95, 0.8],
			[0.83, 0.725],
			[0.66, 0.69],
			[0.6, 0.745, 0.5],
			[0.51, 0.79, 0.4],
			[0.42, 0.745, 0.5],
			[0.36, 0.69],
			[0.2, 0.72],
			[0.085, 0.785],
		]),
		ramp,
		{ depth: 0.03, rim: true },
	);
	for (const [x, y] of [
		[0.18, 0.79],
		[0.29, 0.77],
		[0.39, 0.79],
		[0.62, 0.78],
		[0.72, 0.76],
		[0.83, 0.79],
		[0.5, 0.84],
		[0.24, 0.84],
		[0.77, 0.84],
	] as const) {
		s.body.line(
			'collar',
			[
				[x, y],
				[x + 0.006, y + 0.022],
				[x - 0.004, y + 0.042],
			],
			ramp.deep,
			0.012,
			{ clip: mantle },
		);
	}
	s.body.cast('collar', mantle, rig.headShape, ramp.deep, [0.01, 0.045]);
	return mantle;
}

/** A necklace's cord on a mantle, from beyond its upper rim, behind which both ends go around the neck. */
export function neckCord(s: Studio, mantle: Shape, cord: readonly Point[], color: string): void {
	s.body.line('collar', cord, color, 0.01, { taper: 0, clip: mantle });
}

/** A cape over both shoulders, open in front, under a gorget drawn after it. */
export function cape(s: Studio, rig: Rig, ramp: Ramp): void {
	const wide = acrossShoulders(s, rig);
	const pen = s.body;
	pen.form(
		'collar',
		wide(
			points('0.655 0.7, 0.79 0.735, 0.93 0.82, 0.99 0.95, 1 1.3 0.2, 0.78 1.3 0.2, 0.745 0.95, 0.68 0.83, 0.58 0.765'),
		),
		ramp,
		{ depth: 0.026, rim: true },
	);
	pen.form(
		'shoulderFar',
		wide(
			points('0.36 0.7, 0.22 0.732, 0.1 0.81, 0.04 0.95, 0.03 1.3 0.2, 0.22 1.3 0.2, 0.25 0.95, 0.34 0.83, 0.43 0.765'),
		),
		ramp,
		{ depth: 0.026 },
	);
	for (const [layer, fold] of [
		['collar', points('0.8 0.77, 0.86 0.85, 0.88 0.98')],
		['collar', points('0.73 0.77, 0.79 0.86, 0.82 0.98')],
		// Below a plate on the far shoulder, on which it would be a scratch.
		['garment', points('0.2 0.78, 0.16 0.87, 0.14 0.98')],
	] as const)
		pen.line(layer, wide(fold), ramp.deep, 0.012);
}

/** A strap from the far shoulder to the near hip. */
export function strap(s: Studio, rig: Rig, kit: Kit, ramp: Ramp, mirrored = false): void {
	const flip = (points: readonly Point[]): Point[] =>
		points.map(
			([x, y, k]): Point => (k === undefined ? [mirrored ? 1.01 - x : x, y] : [mirrored ? 1.01 - x : x, y, k]),
		);
	const wide = acrossShoulders(s, rig);
	const band = s.body.form(
		'garment',
		// From beyond the shoulder to beyond the picture, however high the figure stands in it.
		wide(flip(points('0.18 0.7 0.3, 0.25 0.69 0.3, 0.48 0.88, 0.66 1.1, 0.8 1.3 0, 0.68 1.3 0, 0.56 1.12, 0.4 0.92'))),
		ramp,
		{ depth: 0.012, contour: false, clip: kit.torso },
	);
	s.body.line('garment', wide(flip(points('0.24 0.755, 0.43 0.9, 0.6 1.1, 0.73 1.3'))), ramp.light, 0.005, {
		taper: 0,
		clip: band,
		alpha: 0.7,
	});
}

/** Folds running down from the collar and shoulders. */
export function folds(s: Studio, rig: Rig, kit: Kit): void {
	if (s.style.detail < 0.6) return;
	const wide = acrossShoulders(s, rig);
	const lines: readonly (readonly Point[])[] = [
		points('0.25 0.79, 0.29 0.86, 0.3 0.96'),
		points('0.36 0.8, 0.37 0.87, 0.35 0.96'),
		points('0.76 0.8, 0.72 0.87, 0.71 0.96'),
		points('0.86 0.84, 0.83 0.9, 0.84 0.97'),
		points('0.16 0.85, 0.18 0.9, 0.17 0.97'),
	];
	const many = s.style.detail >= 1.5;
	const between = lines.map((line) => line.map(([x, y]): Point => [x + 0.047, y + 0.02]));
	for (const line of many ? [...lines, ...between] : lines)
		s.body.line('garment', wide(line), kit.cloth.deep, many ? 0.008 : 0.011, { clip: kit.torso });
}

/** The front panel of a tabard with a device on it. */
export function tabard(s: Studio, kit: Kit, ramp: Ramp): Shape {
	return s.body.form(
		'garment',
		points('0.33 0.73, 0.42 0.8, 0.6 0.8, 0.69 0.73, 0.73 0.86, 0.72 1.2 0.2, 0.3 1.2 0.2, 0.29 0.86'),
		ramp,
		{ depth: 0.02, contour: false, clip: kit.torso },
	);
}

/** Lapels of a long coat over a shirt. */
export function coat(s: Studio, rig: Rig, kit: Kit, shirt: Ramp): void {
	const pen = s.body;
	pen.form('garment', points('0.4 0.72, 0.6 0.72, 0.58 0.9, 0.53 1.2 0.2, 0.47 1.2 0.2, 0.43 0.9'), shirt, {
		depth: 0.015,
		contour: false,
		clip: kit.torso,
	});
	pen.form(
		'collar',
		points('0.36 0.69, 0.305 0.76, 0.34 0.85 0.3, 0.385 0.85 0.3, 0.49 1.05 0.2, 0.44 0.87, 0.405 0.77'),
		kit.cloth,
		{ depth: 0.014 },
	);
	pen.form(
		'collar',
		points('0.65 0.69, 0.71 0.76, 0.68 0.85 0.3, 0.63 0.85 0.3, 0.51 1.05 0.2, 0.575 0.87, 0.61 0.77'),
		kit.cloth,
		{ depth: 0.014 },
	);
	folds(s, rig, kit);
	for (const y of [0.87, 0.925])
		pen.form('collar', ellipseOutline(0.655, y, 0.012, 0.012), kit.trim, { depth: 0.004, width: 0.5 });
}

/** A scarf wound twice around the neck. */
export function scarf(s: Studio, ramp: Ramp): void {
	const pen = s.body;
	pen.form(
		'collar',
		points('0.335 0.7, 0.43 0.69, 0.59 0.69, 0.69 0.7, 0.705 0.76, 0.6 0.82, 0.42 0.82, 0.315 0.76'),
		ramp,
		{ depth: 0.016 },
	);
	pen.form(
		'collar',
		points('0.32 0.755, 0.42 0.775, 0.6 0.765, 0.705 0.745, 0.72 0.8, 0.61 0.86, 0.43 0.865, 0.315 0.82'),
		ramp,
		{ depth: 0.016 },
	);
	pen.line('collar', points('0.36 0.795, 0.45 0.82, 0.56 0.815'), ramp.deep, 0.01);
	pen.form('collar', points('0.6 0.82, 0.68 0.805, 0.715 0.93, 0.7 1.1 0.2, 0.63 1.1 0.2, 0.625 0.93'), ramp, {
		depth: 0.012,
	});
}
