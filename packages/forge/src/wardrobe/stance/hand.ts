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
	/** The same grid for what is seen through something open, where the line around the figure would lie within it. */
	readonly inside: () => Grip;
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
	/** True keeps all out of the line around the figure. */
	readonly isInside?: boolean;
}

/** Tells where spots of a grid lie in the body space. */
export function layGrid({ at, turn, step, isFar = false }: Omit<GripFrame, 'layer'>): Grip['at'] {
	const angle = ((isFar ? -turn : turn) * Math.PI) / 180;
	const [cos, sin] = [Math.cos(angle) * step, Math.sin(angle) * step];
	const side = isFar ? -1 : 1;
	return (x, y) => [at[0] + side * x * cos - y * sin, at[1] + side * x * sin + y * cos];
}

/** A grid to draw a hand or a thing on. */
export function openGrip(s: Studio, frame: GripFrame): Grip {
	const { step, layer, isInside = false } = frame;
	const options = { fit: false, ...(isInside ? { contour: false } : {}) };
	const at = layGrid(frame);
	const place = (loop: readonly Point[]): Point[] =>
		loop.map(([x, y, smooth]): Point => (smooth === undefined ? at(x, y) : [...at(x, y), smooth]));
	return {
		put: (loop, ramp, width = 1) =>
			void s.body.form(layer, place(loop), ramp, { depth: step * 0.1, width, ...options }),
		disc: (x, y, rx, ry, ramp, width = 1) =>
			void s.body.form(layer, place(ellipseOutline(x, y, rx, ry)), ramp, { depth: step * 0.08, width, ...options }),
		line: (loop, color, width, taper = 0.5) => s.body.line(layer, place(loop), color, width * step, { taper }),
		glow: (x, y, radius, color, alpha = 0.7) =>
			s.body.glow(layer, [...at(x, y), radius * step], color, {
				alpha,
			}),
		at,
		moved: (x, y) => openGrip(s, { ...frame, at: at(x, y) }),
		inLayer: (other) => openGrip(s, { ...frame, layer: other }),
		inside: () => openGrip(s, { ...frame, isInside: true }),
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
	wrist: [0.76, 0.44],
	before: (g, hand) => {
		g.put(
			points('-0.02 -0.6, 0.42 -0.62, 0.78 -0.28, 1.02 0.22, 0.98 0.62, 0.62 0.78, 0.24 0.74, -0.02 0.6'),
			hand.skin,
		);
		// Bent at the left, so that their ends, with the claws, lie on the ball of the hand.
		drawFingers(g, hand, { from: [-0.36, -0.37], to: [0.36, -0.4], step: [0, 0.3] });
		g.put(capsule([0.5, -0.5], [-0.16, -0.62], 0.2, 0.15), hand.skin, 0.8);
	},
};

/** Fingers around something as thick as a cup, its palm behind it. */
const cup: HandShape = {
	wrist: [0.9, 0.44],
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

/**
 * One of two hollow hands side by side, in which something lies: their palms rise behind it, the fingers before it, fanned
 * along the rim, and the thumb lies on the outer one.
 */
const bowl: HandShape = {
	wrist: [0.46, 1.1],
	behind: (g, { skin }) =>
		g.put(points('-0.6 0.5, -0.6 0.06 0.4, -0.2 -0.26, 0.4 -0.42, 0.84 -0.3, 0.9 0.2, 0.6 0.7, -0.3 0.8'), {
			...skin,
			base: skin.shade,
			light: skin.base,
		}),
	before: (g, hand) => {
		const [start, gap, r] = hand.fingers === 4 ? [-0.47, 0.31, 0.17] : [-0.43, 0.42, 0.215];
		for (let i = 0; i < hand.fingers; i++) {
			const x = start + i * gap;
			drawFinger(g, hand, [x * 0.5 + 0.12, 0.86], [x, 0.2 - (x - start) * 0.34], r);
		}
		g.put(
			points(
				'-0.44 0.66 0.6, -0.1 0.62, 0.3 0.5, 0.66 0.3, 0.98 0.36, 1.04 0.7, 0.84 1.1, 0.4 1.28, -0.02 1.16, -0.32 0.94',
			),
			hand.skin,
		);
		g.put(
			points('1.04 0.66, 0.98 0.16, 0.96 -0.22, 0.78 -0.46, 0.6 -0.36, 0.62 -0.08, 0.62 0.3, 0.68 0.62'),
			hand.skin,
			0.8,
		);
	},
};

/** From the wrist over the ball of the thumb to its tip, which lies on the front of something flat. */
function drawThumbOver(g: Grip, { skin }: HandBuild): void {
	g.put(
		points(
			'0.3 1.1, 0.02 0.74, -0.08 0.3, -0.3 -0.16, -0.32 -0.4, -0.14 -0.52, 0.06 -0.38, 0.4 0.04, 0.86 0.28, 1.04 0.66, 0.94 1.04, 0.6 1.2',
		),
		skin,
		0.9,
	);
	g.line(points('0.16 0.32, 0.4 0.56, 0.46 0.86'), skin.shade, 0.08);
}

/**
 * A flat thing from below, its back on the palm: the thumb comes over its front, and the ends of the fingers around its
 * outer edge, along which the hand is seen to go on.
 */
const clutch: HandShape = {
	wrist: [0.56, 1.08],
	behind: (g, { skin }) =>
		g.put(
			points('0.1 1.06, -0.2 0.7, 0 0, 0.5 -0.7, 1.0 -0.9, 1.22 -0.7, 1.26 0, 1.22 0.5, 1.02 0.92, 0.82 1.2, 0.36 1.2'),
			skin,
		),
	before: (g, hand) => {
		drawFingers(g, hand, { from: [1.1, -0.68], to: [0.68, -0.6], step: [-0.01, 0.26] });
		g.put(
			points(
				'0.5 1.12, 0.12 1.08, -0.22 0.76, -0.24 0.3, -0.1 -0.14, 0.04 -0.44, 0.26 -0.44, 0.32 -0.16, 0.24 0.2, 0.36 0.56, 0.6 0.84',
			),
			hand.skin,
			0.9,
		);
	},
};

/** One of two hands at the lower corners of a flat thing: all fingers behind it. */
const brace: HandShape = {
	wrist: [0.6, 1.02],
	behind: (g, hand) => {
		const [gap, r] = hand.fingers === 4 ? [0.29, 0.17] : [0.38, 0.21];
		// Around the edge one sees where each bends.
		for (let i = 0; i < hand.fingers; i++)
			drawFinger(g, { ...hand, claw: null }, [0.3, i * gap - 0.34], [0.98 + (i === 0 ? -0.08 : 0), i * gap - 0.44], r);
		g.put(points('0 0.1, 0.4 -0.3, 0.8 -0.2, 0.94 0.3, 0.98 0.7, 0.86 1.1, 0.3 1.06'), hand.skin);
	},
	before: drawThumbOver,
};

/** Fingers hooked over a handle from which something hangs. */
const hook: HandShape = {
	wrist: [0.9, 0.42],
	before: (g, hand) => {
		g.put(points('-0.58 -0.3, -0.1 -0.56, 0.46 -0.52, 0.88 -0.2, 1.08 0.2, 0.98 0.58, 0.6 0.5, -0.5 0.16'), hand.skin);
		// Their ends are behind the handle.
		drawFingers(g, { ...hand, claw: null }, { from: [-0.42, -0.16], to: [-0.44, 0.32], step: [0.28, 0] });
		g.put(capsule([0.8, 0.3], [0.36, 0.5], 0.18, 0.14), hand.skin, 0.8);
	},
};

/** The first finger stretched out, as the back of the hand is seen: the thumb lies on it, and the others bend away. */
const point: HandShape = {
	wrist: [0.76, 0.44],
	before: (g, hand) => {
		const isBroad = hand.fingers === 3;
		g.put(capsule([0.52, -0.5], [-0.22, -0.76], 0.19, 0.14), hand.skin, 0.85);
		drawFinger(g, hand, [0.3, -0.36], [-1.02, -0.52], 0.17);
		g.line(points('-0.4 -0.52, -0.36 -0.43, -0.38 -0.34'), hand.skin.shade, 0.07);
		const bent = { ...hand, claw: null };
		const rows = isBroad ? [0.42, 0.06] : [0.52, 0.24, -0.04];
		for (const y of rows) drawFinger(g, bent, [0.42, y], [-0.16, y + 0.03], isBroad ? 0.21 : 0.17);
		g.put(
			points('0.2 -0.56, 0.46 -0.6, 0.78 -0.3, 1.02 0.22, 0.98 0.62, 0.62 0.78, 0.3 0.72, 0.12 0.3, 0.1 -0.2'),
			hand.skin,
		);
		for (const y of rows)
			g.line(
				[
					[0.22, y - 0.09],
					[0.17, y],
					[0.22, y + 0.09],
				],
				hand.skin.shade,
				0.06,
			);
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

/** The first finger up, as of someone who has a thing to say. */
const sign: HandShape = {
	wrist: [0.3, 0.98],
	before: (g, hand) => {
		const isBroad = hand.fingers === 3;
		drawFinger(g, hand, [-0.28, -0.1], [-0.4, -1.12], isBroad ? 0.2 : 0.17);
		g.put(points('-0.5 -0.1, 0 -0.36, 0.56 -0.3, 0.72 0.3, 0.6 1.0, 0.1 1.1, -0.36 0.7'), hand.skin);
		for (const x of isBroad ? [0.5, 0.1] : [0.56, 0.28, 0])
			drawFinger(g, hand, [x, -0.34], [x - 0.04, 0.16], isBroad ? 0.21 : 0.16);
		g.put(capsule([-0.26, 0.58], [0.22, 0.3], 0.2, 0.15), hand.skin, 0.85);
	},
};

/** A hand that lies on something, its back to the viewer: the thumb is on the other side than a palm's. */
const laid: HandShape = {
	wrist: [0.04, 0.98],
	before: (g, hand) => {
		const { skin, fingers } = hand;
		g.put(capsule([0.34, 0.56], [0.88, -0.08], 0.2, 0.14), skin, 0.85);
		const [start, gap, r] = fingers === 4 ? [-0.42, 0.275, 0.165] : [-0.38, 0.37, 0.2];
		for (let i = 0; i < fingers; i++) {
			const x = start + i * gap;
			const reach = i === 0 ? 0.66 : i === fingers - 1 ? 0.86 : 0.98;
			drawFinger(g, hand, [x, -0.05], [x * 1.28 + 0.02, -reach], r);
		}
		g.put(points('-0.58 -0.08, -0.3 -0.26, 0.1 -0.3, 0.54 -0.14, 0.6 0.3, 0.42 1.0, -0.3 1.04, -0.56 0.5'), skin);
		for (let i = 0; i < fingers; i++) {
			const x = start + i * gap;
			g.line(
				[
					[x - 0.08, 0.05],
					[x, -0.01],
					[x + 0.08, 0.05],
				],
				skin.shade,
				0.07,
			);
		}
	},
};

/** Fingers on the holes of a pipe that runs up and down, the thumb behind it. */
const piping: HandShape = {
	wrist: [0.86, 0.36],
	before: (g, hand) => {
		g.put(points('0.16 -0.4, 0.5 -0.48, 0.84 -0.2, 1.0 0.16, 0.94 0.52, 0.6 0.58, 0.2 0.46'), hand.skin);
		for (const [i, y] of [0.32, 0.02, -0.28].entries())
			drawFinger(g, hand, [0.44, y], [-0.18 + Math.abs(i - 1) * 0.06, y - 0.02], 0.165);
	},
};

/** Every way of a hand to hold something or nothing. */
export const handShapes = { fist, cup, palm, bowl, clutch, brace, hook, point, open, sign, laid, piping } as const;

export type HandName = keyof typeof handShapes;
