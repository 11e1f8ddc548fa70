import { points } from '../../engine/points.ts';
import type { Point } from '../../engine/shape.ts';
import type { Grip } from '../stance/hand.ts';
import { cord } from './hanging.ts';
import type { Held, ItemMaterials } from './held.ts';

/** A small woven wheel on a cord, a bead above it and a tassel below. */
export const charm: Held = {
	kind: 'handle',
	hand: 'hook',
	drop: 3.3,
	draw: (g, m) => {
		cord(g, m.wood, [0.1, -2.0], -3.3);
		g.disc(0, -2.02, 0.17, 0.17, m.tint, 0.7);
		g.put(
			points('-0.1 -0.4 0.3, 0.1 -0.4 0.3, 0.24 0.5 0.1, 0.08 0.4, 0 0.56 0.1, -0.08 0.4, -0.24 0.5 0.1'),
			m.tint,
			0.8,
		);
		g.disc(0, -1.1, 0.74, 0.74, m.wood);
		g.disc(0, -1.1, 0.54, 0.54, m.paper, 0.7);
		for (const turn of [0, 1, 2, 3]) {
			const angle = (turn * Math.PI) / 4;
			const [dx, dy] = [Math.cos(angle) * 0.52, Math.sin(angle) * 0.52];
			g.line(
				[
					[-dx, -1.1 - dy],
					[dx, -1.1 + dy],
				],
				m.tint.shade,
				0.07,
				0,
			);
		}
		g.disc(0, -1.1, 0.16, 0.16, m.tint, 0.7);
		g.disc(0, -0.36, 0.13, 0.13, m.paper, 0.7);
	},
};

/**
 * What makes a sheet a map: a coast, and a dotted way to a cross. In the paper's ink, which every style's few tones part
 * from it; `breadth` narrows it all to a sheet's width.
 */
export function drawChart(g: Grip, { paper }: ItemMaterials, breadth = 1): void {
	const line = (stroke: readonly Point[], color: string, width: number) =>
		g.line(
			stroke.map(([x, y]): Point => [x * breadth, y]),
			color,
			width,
			0.1,
		);
	line(points('-1.04 -1.3, -0.84 -1.36, -0.72 -1.06, -0.48 -1.08, -0.36 -0.8'), paper.deep, 0.13);
	for (const dash of [
		points('-0.9 -2.3, -0.75 -2.1'),
		points('-0.6 -1.94, -0.38 -1.84'),
		points('-0.18 -1.78, 0.04 -1.82'),
	])
		line(dash, paper.ink, 0.13);
	for (const stroke of [points('0.24 -2.32, 0.8 -1.72'), points('0.78 -2.36, 0.28 -1.68')])
		line(stroke, paper.ink, 0.2);
}

export const scroll = (sealed: boolean): Held => ({
	kind: 'cup',
	hand: 'clutch',
	// Its lower edge lies on the ball of the thumb.
	drop: sealed ? 0.8 : 0.85,
	draw: (g, m) => {
		if (sealed) {
			g.put(points('-0.95 -2.0 0, 0.95 -2.25 0, 1.1 -0.85 0, -0.8 -0.55 0'), m.paper);
			g.line(points('-0.92 -1.95, 0.03 -1.48, 0.92 -2.2'), m.paper.ink, 0.08, 0);
			// Above the tip of the thumb.
			g.disc(0.0, -1.58, 0.26, 0.26, m.gem([0.52, 0.19, 25]), 0.7);
			return;
		}
		g.put(
			points(
				'-1.14 -2.7 0.1, -0.5 -2.85 0.1, 0.25 -2.72 0.1, 1.1 -2.9 0.1, 1.02 -2.2 0.2, 1.12 -1.5 0.2, 1.02 -0.6 0.1, 0.2 -0.4 0.1, -0.5 -0.52 0.1, -1.1 -0.4 0.1, -1.04 -1.2 0.2, -1.12 -1.9 0.2',
			),
			m.paper,
		);
		for (const fold of [points('-0.5 -2.8, -0.46 -0.56'), points('0.28 -2.7, 0.26 -0.45')])
			g.line(fold, m.paper.shade, 0.09, 0);
		drawChart(g, m);
	},
});

export const dice: Held = {
	kind: 'dice',
	hand: 'palm',
	draw: (g, m) => {
		const bone = m.s.colors.ramp('bone', [0.88, 0.04, 90]);
		const pip = m.s.colors.ramp('skin', [0.25, 0.02, 280]);
		// They hang in the air as thrown; short strokes tell which way they fly.
		for (const stroke of [
			points('-0.9 -0.86, -0.98 -0.66'),
			points('-0.56 -0.82, -0.58 -0.56'),
			points('0.1 -1.52, 0.02 -1.3'),
			points('0.46 -1.5, 0.46 -1.22'),
			points('0.8 -1.56, 0.88 -1.36'),
		] as const)
			g.line(stroke, m.paper.light, 0.09, 0.5);
		for (const [x, y, turn, pips] of [
			[-0.56, -1.6, 0.3, 3],
			[0.4, -2.3, -0.25, 2],
		] as const) {
			const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
			const at = (u: number, v: number): Point => [x + u * cos - v * sin, y + u * sin + v * cos, 0.1];
			g.put([at(-0.46, -0.34), at(0, -0.58), at(0.46, -0.34), at(0.46, 0.3), at(0, 0.56), at(-0.46, 0.3)], bone);
			g.line([at(-0.44, -0.32), at(0, -0.08), at(0.44, -0.32)], bone.deep, 0.06, 0.1);
			g.line([at(0, -0.08), at(0, 0.5)], bone.deep, 0.06, 0.1);
			for (let i = 0; i < pips; i++) {
				const [px, py] = at(-0.34 + i * 0.12, 0.24 - i * 0.18);
				g.disc(px, py, 0.07, 0.07, pip, 0.2);
			}
			const [tx, ty] = at(0.22, 0.12);
			g.disc(tx, ty, 0.08, 0.08, pip, 0.2);
		}
	},
};

/**
 * A raven's half mask in profile on a rod. Its beak, the longest thing on it, points down past the hand, where no
 * pose has the bearer's face.
 */
export const mask: Held = {
	kind: 'pinch',
	hand: 'fist',
	draw: (g, m) => {
		const plumage = m.s.colors.ramp('cloth', [0.47, 0.06, 270]);
		const dark = m.s.colors.ramp('cloth', [0.28, 0.035, 275]);
		const ribbon = m.s.colors.ramp('cloth', [0.56, 0.17, 25]);
		for (const tail of [
			points(
				'0.55 -2.05 0.2, 1.2 -1.95, 1.5 -1.3, 1.85 -0.95 0.1, 1.5 -0.92 0.1, 1.4 -0.6 0.1, 1.15 -1.2, 0.6 -1.65 0.2',
			),
			points(
				'0.55 -1.95 0.2, 0.95 -1.6, 1.05 -0.9, 1.25 -0.4 0.1, 0.95 -0.5 0.1, 0.75 -0.2 0.1, 0.72 -0.95, 0.5 -1.5 0.2',
			),
		] as const)
			g.put(tail, ribbon, 0.8);
		g.put(points('-0.12 1.2 0.3, 0.12 1.2 0.3, 0.1 -1.6 0, -0.1 -1.6 0'), m.wood);
		g.disc(0, 1.2, 0.17, 0.15, m.gold, 0.8);
		// Swept back in a close fan: feathers that stand up one by one would be taken for ears.
		for (const feather of [
			points('-0.1 -2.45 0.2, 0.15 -2.95, 0.72 -3.4 0.1, 0.72 -2.9, 0.5 -2.4 0.2'),
			points('0.2 -2.45 0.2, 0.65 -2.95, 1.3 -3.25 0.1, 1.2 -2.75, 0.75 -2.3 0.2'),
			points('0.4 -2.3 0.2, 0.95 -2.62, 1.6 -2.7 0.1, 1.35 -2.32, 0.75 -2.05 0.2'),
			points('0.5 -2.05 0.2, 1.0 -2.22, 1.55 -2.12 0.1, 1.2 -1.86, 0.65 -1.75 0.2'),
		] as const)
			g.put(feather, dark, 0.8);
		// The back edge is cut straight: half a head is a mask, a round one is a bird.
		g.put(
			points(
				'-0.5 -2.1, -0.2 -2.55, 0.25 -2.75, 0.78 -2.6 0.1, 0.66 -2.0 0.5, 0.8 -1.3 0.1, 0.35 -1.1, -0.15 -1.2, -0.4 -1.6',
			),
			plumage,
		);
		for (const tip of [
			points('0.42 -1.62, 0.5 -1.42, 0.64 -1.56'),
			points('0.16 -1.42, 0.26 -1.24, 0.42 -1.36'),
			points('0.34 -2.5, 0.48 -2.34, 0.62 -2.48'),
		] as const)
			g.line(tip, plumage.deep, 0.08, 0.3);
		g.put(
			points(
				'-0.18 -2.42 0.2, -0.7 -2.28, -1.14 -1.62, -1.26 -0.15 0.05, -0.95 -0.86, -0.58 -1.14, -0.14 -1.22 0.2, -0.05 -1.8 0.6',
			),
			dark,
		);
		g.line(points('-0.12 -1.62, -0.72 -1.44, -1.12 -0.76'), dark.spec, 0.07, 0.4);
		g.line(points('-0.45 -2.04, -0.68 -1.94'), dark.spec, 0.09, 0.4);
		g.line(points('-0.16 -2.42, -0.04 -1.8, -0.13 -1.22'), m.gold.base, 0.12, 0.1);
		g.put(points('0.02 -1.88 0.1, 0.24 -2.26, 0.66 -2.16 0.1, 0.42 -1.8'), m.gold, 0.7);
		g.put(
			points('0.12 -1.94 0.1, 0.27 -2.14, 0.54 -2.1 0.1, 0.37 -1.9'),
			m.s.colors.ramp('skin', [0.16, 0.03, 280]),
			0.4,
		);
	},
};

export const quill: Held = {
	kind: 'pinch',
	hand: 'fist',
	draw: (g, m) => {
		// In two halves of cloth: a gem's deep shade would blacken the one away from the light.
		const fire = m.s.colors.ramp('cloth', [0.68, 0.18, 42]);
		const flame = m.s.colors.ramp('cloth', [0.8, 0.15, 68]);
		g.glow(0.4, -2.2, 1.6, flame.light, 0.5);
		g.put(
			points(
				'-0.02 -0.85 0.1, 0.28 -2.4, 0.9 -4.1 0.1, 0.98 -3.3, 0.92 -2.8, 0.6 -2.6 0.1, 0.7 -2.1, 0.4 -1.7 0.1, 0.34 -1.2',
			),
			fire,
		);
		g.put(points('-0.02 -0.85 0.1, -0.45 -1.6, -0.32 -2.6, 0.2 -3.5, 0.9 -4.1 0.1, 0.28 -2.4'), flame);
		// Through the fist, with its tip below.
		g.put(points('-0.24 1.15 0.2, 0.02 1.15 0.2, -0.16 1.75 0'), m.steel, 0.6);
		g.put(points('-0.21 1.25 0.2, -0.08 -0.9 0, 0.06 -0.9 0, -0.02 1.25 0.2'), m.paper, 0.6);
		g.line(points('0 -0.8, 0.28 -2.4, 0.85 -3.95'), m.paper.light, 0.11, 0.5);
	},
};

export const key: Held = {
	kind: 'pinch',
	hand: 'fist',
	draw: (g, m) => {
		g.glow(0, -2.2, 1.5, m.gold.light, 0.4);
		g.put(points('-0.14 1.0 0, 0.14 1.0 0, 0.14 -2.3 0, -0.14 -2.3 0'), m.gold);
		g.put(points('-0.1 0.72 0, -0.55 0.72 0, -0.55 0.98 0, -0.1 0.98 0'), m.gold);
		for (const [x, y] of [
			[-0.42, -2.0],
			[0.42, -2.0],
			[0, -2.7],
		] as const) {
			g.disc(x, y, 0.42, 0.42, m.gold);
			g.disc(x, y, 0.17, 0.17, m.s.colors.ramp('skin', [0.3, 0.05, 280]), 0.6);
		}
		// A collar joins the bow to its shank.
		g.put(points('-0.3 -1.72 0.2, 0.3 -1.72 0.2, 0.3 -1.4 0.2, -0.3 -1.4 0.2'), m.gold, 0.8);
	},
};

/** Lighter than any fur or leather it may be held before, with its dark inside to part it from them. */
export const crown: Held = {
	kind: 'palm',
	hand: 'palm',
	draw: (g, m) => {
		const roots = m.s.colors.ramp('leather', [0.7, 0.08, 75]);
		const leaf = m.s.colors.ramp('cloth', [0.6, 0.14, 135]);
		g.put(
			points('-1.0 -0.9 0.3, 0 -1.16, 1.02 -0.95 0.3, 0.9 -0.4, -0.9 -0.4'),
			m.s.colors.ramp('leather', [0.32, 0.05, 50]),
		);
		g.put(
			points(
				'-0.95 0.1 0.3, -1.15 -1.3 0.1, -0.55 -0.7, -0.3 -1.7 0.1, 0.05 -0.75, 0.5 -1.75 0.1, 0.65 -0.7, 1.2 -1.4 0.1, 1.0 0.05 0.3, 0 0.28',
			),
			roots,
		);
		for (const grain of [
			points('-0.82 -0.05, -0.86 -0.5, -1.04 -1.0'),
			points('-0.35 0.08, -0.45 -0.5, -0.3 -1.3'),
			points('0.4 0.1, 0.32 -0.6, 0.46 -1.35'),
			points('0.8 -0.02, 0.84 -0.55, 1.1 -1.1'),
		] as const)
			g.line(grain, roots.deep, 0.09, 0.6);
		for (const [x, y] of [
			[-1.1, -1.25],
			[-0.3, -1.6],
			[0.5, -1.65],
			[1.15, -1.3],
		] as const)
			g.put(
				[
					[x, y, 0.1],
					[x - 0.2, y - 0.3],
					[x + 0.05, y - 0.65, 0.1],
					[x + 0.25, y - 0.3],
				],
				leaf,
				0.8,
			);
		g.disc(0, -0.2, 0.18, 0.2, m.gem([0.6, 0.16, 30]), 0.7);
	},
};

export const book: Held = {
	kind: 'book',
	hand: 'clutch',
	draw: (g, m) => {
		g.put(points('-0.95 -1.9 0.1, 0.75 -2.1 0.1, 0.95 0.1 0.1, -0.8 0.3 0.1'), m.tint);
		g.put(points('-0.6 -1.6 0.1, 0.5 -1.74 0.1, 0.62 -0.2 0.1, -0.5 -0.06 0.1'), m.gold, 0.6);
		g.put(points('-0.5 -1.48 0.1, 0.4 -1.6 0.1, 0.5 -0.32 0.1, -0.4 -0.18 0.1'), m.tint, 0.6);
		g.disc(0, -0.9, 0.26, 0.26, m.gold, 0.6);
	},
};

export const orb: Held = {
	kind: 'palm',
	hand: 'palm',
	draw: (g, m) => {
		g.glow(0.05, -0.9, 1.9, m.tint.light, 0.55);
		g.disc(0.05, -0.85, 0.85, 0.85, m.glass);
		g.line(points('-0.5 -0.7, -0.4 -1.2, 0.0 -1.5'), m.paper.light, 0.14);
	},
};

export const bell: Held = {
	kind: 'handle',
	hand: 'hook',
	drop: 3.4,
	draw: (g, m) => {
		cord(g, m.wood, [0.12, -2.7], -3.4);
		// The rim hides the upper half of the clapper, which therefore hangs in the bell.
		g.disc(0, -0.93, 0.26, 0.26, m.gold);
		g.put(
			points('-0.25 -2.6, 0.25 -2.6, 0.5 -1.9, 0.62 -1.3, 0.95 -0.95 0.3, -0.95 -0.95 0.3, -0.62 -1.3, -0.5 -1.9'),
			m.gold,
		);
		g.disc(0, -2.8, 0.2, 0.24, m.gold);
	},
};
