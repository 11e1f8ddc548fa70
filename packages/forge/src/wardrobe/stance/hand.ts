import type { Ramp } from '../../engine/color.ts';
import type { Layer } from '../../engine/layers.ts';
import type { Family } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Spot } from '../../engine/rig.ts';
import { ellipseOutline, type Point } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';

/** Draws on a hand's own grid: (0, 0) is the middle of the grip, one unit about a tenth of the square, y up is negative. */
export interface Grip {
	readonly put: (points: readonly Point[], ramp: Ramp, width?: number) => void;
	readonly disc: (x: number, y: number, rx: number, ry: number, ramp: Ramp, width?: number) => void;
	readonly line: (points: readonly Point[], color: string, width: number, taper?: number) => void;
	readonly glow: (x: number, y: number, radius: number, color: string, alpha?: number) => void;
	/** Where a spot of the grid lies in the body space. */
	readonly at: (x: number, y: number) => Spot;
	/** The same hand's grid moved by so many units along its own axes. */
	readonly moved: (x: number, y: number) => Grip;
	/** The same grid in another layer. */
	readonly inLayer: (layer: Layer) => Grip;
}

/** Where a grip lies and how it is turned. */
export interface GripFrame {
	readonly at: Spot;
	/** Degrees, clockwise on the screen. */
	readonly turn: number;
	/** Fractions of the square per unit. */
	readonly step: number;
	readonly layer: Layer;
	/** True for the far arm, whose hand is the mirror image. */
	readonly isFar?: boolean;
}

/** A grid to draw a hand or a thing on. */
export function openGrip(s: Studio, frame: GripFrame): Grip {
	const { step, layer, isFar = false } = frame;
	const angle = ((isFar ? -frame.turn : frame.turn) * Math.PI) / 180;
	const [cos, sin] = [Math.cos(angle) * step, Math.sin(angle) * step];
	const side = isFar ? -1 : 1;
	const at = (x: number, y: number): Spot => [
		frame.at[0] + side * x * cos - y * sin,
		frame.at[1] + side * x * sin + y * cos,
	];
	const place = (loop: readonly Point[]): Point[] =>
		loop.map(([x, y, smooth]): Point => (smooth === undefined ? at(x, y) : [...at(x, y), smooth]));
	return {
		put: (loop, ramp, width = 1) =>
			void s.body.form(layer, place(loop), ramp, { depth: step * 0.1, width, fit: false }),
		disc: (x, y, rx, ry, ramp, width = 1) =>
			void s.body.form(layer, place(ellipseOutline(x, y, rx, ry)), ramp, { depth: step * 0.08, width, fit: false }),
		line: (loop, color, width, taper = 0.5) => s.body.line(layer, place(loop), color, width * step, { taper }),
		glow: (x, y, radius, color, alpha = 0.7) =>
			s.body.glow(layer, [...at(x, y), radius * step], color, {
				alpha,
			}),
		at,
		moved: (x, y) => openGrip(s, { ...frame, at: at(x, y) }),
		inLayer: (other) => openGrip(s, { ...frame, layer: other }),
	};
}

/** A finger: a line with round ends, thinner at its tip. */
function capsule([x0, y0]: Spot, [x1, y1]: Spot, r0: number, r1: number): Point[] {
	const length = Math.hypot(x1 - x0, y1 - y0) || 1;
	const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
	return [
		[x0 - dy * r0, y0 + dx * r0, 0.6],
		[x0 - dx * r0 * 0.7, y0 - dy * r0 * 0.7],
		[x0 + dy * r0, y0 - dx * r0, 0.6],
		[x1 + dy * r1, y1 - dx * r1, 0.8],
		[x1 + dx * r1 * 0.95, y1 + dy * r1 * 0.95],
		[x1 - dy * r1, y1 + dx * r1, 0.8],
	];
}

/** How a people's hands are built. */
export interface HandBuild {
	readonly skin: Ramp;
	readonly fingers: 3 | 4;
	readonly claw: Ramp | null;
}

const threeFingered: readonly Family[] = [
	'amphibian',
	'avian',
	'owl',
	'reptile',
	'turtle',
	'insect',
	'plasmoid',
	'construct',
];
const clawed: readonly Family[] = ['feline', 'canine', 'ursine', 'reptile', 'turtle', 'avian', 'owl'];

/** The hands of a family in the tones of one figure. */
export const toHandBuild = (s: Studio, family: Family, skin: Ramp): HandBuild => ({
	skin,
	fingers: threeFingered.includes(family) ? 3 : 4,
	claw: clawed.includes(family)
		? s.colors.ramp('bone', skin.from[0] > 0.5 ? [0.34, 0.03, 60] : [0.84, 0.04, 85])
		: null,
});

/** What holds a thing: parts behind it and parts before it, and where the wrist is. */
export interface HandShape {
	/** The middle of the wrist on the grip's grid. */
	readonly wrist: Spot;
	readonly behind?: (g: Grip, hand: HandBuild) => void;
	readonly before: (g: Grip, hand: HandBuild) => void;
}

function drawFinger(g: Grip, { skin, claw }: HandBuild, from: Spot, to: Spot, r: number): void {
	if (claw) {
		const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
		const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
		g.put(
			[
				[to[0] - dy * r * 0.6, to[1] + dx * r * 0.6, 0.3],
				[to[0] + dy * r * 0.6, to[1] - dx * r * 0.6, 0.3],
				[to[0] + dx * r * 2, to[1] + dy * r * 2 + r * 0.3, 0.1],
			],
			claw,
			0.5,
		);
	}
	g.put(capsule(from, to, r, r * 0.88), skin, 0.7);
}

/** Fingers side by side from `from` to `to`, the first on top; `step` leads from one to the next. */
function drawFingers(g: Grip, hand: HandBuild, { from, to, step }: { from: Spot; to: Spot; step: Spot }): void {
	const count = hand.fingers;
	const gap = 3 / (count - 1);
	// The first lies over its neighbours.
	for (let i = count - 1; i >= 0; i--) {
		const reach = i === 0 || i === count - 1 ? 0.93 : 1;
		const [dx, dy] = [step[0] * i * gap, step[1] * i * gap];
		drawFinger(
			g,
			hand,
			[from[0] + dx, from[1] + dy],
			[from[0] + (to[0] - from[0]) * reach + dx, from[1] + (to[1] - from[1]) * reach + dy],
			0.17 * (count === 3 ? 1.3 : 1),
		);
	}
}

/** Closed around a shaft that runs up and down. */
const fist: HandShape = {
	wrist: [0.86, 0.5],
	before: (g, hand) => {
		g.put(
			points('-0.02 -0.6, 0.42 -0.62, 0.78 -0.28, 1.02 0.22, 0.98 0.62, 0.62 0.78, 0.24 0.74, -0.02 0.6'),
			hand.skin,
		);
		drawFingers(g, hand, { from: [0.36, -0.4], to: [-0.36, -0.37], step: [0, 0.3] });
		g.put(capsule([0.5, -0.5], [-0.16, -0.62], 0.2, 0.15), hand.skin, 0.8);
	},
};

/** Fingers around something as thick as a cup, its palm behind it. */
const cup: HandShape = {
	wrist: [1.02, 0.5],
	behind: (g, { skin }) =>
		g.put(points('-0.1 -0.5, 0.5 -0.62, 0.92 -0.26, 1.18 0.2, 1.14 0.66, 0.72 0.8, 0 0.7'), skin),
	before: (g, hand) => {
		drawFingers(g, hand, { from: [0.68, -0.36], to: [-0.2, -0.3], step: [0, 0.3] });
	},
};

/** An open hand on which something rests. */
const palm: HandShape = {
	wrist: [0.52, 0.98],
	behind: (g, { skin }) => {
		g.put(capsule([0.62, 0.5], [1.02, -0.12], 0.2, 0.15), skin, 0.9);
		g.put(
			points('-0.86 0.02, -0.35 0.3, 0.4 0.34, 0.82 0.24, 0.94 0.52, 0.78 0.98, 0.3 1.12, -0.25 0.92, -0.72 0.45'),
			skin,
		);
	},
	before: (g, hand) => drawFingers(g, hand, { from: [0.26, 0.86], to: [0.0, 0.3], step: [-0.27, -0.1] }),
};

/** Fingers before the lower edge of something flat. */
const clutch: HandShape = {
	wrist: [0.42, 0.96],
	behind: (g, { skin }) => g.put(points('-0.4 0.2, 0.5 0.1, 0.86 0.4, 0.82 0.96, 0.4 1.16, -0.1 1.0'), skin),
	before: (g, hand) => {
		drawFingers(g, hand, { from: [0.36, 0.72], to: [0.26, -0.08], step: [-0.26, 0.03] });
		g.put(points('-0.42 0.62, 0 0.58, 0.56 0.5, 0.84 0.72, 0.78 1.06, 0.3 1.2, -0.2 1.04'), hand.skin, 0.8);
	},
};

/** Fingers hooked over a handle from which something hangs. */
const hook: HandShape = {
	wrist: [0.9, 0.42],
	before: (g, hand) => {
		g.put(points('-0.58 -0.3, -0.1 -0.56, 0.46 -0.52, 0.88 -0.2, 1.08 0.2, 0.98 0.58, 0.6 0.5, -0.5 0.16'), hand.skin);
		drawFingers(g, hand, { from: [-0.42, -0.16], to: [-0.44, 0.32], step: [0.28, 0] });
		g.put(capsule([0.8, 0.3], [0.36, 0.5], 0.18, 0.14), hand.skin, 0.8);
	},
};

/** The first finger stretched out. */
const point: HandShape = {
	wrist: [0.86, 0.5],
	before: (g, hand) => {
		drawFinger(g, hand, [0.3, -0.36], [-1.02, -0.56], 0.17);
		g.put(points('0 -0.56, 0.42 -0.6, 0.78 -0.28, 1.02 0.22, 0.98 0.62, 0.62 0.78, 0.24 0.74, 0 0.6'), hand.skin);
		for (const y of hand.fingers === 4 ? [0.5, 0.22, -0.06] : [0.42, 0.06])
			drawFinger(g, hand, [0.42, y], [-0.18, y + 0.03], hand.fingers === 4 ? 0.17 : 0.21);
		g.put(capsule([0.56, -0.34], [-0.06, -0.3], 0.19, 0.15), hand.skin, 0.8);
	},
};

/** A flat hand, as in a greeting or an oath. */
const open: HandShape = {
	wrist: [0.34, 0.98],
	before: (g, hand) => {
		const tips: readonly Spot[] = [
			[-0.52, -0.86],
			[-0.16, -1.08],
			[0.2, -1.06],
			[0.5, -0.84],
		];
		const count = hand.fingers;
		tips.slice(0, count).forEach(([x, y], i) => {
			drawFinger(g, hand, [-0.3 + i * (count === 4 ? 0.27 : 0.36), -0.1], [x, y], count === 4 ? 0.16 : 0.19);
		});
		g.put(points('-0.5 -0.2, 0 -0.32, 0.58 -0.2, 0.7 0.4, 0.6 1.0, 0.1 1.1, -0.36 0.7'), hand.skin);
		g.put(capsule([-0.24, 0.56], [-0.86, -0.02], 0.2, 0.15), hand.skin, 0.85);
		g.line(points('-0.3 0.1, 0.05 0.3, 0.36 0.24'), hand.skin.shade, 0.08);
	},
};

/** Every way of a hand to hold something or nothing. */
export const handShapes = { fist, cup, palm, clutch, hook, point, open } as const;

export type HandName = keyof typeof handShapes;
