import type { Ramp } from '../../engine/color.ts';
import { points } from '../../engine/points.ts';
import type { Point } from '../../engine/shape.ts';
import type { Grip } from '../stance/hand.ts';
import { bail, bailDrop, cord } from './hanging.ts';
import type { Held, ItemMaterials } from './held.ts';

/** A lantern with its frame's metal and its light; hue in degrees. */
export const lantern = (metal: (m: ItemMaterials) => Ramp, hue: number): Held => ({
	kind: 'handle',
	hand: 'hook',
	drop: bailDrop,
	draw: (g, m) => {
		const frame = metal(m);
		g.glow(0, -1.9, 2, m.s.colors.tone([0.85, 0.13, hue]), 0.6);
		bail(g, frame, [0.46, -2.5]);
		g.put(points('-0.5 -2.5 0.2, 0 -3.1 0.2, 0.5 -2.5 0.2'), frame);
		g.put(points('-0.45 -2.5 0.2, 0.45 -2.5 0.2, 0.58 -1.0 0.2, -0.58 -1.0 0.2'), m.gem([0.88, 0.13, hue + 5]));
		g.put(
			points('-0.07 -1.2 0.2, -0.22 -1.6, 0 -2.15 0.1, 0.22 -1.6, 0.07 -1.2 0.2'),
			m.gem([0.74, 0.17, hue - 30]),
			0.6,
		);
		g.put(points('-0.68 -1.05 0.2, 0.68 -1.05 0.2, 0.6 -0.7 0.2, -0.6 -0.7 0.2'), frame);
		for (const x of [-0.28, 0.28])
			g.line(
				[
					[x * 0.9, -2.5],
					[x * 1.15, -1.0],
				],
				frame.deep,
				0.09,
				0,
			);
	},
});

export const staffItem: Held = {
	kind: 'pole',
	hand: 'fist',
	draw: (g, m) => {
		g.put(
			points(
				'-0.16 5 0, -0.18 -2.6 0.3, -0.5 -3.3, -0.2 -3.8, 0.3 -3.7, 0.36 -3.3 0.3, 0.05 -3.4, -0.1 -3.2, 0.16 -2.6, 0.18 5 0',
			),
			m.wood,
		);
		g.line(points('0 -2.4, 0.02 -1.2, 0 -0.5'), m.wood.deep, 0.07);
	},
};

/** A horn that rises from the hand to its bell, which lies open upwards. */
const drawHorn = (g: Grip, m: ItemMaterials, bone: Ramp, metal: Ramp): void => {
	g.put(
		points(
			'-1.55 -0.55, -1.25 -0.1, -0.55 0.42, 0.25 0.4, 0.85 -0.2, 1.15 -1.1, 1.25 -1.9 0.2, 0.3 -2.0 0.2, 0.2 -1.2, -0.1 -0.55, -0.6 -0.35, -1.1 -0.6, -1.35 -0.82',
		),
		bone,
	);
	g.line(points('-0.9 -0.2, -0.2 0.1, 0.5 -0.3'), m.paper.light, 0.12, 0.8);
	g.put(points('0.22 -1.85 0.2, 1.28 -1.72 0.2, 1.36 -2.05 0.2, 0.2 -2.2 0.2'), metal);
	g.put(points('-1.62 -0.6 0.2, -1.32 -0.9 0.2, -1.12 -0.66 0.2, -1.42 -0.34 0.2'), metal);
};

export const horn: Held = {
	kind: 'horn',
	hand: 'fist',
	draw: (g, m) => {
		drawHorn(g, m, m.s.colors.ramp('bone', [0.8, 0.05, 80]), m.gold);
		g.put(points('0.2 -1.3 0.2, 1.08 -1.05 0.2, 1.0 -0.78 0.2, 0.1 -1.0 0.2'), m.gold, 0.8);
	},
};

/** A dark horn with the ridges it grew, shod with iron. */
export const ridgedHorn: Held = {
	kind: 'horn',
	hand: 'fist',
	draw: (g, m) => {
		const bone = m.s.colors.ramp('bone', [0.5, 0.06, 58]);
		drawHorn(g, m, bone, m.steel);
		for (const ridge of [
			points('0.28 -1.56, 0.7 -1.42, 1.18 -1.4'),
			points('0.22 -1.2, 0.62 -1.02, 1.08 -0.94'),
			points('0.06 -0.85, 0.46 -0.66, 0.9 -0.5'),
		] as const)
			g.line(ridge, bone.ink, 0.1, 0.3);
	},
};

export const dial = (g: Grip, m: ItemMaterials, metal: Ramp): void => {
	g.disc(0.05, -0.6, 0.9, 0.86, metal);
	g.disc(0.05, -0.6, 0.68, 0.64, m.paper, 0.7);
	g.put(points('0.05 -1.15 0, 0.2 -0.6 0, -0.1 -0.6 0'), m.gem([0.58, 0.19, 28]), 0.5);
	g.put(points('0.05 -0.05 0, 0.2 -0.6 0, -0.1 -0.6 0'), m.steel, 0.5);
	g.disc(0.05, -1.62, 0.2, 0.2, metal, 0.8);
};

export const compass: Held = {
	kind: 'palm',
	hand: 'palm',
	draw: (g, m) => dial(g, m, m.s.colors.ramp('metal', [0.62, 0.09, 65])),
};

export const flask: Held = {
	kind: 'cup',
	hand: 'cup',
	drop: 1.05,
	draw: (g, m) => {
		g.put(
			points(
				'-0.2 -2.7 0.2, 0.2 -2.7 0.2, 0.2 -2.1 0.4, 0.75 -1.4, 0.7 -0.5, 0 -0.25, -0.7 -0.5, -0.75 -1.4, -0.2 -2.1 0.4',
			),
			m.s.colors.ramp('metal', [0.62, 0.11, 45]),
		);
		g.put(points('-0.24 -3.0 0.2, 0.24 -3.0 0.2, 0.2 -2.62 0.2, -0.2 -2.62 0.2'), m.wood);
		g.line(points('-0.5 -0.9, -0.5 -1.35, -0.2 -1.8'), m.paper.light, 0.12);
	},
};

/** Runs down from the lips at the grip's origin. */
export const flute: Held = {
	kind: 'pipe',
	hand: 'fist',
	// In the hand of who cannot play it.
	drop: -1.9,
	draw: (g, m) => {
		g.put(
			points(
				'-0.12 0.02 0.3, 0.12 0.02 0.3, 0.2 0.5, 0.2 3.4 0.2, 0.27 3.78, 0.5 4.15 0.2, -0.5 4.15 0.2, -0.27 3.78, -0.2 3.4 0.2, -0.2 0.5',
			),
			m.steel,
		);
		// Rings that tell it from the hands on it, however few pixels there are.
		for (const [y, half] of [
			[0.8, 0.24],
			[1.95, 0.24],
			[3.5, 0.24],
			[4.07, 0.52],
		] as const)
			g.put(
				[
					[-half, y - 0.1, 0.2],
					[half, y - 0.1, 0.2],
					[half, y + 0.1, 0.2],
					[-half, y + 0.1, 0.2],
				],
				m.gold,
				0.7,
			);
		for (const y of [1.15, 1.5, 2.2, 2.5]) g.disc(0, y, 0.08, 0.09, m.s.colors.ramp('skin', [0.25, 0.02, 280]), 0.3);
		g.line(points('-0.1 0.6, -0.11 1.8, -0.1 3.6'), m.steel.spec, 0.07, 0.6);
	},
};

export const satchel: Held = {
	kind: 'handle',
	hand: 'hook',
	drop: 3.75,
	draw: (g, m) => {
		const leather = m.s.colors.ramp('leather', [0.46, 0.07, 60]);
		cord(g, leather, [0.88, -1.6], -3.75);
		for (const x of [-0.4, 0, 0.36])
			g.put(
				[
					[x, -1.7, 0.1],
					[x - 0.24, -2.15],
					[x + 0.04, -2.6, 0.1],
					[x + 0.22, -2.15],
				],
				m.s.colors.ramp('cloth', [0.6, 0.13, 140]),
				0.8,
			);
		g.put(points('-0.95 -1.8 0.3, 0.9 -1.9 0.3, 1.05 -0.6 0.5, 0 -0.3, -1.05 -0.55 0.5'), leather);
		g.put(points('-1.0 -1.85 0.2, 0.95 -1.95 0.2, 0.8 -1.2, 0 -0.95, -0.85 -1.15'), leather);
		g.disc(0, -1.0, 0.16, 0.16, m.gold, 0.7);
	},
};

/** The three legs of a scarab's right side: shoulder, knee and foot. */
const scarabLegs = [
	points('0.4 -1.15, 0.86 -1.5, 0.98 -1.95'),
	points('0.5 -0.75, 1.06 -0.86, 1.3 -0.5'),
	points('0.5 -0.4, 0.98 -0.28, 1.1 0.2'),
] as const;

/** A scarab seen from above, its hind end between the fingers: legs, two wing cases under a breastplate, a toothed head. */
export const beetle: Held = {
	kind: 'palm',
	hand: 'palm',
	draw: (g, m) => {
		const shell = m.s.colors.ramp('metal', [0.62, 0.1, 165]);
		for (const leg of scarabLegs)
			for (const side of [1, -1]) {
				const bent = leg.map(([x, y]): Point => [x * side, y]);
				g.line(bent, m.gold.ink, 0.26, 0.1);
				g.line(bent, m.gold.base, 0.13, 0.1);
			}
		g.put(
			points('-0.4 -1.6, -0.44 -2.0 0.1, -0.2 -1.9 0.2, 0 -2.12 0.1, 0.2 -1.9 0.2, 0.44 -2.0 0.1, 0.4 -1.6'),
			m.gold,
			0.8,
		);
		for (const side of [1, -1])
			g.put(
				points('0 -1.2 0.2, 0.5 -1.12 0.5, 0.74 -0.6, 0.6 0.05, 0.1 0.42 0.3, 0 0.36 0.2').map(
					([x, y, smooth = 1]): Point => [x * side, y, smooth],
				),
				shell,
			);
		g.put(points('-0.62 -1.12 0.3, -0.5 -1.52, 0 -1.72, 0.5 -1.52, 0.62 -1.12 0.3, 0 -1.02'), shell);
		g.disc(0, -1.34, 0.17, 0.17, m.gold, 0.7);
		for (const side of [1, -1])
			g.line(
				[
					[0.36 * side, -0.85],
					[0.46 * side, -0.45],
					[0.36 * side, -0.02],
				],
				shell.deep,
				0.08,
				0.4,
			);
	},
};

export const hourglass: Held = {
	kind: 'cup',
	hand: 'cup',
	drop: 1.75,
	draw: (g, m) => {
		g.put(points('-0.6 -2.9 0.3, 0.6 -2.9 0.3, 0.16 -1.75 0.5, 0.6 -0.6 0.3, -0.6 -0.6 0.3, -0.16 -1.75 0.5'), m.glass);
		g.put(
			points('-0.42 -2.4 0.3, 0.42 -2.4 0.3, 0.1 -1.8 0.3, -0.1 -1.8 0.3'),
			m.s.colors.ramp('cloth', [0.4, 0.02, 280]),
			0.4,
		);
		g.put(points('-0.5 -0.7 0.3, 0 -1.3 0.5, 0.5 -0.7 0.3'), m.s.colors.ramp('cloth', [0.4, 0.02, 280]), 0.4);
		for (const y of [-3.05, -0.5])
			g.put(
				[
					[-0.8, y - 0.14, 0.3],
					[0.8, y - 0.14, 0.3],
					[0.8, y + 0.14, 0.3],
					[-0.8, y + 0.14, 0.3],
				],
				m.gold,
			);
	},
};
