import { points } from '../../engine/points.ts';
import { ellipseOutline } from '../../engine/shape.ts';
import { bail, bailDrop, cord } from './hanging.ts';
import type { Held, ItemMaterials } from './held.ts';
import { drawChart } from './lore.ts';

/** Further designs of lights, staffs, horns, compasses, charms and maps, so that two bearers of one item seldom look alike. */

const dark = (m: ItemMaterials) => m.s.colors.ramp('skin', [0.25, 0.03, 280]);

/** A ribbed globe of oiled paper. */
export const paperLantern = (hue: number): Held => ({
	kind: 'handle',
	hand: 'hook',
	drop: bailDrop,
	draw: (g, m) => {
		const paper = m.gem([0.86, 0.12, hue]);
		g.glow(0, -1.8, 2.1, m.s.colors.tone([0.85, 0.12, hue]), 0.55);
		bail(g, m.steel, [0.38, -2.6]);
		g.disc(0, -1.75, 0.82, 0.98, paper);
		for (const x of [-0.5, 0, 0.5])
			g.line(
				[
					[x * 0.5, -2.68],
					[x * 1.1, -1.75],
					[x * 0.5, -0.82],
				],
				m.s.colors.tone([0.6, 0.13, hue - 20]),
				0.08,
				0.2,
			);
		g.put(points('-0.4 -2.85 0.2, 0.4 -2.85 0.2, 0.44 -2.58 0.2, -0.44 -2.58 0.2'), m.wood);
		g.put(points('-0.36 -0.9 0.2, 0.36 -0.9 0.2, 0.32 -0.66 0.2, -0.32 -0.66 0.2'), m.wood);
		g.line(points('0 -0.66, 0.06 -0.3, -0.02 0.05'), m.s.colors.tone([0.58, 0.18, 25]), 0.16, 0.4);
	},
});

/** A candle in a cage of bars. */
export const candleCage = (hue: number): Held => ({
	kind: 'handle',
	hand: 'hook',
	drop: bailDrop,
	draw: (g, m) => {
		g.glow(0, -1.9, 1.9, m.s.colors.tone([0.86, 0.13, hue]), 0.6);
		bail(g, m.steel, [0.34, -2.8]);
		const caged = g.inside();
		caged.put(points('-0.2 -1.65 0.1, 0.2 -1.65 0.1, 0.22 -0.8 0.1, -0.22 -0.8 0.1'), m.paper);
		caged.put(points('-0.02 -1.7 0.3, -0.2 -2.0, 0 -2.5 0.1, 0.2 -2.0'), m.gem([0.8, 0.16, hue - 10]), 0.7);
		for (const x of [-0.62, -0.2, 0.24, 0.62])
			g.line(
				[
					[x * 0.35, -2.8],
					[x, -1.9],
					[x, -0.8],
				],
				m.steel.ink,
				0.11,
				0,
			);
		g.put(points('-0.3 -3.0 0.3, 0.3 -3.0 0.3, 0.4 -2.66 0.3, -0.4 -2.66 0.3'), m.steel);
		g.put(points('-0.76 -0.86 0.3, 0.76 -0.86 0.3, 0.66 -0.5 0.3, -0.66 -0.5 0.3'), m.steel);
	},
});

/** A small skull with a light in it. */
export const skullLantern = (hue: number): Held => ({
	kind: 'handle',
	hand: 'hook',
	drop: bailDrop,
	draw: (g, m) => {
		const bone = m.s.colors.ramp('bone', [0.86, 0.04, 88]);
		const light = m.gem([0.84, 0.15, hue]);
		g.glow(0, -1.7, 1.9, light.light, 0.55);
		bail(g, m.steel, [0.6, -2.3]);
		g.put(
			points(
				'-0.3 -0.75 0.3, -0.4 -1.15, -0.85 -1.4, -0.9 -2.1, -0.4 -2.65, 0.4 -2.65, 0.9 -2.1, 0.85 -1.4, 0.42 -1.15, 0.32 -0.75 0.3',
			),
			bone,
		);
		for (const x of [-0.4, 0.4]) {
			g.disc(x, -1.75, 0.27, 0.3, dark(m), 0.6);
			g.disc(x, -1.72, 0.15, 0.17, light, 0.3);
		}
		g.put(points('0 -1.42 0.1, 0.12 -1.18 0.2, -0.12 -1.18 0.2'), dark(m), 0.4);
		for (const x of [-0.16, 0, 0.16])
			g.line(
				[
					[x, -1.02],
					[x, -0.78],
				],
				bone.ink,
				0.05,
				0,
			);
	},
});

/** A forked branch with bones and beads on strings. */
export const forkedStaff: Held = {
	kind: 'pole',
	hand: 'fist',
	draw: (g, m) => {
		g.put(
			points(
				'-0.16 5 0, -0.2 -2.3 0.4, -0.75 -3.5 0.1, -0.5 -3.55 0.1, -0.06 -2.7 0.4, 0.28 -3.8 0.1, 0.52 -3.7 0.1, 0.2 -2.3 0.4, 0.18 5 0',
			),
			m.wood,
		);
		for (const [x, y, ramp] of [
			[-0.62, -2.75, m.paper],
			[0.46, -2.9, m.tint],
		] as const) {
			g.line(
				[
					[x, y - 0.6],
					[x, y],
				],
				m.wood.ink,
				0.06,
				0,
			);
			g.put(
				[
					[x, y - 0.1, 0.2],
					[x + 0.18, y + 0.2],
					[x, y + 0.6, 0.1],
					[x - 0.18, y + 0.2],
				],
				ramp,
				0.8,
			);
		}
		for (const y of [-1.9, -1.7, -1.5]) g.line(points(`-0.2 ${y}, 0.2 ${y}`), m.tint.base, 0.13, 0);
	},
};

/** A shaft with a crescent on its end. */
export const crescentStaff: Held = {
	kind: 'pole',
	hand: 'fist',
	draw: (g, m) => {
		g.put(points('-0.14 5 0, -0.14 -2.6 0, 0.14 -2.6 0, 0.16 5 0'), m.wood);
		g.put(
			points(
				'-0.85 -3.9 0.1, -0.6 -3.2, 0 -2.95, 0.6 -3.2, 0.85 -3.9 0.1, 0.98 -3.1, 0.6 -2.55, 0 -2.35, -0.6 -2.55, -0.98 -3.1',
			),
			m.steel,
		);
		g.disc(0, -3.6, 0.28, 0.28, m.tint);
		g.glow(0, -3.6, 0.9, m.tint.light, 0.5);
		g.put(points('-0.26 -2.45 0.2, 0.26 -2.45 0.2, 0.2 -2.1 0.2, -0.2 -2.1 0.2'), m.gold, 0.8);
	},
};

/** A pink shell: the hand is around its spire, whose whorls stand out below; above, it flares to its lip and the opening. */
export const conch: Held = {
	kind: 'horn',
	hand: 'fist',
	draw: (g, m) => {
		const shell = m.s.colors.ramp('bone', [0.88, 0.05, 50]);
		// The spire's whorls, the smallest outermost, each over the one before.
		for (const [x, y, rx, ry] of [
			[0.03, 1.24, 0.17, 0.16],
			[0.02, 1.02, 0.3, 0.2],
			[0, 0.76, 0.42, 0.24],
		] as const)
			g.disc(x, y, rx, ry, shell);
		// As narrow as a fist below, it opens above.
		g.put(
			points(
				'-0.42 0.66 0.4, -0.42 0.1, -0.5 -0.5 0.3, -0.84 -0.66, -0.9 -1.06 0.2, -1.16 -1.2, -1.24 -1.66, -1.0 -2.06 0.2, -0.7 -2.34, -0.2 -2.42 0.2, 0.4 -2.42, 0.98 -2.82 0.1, 1.14 -1.9, 1.0 -1.2, 0.62 -0.62, 0.44 -0.1, 0.44 0.66 0.4',
			),
			shell,
		);
		g.put(
			points('0.14 -2.02 0.3, 0.5 -2.2, 0.88 -2.52 0.1, 0.98 -1.86, 0.84 -1.24, 0.36 -0.76, 0.14 -1.0, 0.3 -1.5'),
			m.s.colors.ramp('skin', [0.68, 0.13, 15]),
			0.8,
		);
		for (const rib of [
			points('-1.0 -2.04, -0.5 -1.8, 0.06 -1.76'),
			points('-0.9 -1.06, -0.4 -1.16, 0.1 -1.12'),
			points('-0.5 -0.52, -0.1 -0.62, 0.3 -0.64'),
		] as const)
			g.line(rib, shell.deep, 0.09, 0.5);
	},
};

/** A compass in a case with a lid that stands open. */
export const caseCompass: Held = {
	kind: 'palm',
	hand: 'palm',
	draw: (g, m) => {
		const brass = m.s.colors.ramp('metal', [0.66, 0.1, 70]);
		g.put(ellipseOutline(0.08, -1.55, 0.86, 0.66), brass);
		g.put(ellipseOutline(0.08, -1.52, 0.66, 0.48), m.wood, 0.7);
		g.put(points('-0.9 -0.5 0.6, 0 -0.95, 1.0 -0.5 0.6, 0.95 0.1 0.5, 0 0.34, -0.88 0.1 0.5'), brass);
		g.put(ellipseOutline(0.04, -0.48, 0.74, 0.34), m.paper, 0.8);
		g.put(points('-0.5 -0.42 0, 0.05 -0.6 0, 0.1 -0.4 0'), m.gem([0.58, 0.19, 28]), 0.5);
		g.put(points('0.6 -0.56 0, 0.05 -0.6 0, 0.1 -0.4 0'), m.steel, 0.5);
	},
};

/** Rings of the heavens around a small world. */
export const armillary: Held = {
	kind: 'palm',
	hand: 'palm',
	draw: (g, m) => {
		const ring = (rx: number, ry: number, width: number) => {
			const loop = ellipseOutline(0.05, -1.1, rx, ry, 0, 16);
			// In halves, as a line has too few corners to go all around.
			const halves = [loop.slice(0, 9), [...loop.slice(8), loop[0]!]];
			for (const half of halves) g.line(half, m.gold.ink, width + 0.08, 0);
			for (const half of halves) g.line(half, m.gold.base, width, 0);
		};
		g.put(points('-0.5 0.3 0.2, 0.55 0.3 0.2, 0.2 -0.05, 0.16 -0.3, -0.08 -0.3, -0.14 -0.05'), m.gold);
		ring(0.92, 0.92, 0.11);
		g.inside().disc(0.05, -1.1, 0.34, 0.34, m.tint);
		ring(0.4, 0.92, 0.09);
		ring(0.92, 0.3, 0.1);
	},
};

/** A hoop with a web and feathers. */
export const featherCharm: Held = {
	kind: 'handle',
	hand: 'hook',
	drop: 3.3,
	draw: (g, m) => {
		const hoop = ellipseOutline(0, -1.75, 0.72, 0.72, 0, 16);
		cord(g, m.wood, [0.1, -2.4], -3.3);
		for (const turn of [0, 1, 2, 3]) {
			const angle = (turn * Math.PI) / 4 + 0.2;
			const [dx, dy] = [Math.cos(angle) * 0.68, Math.sin(angle) * 0.68];
			g.line(
				[
					[-dx, -1.75 - dy],
					[dx * 0.9, -1.75 + dy * 0.9],
				],
				m.paper.light,
				0.05,
				0,
			);
		}
		g.line([...hoop, hoop[0]!], m.wood.ink, 0.24, 0);
		g.line([...hoop, hoop[0]!], m.wood.light, 0.13, 0);
		g.disc(0, -1.75, 0.16, 0.16, m.tint, 0.7);
		for (const [x, length, ramp] of [
			[-0.5, 1.1, m.tint],
			[0, 1.4, m.paper],
			[0.5, 1.1, m.tint],
		] as const)
			g.put(
				[
					[x, -1.1, 0.1],
					[x + 0.2, -0.7],
					[x + 0.02, -1.1 + length, 0.1],
					[x - 0.2, -0.7],
				],
				ramp,
				0.8,
			);
	},
};

/** A little figure of straw and yarn. */
export const strawDoll: Held = {
	kind: 'pinch',
	hand: 'fist',
	draw: (g, m) => {
		const straw = m.s.colors.ramp('leather', [0.74, 0.1, 85]);
		g.put(
			points(
				'-0.24 0.7 0.3, -0.3 -0.9, -0.95 -1.0 0.2, -0.95 -1.3 0.2, -0.2 -1.45, 0.2 -1.45, 0.95 -1.3 0.2, 0.95 -1.0 0.2, 0.3 -0.9, 0.24 0.7 0.3',
			),
			straw,
		);
		g.disc(0, -1.9, 0.48, 0.5, straw);
		for (const x of [-0.18, 0.18]) g.disc(x, -1.95, 0.07, 0.07, dark(m), 0.3);
		g.line(points('-0.16 -1.72, 0 -1.66, 0.16 -1.72'), straw.ink, 0.06, 0.3);
		for (const y of [-1.42, -0.95])
			g.line(
				[
					[-0.32, y],
					[0.32, y],
				],
				m.tint.base,
				0.16,
				0,
			);
		g.put(
			points('-0.3 -2.3 0.1, -0.5 -2.75 0.1, -0.05 -2.45, 0.1 -2.9 0.1, 0.2 -2.4, 0.55 -2.6 0.1, 0.34 -2.25'),
			m.tint,
			0.8,
		);
	},
};

/** A chart rolled up, its end hanging open. */
export const rolledMap: Held = {
	// Not as a blade: on a shoulder, hoods would cover its sheet.
	kind: 'pinch',
	hand: 'fist',
	draw: (g, m) => {
		g.put(
			points(
				'-0.1 -2.75 0.1, -0.85 -2.56 0.2, -1.5 -2.4 0.1, -1.45 -1.7 0.2, -1.5 -0.8 0.1, -0.85 -0.68 0.2, -0.1 -0.78 0.1',
			),
			m.paper,
		);
		drawChart(g.moved(-0.82, 0.05), m, 0.62);
		g.put(points('-0.28 1.3 0.3, -0.3 -2.9 0.3, 0.32 -2.9 0.3, 0.3 1.3 0.3'), m.paper);
		g.disc(0, -2.9, 0.31, 0.13, m.paper, 0.9);
		g.disc(0, -2.9, 0.14, 0.06, dark(m), 0.4);
		g.line(points('-0.12 -2.6, -0.14 -0.6'), m.paper.light, 0.1, 0.4);
	},
};
