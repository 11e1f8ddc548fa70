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
export interface Forearm {
	readonly elbow: Spot;
	readonly wrist: Spot;
	readonly skin: Ramp;
	readonly layer: Layer;
	/** Multiplies its thickness. */
	readonly girth: number;
	/** Where the arm leaves the picture, below its bottom edge. */
	readonly root: Spot;
	/** The upper arm keeps right of this, where something hangs from its hand before it. */
	readonly inner?: number | undefined;
	/** How it bends where it is bare and held up, and so seen up to the shoulder. */
	readonly bent?: Bend | undefined;
}

/** Where a raised arm without a sleeve has its elbow, and where its upper arm goes behind the clothes. */
interface Bend {
	readonly elbow: Spot;
	readonly shoulder: Spot;
}

/** Lays points along an arm: `u` 0 at the elbow to 1 at the wrist, `v` across in fractions of the square. */
type Along = (loop: readonly Point[]) => Point[];

/** Arms across the breast are longer than this; cuffs and bracers stay as near to their wrists as on others. */
const usualLength = 0.22;

/** Bends `u` towards the wrist on long arms; `power` is 1 on others. */
const getPower = (length: number, girth: number): number => Math.min(1, (usualLength * girth) / length);
const bend = (u: number, power: number): number => (u > 0 ? u ** power : u);

/** What lies nearer to the elbow than this is the upper arm. */
const upperTo = 0.42;
/** Half the thickness of the widest sleeves. */
const widestHalf = 0.09;

function layAlong({ elbow, wrist, girth, inner = -9 }: Pick<Forearm, 'elbow' | 'wrist' | 'girth' | 'inner'>): Along {
	const [dx, dy] = [wrist[0] - elbow[0], wrist[1] - elbow[1]];
	const length = Math.hypot(dx, dy) || 1;
	const power = getPower(length, girth);
	const [nx, ny] = [(-dy / length) * girth, (dx / length) * girth];
	// The arm bends around what hangs before it: all that is on it moves alike, so that it stays in its sleeve.
	const keepOut = (u: number): number => Math.max(0, inner + widestHalf * girth - elbow[0] - dx * Math.max(0, u));
	const moveOut = (u: number): number =>
		u < upperTo ? keepOut(u) : keepOut(upperTo) * Math.max(0, (1 - u) / (1 - upperTo));
	return (loop) =>
		loop.map(([u, v, smooth = 1]): Point => {
			const along = bend(u, power);
			return [elbow[0] + dx * along + nx * v + moveOut(u), elbow[1] + dy * along + ny * v, smooth];
		});
}

/** Half the thickness of an arm where it leaves the picture, per half of it at the elbow. */
const rootWidth = 1.25;

/** The two corners of an arm at its root, left and right, in the terms of `Along`. */
function findRoot({ elbow, wrist, girth, root }: Forearm, half: number): readonly [left: Spot, right: Spot] {
	const [dx, dy] = [wrist[0] - elbow[0], wrist[1] - elbow[1]];
	const length = Math.hypot(dx, dy) || 1;
	const [y, wide] = [root[1] - elbow[1], half * girth * rootWidth];
	const power = getPower(length, girth);
	const toSpot = (x: number): Spot => [
		bend((x * dx + y * dy) / length ** 2, 1 / power),
		(y * dx - x * dy) / (length * girth),
	];
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

/** Its end narrows into the hand, beside whose heel its corners would show. */
const wristEnd: readonly Point[] = [
	[0.9, -0.036, 0.8],
	[1.04, -0.021, 0.6],
	[1.04, 0.021, 0.6],
	[0.9, 0.036, 0.8],
];
const wrist = (from: number): Point[] => [[from, -0.04, 0.4], ...wristEnd, [from, 0.04, 0.4]];

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
	/** The outline of an arm, `wide` at its elbow, from below the picture up to where it ends: from left to right. */
	readonly tube: (end: readonly Point[], wide: number) => Point[];
	readonly crease: (loop: readonly Point[], color: string, width?: number) => void;
}

/** The inside of a sleeve, behind the wrist that comes out of it. */
const toInside = (cloth: Ramp): Ramp => ({ ...cloth, shade: cloth.ink, base: cloth.ink, light: cloth.deep });

/** Which way across the arm is down: -1 or 1. */
const findLowerSide = ({ elbow, wrist }: Forearm): -1 | 1 => (wrist[0] < elbow[0] ? -1 : 1);

/** A bell sleeve whose lower corner hangs: its inside, the wrist, and the front edge over it. */
function drawWide({ s, kit, arm, lay, put, crease }: Cut): void {
	const [left, right] = findRoot(arm, 0.085);
	const [hangs, hung] = findLowerSide(arm) < 0 ? [-1, 0] : [0, 1];
	const [corner, other]: readonly [Point, Point] = [
		[0.73 + hangs * 0.05, -0.088 + hangs * 0.022, 0.2],
		[0.73 - hung * 0.05, 0.088 + hung * 0.022, 0.2],
	];
	put([corner, [0.81, corner[1] * 0.6], [0.81, other[1] * 0.6], other, [0.68, 0]], toInside(kit.cloth), 1, 0.008);
	put(wrist(0.62), arm.skin, 0.8, 0.01);
	const edge: readonly Point[] = [corner, [0.665, corner[1] * 0.55], [0.665, other[1] * 0.55], other];
	put(
		[[...left, 0], [0, -0.085], [0.4, -0.083], ...edge, [0.35, 0.09], [0, 0.095], [...right, 0]],
		kit.cloth,
		1,
		0.022,
	);
	const hem = edge.map(([u, v]): Point => [u - 0.045, v * 0.97]);
	s.body.line(arm.layer, lay(hem), kit.trim.base, 0.02, { taper: 0 });
	crease(
		[
			[0.1, 0.03],
			[0.32, 0.04],
			[0.55, 0.055],
		],
		kit.cloth.deep,
	);
}

/** A cloth sleeve that swells below a bracer which begins at `to`, so that the arm is seen to go on. */
function drawBlouse({ kit, arm, put, crease }: Cut, to: number): void {
	const [left, right] = findRoot(arm, 0.09);
	put(
		[
			[...left, 0],
			[0, -0.09],
			[to * 0.65, -0.092],
			[to + 0.03, -0.055, 0.4],
			[to + 0.03, 0.055, 0.4],
			[to * 0.65, 0.092],
			[0, 0.09],
			[...right, 0],
		],
		kit.cloth,
		1,
		0.02,
	);
	for (const v of [-0.035, 0.005, 0.045])
		crease(
			[
				[to - 0.02, v],
				[to * 0.8, v * 1.25],
				[to * (v > 0 ? 0.4 : 0.55), v * 1.3],
			],
			kit.cloth.deep,
		);
}

/** A steel tube over a cloth sleeve. */
function drawPlate(cut: Cut): void {
	const { kit, arm, put, crease } = cut;
	drawBlouse(cut, 0.47);
	put(wrist(0.78), arm.skin, 0.9);
	put(straight(0.47, 0.9, 0.066, 0.05), kit.metal, 1, 0.018);
	put(band(0.84, 0.94, 0.057), kit.trim, 0.9, 0.008);
	put(band(0.45, 0.53, 0.073), kit.trim, 0.9, 0.008);
	crease(
		[
			[0.54, -0.027],
			[0.67, -0.023],
			[0.8, -0.02],
		],
		kit.metal.spec,
		0.014,
	);
}

/** Laced leather over a cloth sleeve. */
function drawBracer(cut: Cut): void {
	const { s, kit, arm, lay, put } = cut;
	drawBlouse(cut, 0.54);
	put(wrist(0.8), arm.skin, 0.9);
	put(straight(0.53, 0.92, 0.06, 0.046), kit.leather, 1, 0.016);
	for (const u of [0.6, 0.72, 0.84])
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
	put(tube(wristEnd, 0.062), arm.skin);
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

/** Strips of cloth wound around an arm that comes out of a sleeve below its elbow. */
function drawWrapped({ s, kit, arm, lay, put, tube, crease }: Cut): void {
	// The far side of the opening, behind the arm that comes out of it.
	put(points('0.3 0, 0.36 -0.088 0.3, 0.42 -0.05, 0.42 0.05, 0.36 0.088 0.3'), toInside(kit.cloth), 1, 0.008);
	put(tube(wristEnd, 0.062), arm.skin);
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
	// A tunic that covers the shoulder covers the elbow as well.
	const wide = 0.088;
	const front: readonly Point[] = [
		[0.36, -wide, 0.3],
		[0.3, -wide * 0.55],
		[0.3, wide * 0.55],
		[0.36, wide, 0.3],
	];
	put(tube(front, 0.092), kit.cloth, 1, 0.02);
	const hem = front.map(([u, v]): Point => [u - 0.03, v * 0.97]);
	s.body.line(arm.layer, lay(hem), kit.cloth.deep, 0.008, { taper: 0.1 });
	crease(points('0.02 0.02, 0.1 0.03, 0.2 0.02'), kit.cloth.deep);
}

function drawCuffed({ kit, arm, put, tube, crease }: Cut): void {
	put(band(0.87, 0.915, 0.06, 0.03), toInside(kit.trim), 0.9, 0.006);
	put(wrist(0.78), arm.skin, 0.9);
	put(tube(points('0.86 -0.056 0.4, 0.86 0.056 0.4'), 0.078), kit.cloth, 1, 0.02);
	put(band(0.76, 0.91, 0.062, -0.02), kit.trim, 0.9, 0.01);
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

/** Half the thickness of a bare arm at the elbow, and of its upper arm at the shoulder. */
const [elbowHalf, shoulderHalf] = [0.056, 0.066];

/** The rounded end of a bent arm. */
const elbowEnd: readonly Point[] = points('0.02 0.054, -0.08 0.042, -0.125 0, -0.08 -0.042, 0.02 -0.054');

/** The upper arm of a bare arm that is held up, from the shoulder's edge, behind the clothes, to its elbow. */
function drawUpperArm(s: Studio, { skin, girth }: Forearm, { elbow, shoulder }: Bend): void {
	const [dx, dy] = [elbow[0] - shoulder[0], elbow[1] - shoulder[1]];
	const length = Math.hypot(dx, dy) || 1;
	const lay = layAlong({ elbow: shoulder, wrist: elbow, girth });
	const end = 1 + (elbowHalf * girth * 0.9) / length;
	const loop: readonly Point[] = [
		[0, -shoulderHalf, 0.2],
		[0.55, -shoulderHalf],
		[1, -elbowHalf],
		[end, 0],
		[1, elbowHalf],
		[0.55, shoulderHalf],
		[0, shoulderHalf, 0.2],
	];
	s.body.form('shoulderFar', lay(loop), skin, { depth: 0.014, fit: false, light: false });
}

/** Draws a forearm in the class's sleeve; the hand covers its end. */
export function drawForearm(s: Studio, kit: Kit, taken: Forearm): void {
	const sleeve = sleeves[s.figure.class] ?? 'cuffed';
	const bent = sleeve === 'bare' ? taken.bent : undefined;
	const arm = bent ? { ...taken, elbow: bent.elbow, inner: undefined } : taken;
	if (bent) drawUpperArm(s, arm, bent);
	const lay = layAlong(arm);
	cuts[sleeve]({
		s,
		kit,
		arm,
		lay,
		tube: (end, wide) => {
			const [to, half] = [end[0]![0], Math.abs(end[0]![1])];
			if (bent) return [...elbowEnd, [to / 2, -(elbowHalf + half) * 0.55], ...end, [to / 2, (elbowHalf + half) * 0.55]];
			const [left, right] = findRoot(arm, wide);
			return [
				[...left, 0],
				[0, -wide],
				[to / 2, -(wide + half) * 0.53],
				...end,
				[to / 2, (wide + half) * 0.53],
				[0, wide],
				[...right, 0],
			];
		},
		put: (loop, ramp, width = 1, depth = 0.014) =>
			// A bare arm has no lit side of its own: fingers have none, and the hand would be of another skin.
			void s.body.form(arm.layer, lay(loop), ramp, { depth, width, fit: false, light: ramp !== arm.skin }),
		crease: (loop, color, width = 0.009) => s.body.line(arm.layer, lay(loop), color, width, { taper: 0.8 }),
	});
}
