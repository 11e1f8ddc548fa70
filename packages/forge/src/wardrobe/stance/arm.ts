import type { Ramp } from '../../engine/color.ts';
import type { Layer } from '../../engine/layers.ts';
import type { Kit } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Spot } from '../../engine/rig.ts';
import type { Point } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';

/** How a class's forearms are clad. */
type Sleeve = 'cuffed' | 'wide' | 'bracer' | 'plate' | 'bare' | 'wrapped';

const sleeves: Readonly<Record<string, Sleeve>> = {
	fighter: 'plate',
	wizard: 'wide',
	rogue: 'bracer',
	cleric: 'wide',
	barbarian: 'bare',
	ranger: 'bracer',
	paladin: 'plate',
	sorcerer: 'wide',
	warlock: 'wide',
	bard: 'cuffed',
	druid: 'wrapped',
	monk: 'wrapped',
	artificer: 'cuffed',
	'blood-hunter': 'cuffed',
	mystic: 'wide',
	'death-knight': 'plate',
	'witch-doctor': 'bare',
	'battle-master': 'plate',
	'arcane-archer': 'bracer',
	'shadow-dancer': 'wrapped',
	'divine-oracle': 'wide',
	'elemental-shaman': 'bare',
	'void-walker': 'wide',
	'chrono-mage': 'cuffed',
};

/** An arm from its elbow to its wrist, in the body space. */
interface Forearm {
	readonly elbow: Spot;
	readonly wrist: Spot;
	readonly skin: Ramp;
	readonly layer: Layer;
	/** Multiplies its thickness. */
	readonly girth: number;
	/** Where the arm leaves the picture, below its bottom edge. */
	readonly root: Spot;
}

/** Lays points along an arm: `u` 0 at the elbow to 1 at the wrist, `v` across in fractions of the square. */
type Along = (loop: readonly Point[]) => Point[];

function layAlong({ elbow, wrist, girth }: Forearm): Along {
	const [dx, dy] = [wrist[0] - elbow[0], wrist[1] - elbow[1]];
	const length = Math.hypot(dx, dy) || 1;
	const [nx, ny] = [(-dy / length) * girth, (dx / length) * girth];
	return (loop) =>
		loop.map(([u, v, smooth = 1]): Point => [elbow[0] + dx * u + nx * v, elbow[1] + dy * u + ny * v, smooth]);
}

/** Half the thickness of an arm where it leaves the picture, per half of it at the elbow. */
const rootWidth = 1.25;

/** The two corners of an arm at its root, left and right, in the terms of `Along`. */
function findRoot({ elbow, wrist, girth, root }: Forearm, half: number): readonly [left: Spot, right: Spot] {
	const [dx, dy] = [wrist[0] - elbow[0], wrist[1] - elbow[1]];
	const length = Math.hypot(dx, dy) || 1;
	const [y, wide] = [root[1] - elbow[1], half * girth * rootWidth];
	const toSpot = (x: number): Spot => [(x * dx + y * dy) / length ** 2, (y * dx - x * dy) / (length * girth)];
	return [toSpot(root[0] - wide - elbow[0]), toSpot(root[0] + wide - elbow[0])];
}

const straight = (from: number, to: number, wide: number, narrow: number): Point[] => [
	[from, -wide, 0.4],
	[(from + to) / 2, -(wide + narrow) * 0.53],
	[to, -narrow, 0.4],
	[to, narrow, 0.4],
	[(from + to) / 2, (wide + narrow) * 0.53],
	[from, wide, 0.4],
];

const band = (from: number, to: number, half: number, bulge = 0.02): Point[] => [
	[from, -half, 0.4],
	[to, -half, 0.4],
	[to + bulge, 0],
	[to, half, 0.4],
	[from, half, 0.4],
	[from + bulge, 0],
];

/** What one sleeve is drawn with. */
interface Cut {
	readonly s: Studio;
	readonly kit: Kit;
	readonly arm: Forearm;
	readonly lay: Along;
	readonly put: (loop: readonly Point[], ramp: Ramp, width?: number, depth?: number) => void;
	/** The outline of an arm from below the picture around the elbow up to `to`. */
	readonly tube: (to: number, wide: number, narrow: number) => Point[];
	readonly crease: (loop: readonly Point[], color: string, width?: number) => void;
}

/** A bell sleeve whose lower corner hangs. */
function drawWide({ s, kit, arm, lay, put, crease }: Cut): void {
	const { layer, skin } = arm;
	const [left, right] = findRoot(arm, 0.085);
	put(
		[
			[...left, 0],
			[0, -0.075],
			[0.4, -0.07],
			[0.74, -0.078, 0.2],
			[0.84, 0.02],
			[0.7, 0.125, 0.2],
			[0.35, 0.105],
			[0, 0.1],
			[...right, 0],
		],
		kit.cloth,
		1,
		0.022,
	);
	const inside = s.body.shape(
		lay([
			[0.735, -0.066, 0.3],
			[0.825, 0.02],
			[0.7, 0.113, 0.3],
			[0.735, 0.02],
		]),
	);
	s.body.pattern(layer, null, [inside], kit.cloth.ink, 0.85);
	s.body.line(
		layer,
		lay([
			[0.7, -0.073],
			[0.715, 0.02],
			[0.66, 0.115],
		]),
		kit.trim.base,
		0.02,
		{ taper: 0 },
	);
	put(straight(0.74, 1.03, 0.036, 0.036), skin, 0.8, 0.01);
	crease(
		[
			[0.1, 0.03],
			[0.35, 0.05],
			[0.62, 0.09],
		],
		kit.cloth.deep,
	);
}

/** A steel tube over a cloth sleeve. */
function drawPlate({ kit, arm, put, tube, crease }: Cut): void {
	put(tube(0.7, 0.07, 0.05), kit.cloth);
	put(straight(0.68, 1.03, 0.04, 0.037), arm.skin, 0.9);
	put(straight(0.18, 0.9, 0.07, 0.05), kit.metal, 1, 0.018);
	put(band(0.84, 0.94, 0.057), kit.trim, 0.9, 0.008);
	put(band(0.16, 0.26, 0.078), kit.trim, 0.9, 0.008);
	crease(
		[
			[0.3, -0.03],
			[0.55, -0.024],
			[0.8, -0.02],
		],
		kit.metal.spec,
		0.014,
	);
}

/** Laced leather over a cloth sleeve. */
function drawBracer({ s, kit, arm, lay, put, tube }: Cut): void {
	put(tube(0.62, 0.072, 0.058), kit.cloth);
	put(straight(0.58, 1.03, 0.04, 0.037), arm.skin, 0.9);
	put(straight(0.36, 0.92, 0.06, 0.046), kit.leather, 1, 0.016);
	for (const u of [0.46, 0.64, 0.82])
		s.body.line(
			arm.layer,
			lay([
				[u, -0.052],
				[u + 0.025, 0],
				[u, 0.052],
			]),
			kit.leather.ink,
			0.009,
			{ taper: 0.2 },
		);
}

function drawBare({ kit, arm, put, tube, crease }: Cut): void {
	put(tube(1.03, 0.062, 0.037), arm.skin);
	put(band(0.74, 0.9, 0.047), kit.leather, 0.9, 0.01);
	crease(
		[
			[0.05, 0.02],
			[0.3, 0.03],
			[0.55, 0.018],
		],
		arm.skin.shade,
	);
}

/** Strips of cloth wound around a bare arm. */
function drawWrapped({ kit, arm, put, tube }: Cut): void {
	put(tube(1.03, 0.062, 0.037), arm.skin);
	for (let i = 0; i < 4; i++) {
		const [u, half] = [0.42 + i * 0.13, 0.053 - i * 0.003];
		put(
			[
				[u, -half, 0.3],
				[u + 0.12, -half + 0.003, 0.3],
				[u + 0.17, half - 0.003, 0.3],
				[u + 0.05, half, 0.3],
			],
			kit.trim,
			0.7,
			0.008,
		);
	}
}

function drawCuffed({ kit, arm, put, tube, crease }: Cut): void {
	put(straight(0.7, 1.03, 0.04, 0.037), arm.skin, 0.9);
	put(tube(0.86, 0.078, 0.056), kit.cloth, 1, 0.02);
	put(band(0.76, 0.92, 0.062), kit.trim, 0.9, 0.01);
	for (const fold of [points('0.12 -0.03, 0.3 0, 0.5 -0.012'), points('0.3 0.06, 0.45 0.03, 0.66 0.036')] as const)
		crease(fold, kit.cloth.deep);
}

const cuts: Readonly<Record<Sleeve, (cut: Cut) => void>> = {
	wide: drawWide,
	plate: drawPlate,
	bracer: drawBracer,
	bare: drawBare,
	wrapped: drawWrapped,
	cuffed: drawCuffed,
};

/** Draws a forearm in the class's sleeve; the hand covers its end. */
export function drawForearm(s: Studio, kit: Kit, arm: Forearm): void {
	const lay = layAlong(arm);
	cuts[sleeves[s.figure.class] ?? 'cuffed']({
		s,
		kit,
		arm,
		lay,
		tube: (to, wide, narrow) => {
			const [left, right] = findRoot(arm, wide);
			return [
				[...left, 0],
				[0, -wide],
				[to / 2, -(wide + narrow) * 0.53],
				[to, -narrow, 0.4],
				[to, narrow, 0.4],
				[to / 2, (wide + narrow) * 0.53],
				[0, wide],
				[...right, 0],
			];
		},
		put: (loop, ramp, width = 1, depth = 0.014) =>
			void s.body.form(arm.layer, lay(loop), ramp, { depth, width, fit: false }),
		crease: (loop, color, width = 0.009) => s.body.line(arm.layer, lay(loop), color, width, { taper: 0.8 }),
	});
}
