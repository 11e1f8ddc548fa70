import type { Lch } from '../../engine/color.ts';
import { points } from '../../engine/points.ts';
import type { Point } from '../../engine/shape.ts';
import type { Held, ItemMaterials } from './held.ts';

/** Further designs of things that are thrown, drunk from, worn or fought with. */

/** Two many-sided dice in the air. */
export const manySidedDice: Held = {
	kind: 'dice',
	hand: 'palm',
	draw: (g, m) => {
		for (const stroke of [
			points('-0.9 -0.8, -0.98 -0.6'),
			points('-0.5 -0.76, -0.5 -0.5'),
			points('0.3 -1.56, 0.26 -1.34'),
			points('0.72 -1.5, 0.8 -1.3'),
		] as const)
			g.line(stroke, m.paper.light, 0.09, 0.5);
		for (const [x, y, ramp, turn] of [
			[-0.6, -1.5, m.tint, 0.2],
			[0.5, -2.25, m.s.colors.ramp('bone', [0.88, 0.04, 90]), -0.3],
		] as const) {
			const at = (angle: number, r: number): Point => [
				x + Math.cos(angle + turn) * r,
				y + Math.sin(angle + turn) * r,
				0.05,
			];
			const corners = Array.from({ length: 6 }, (_, i) => at((i * Math.PI) / 3 - Math.PI / 2, 0.6));
			const inner = [0, 1, 2].map((i) => at((i * 2 * Math.PI) / 3 - Math.PI / 2, 0.34));
			g.put(corners, ramp);
			g.put(inner, { ...ramp, base: ramp.light }, 0.5);
			inner.forEach((spot, i) => {
				for (const corner of [corners[i * 2]!, corners[(i * 2 + 1) % 6]!, corners[(i * 2 + 5) % 6]!])
					g.line([spot, corner], ramp.ink, 0.05, 0.1);
			});
		}
	},
};

/** A bottle gourd on a cord. */
export const gourd: Held = {
	kind: 'cup',
	hand: 'cup',
	drop: 1.0,
	draw: (g, m) => {
		const rind = m.s.colors.ramp('leather', [0.68, 0.12, 62]);
		g.put(
			points(
				'-0.16 -2.7 0.3, 0.16 -2.7 0.3, 0.42 -2.2, 0.3 -1.75, 0.78 -1.2, 0.76 -0.5, 0.1 -0.15, -0.7 -0.45, -0.78 -1.15, -0.32 -1.75, -0.42 -2.2',
			),
			rind,
		);
		g.put(points('-0.2 -3.0 0.3, 0.2 -3.0 0.3, 0.17 -2.62 0.3, -0.17 -2.62 0.3'), m.wood);
		g.line(points('-0.36 -1.78, 0 -1.68, 0.36 -1.78'), m.s.colors.tone([0.5, 0.17, 25]), 0.17, 0);
		g.line(points('-0.5 -0.7, -0.56 -1.1, -0.4 -1.4'), m.paper.light, 0.1);
	},
};

/** A flat flask with a stopper on a chain. */
export const hipFlask: Held = {
	kind: 'cup',
	hand: 'cup',
	drop: 0.95,
	draw: (g, m) => {
		const copper = m.s.colors.ramp('metal', [0.64, 0.11, 45]);
		g.put(points('-0.72 -2.1 0.4, 0.72 -2.1 0.4, 0.82 -1.1, 0.7 -0.1 0.4, -0.7 -0.1 0.4, -0.82 -1.1'), copper);
		g.put(points('-0.24 -2.6 0.2, 0.24 -2.6 0.2, 0.22 -2.05 0.2, -0.22 -2.05 0.2'), m.steel);
		g.put(points('-0.3 -2.86 0.2, 0.3 -2.86 0.2, 0.3 -2.56 0.2, -0.3 -2.56 0.2'), m.gold);
		g.put(points('0 -1.75 0, 0.26 -1.4 0, 0 -1.05 0, -0.26 -1.4 0'), m.gold, 0.7);
		g.line(points('-0.54 -1.9, -0.6 -1.2, -0.54 -0.5'), copper.spec, 0.1, 0.6);
	},
};

/** A letter rolled and tied, its seal on the ribbon. */
export const tiedLetter: Held = {
	kind: 'blade',
	hand: 'fist',
	draw: (g, m) => {
		const red = m.gem([0.52, 0.19, 25]);
		g.put(points('-0.34 1.1 0.3, -0.34 -2.3 0.3, 0.34 -2.3 0.3, 0.34 1.1 0.3'), m.paper);
		g.disc(0, -2.3, 0.34, 0.14, m.paper, 0.9);
		g.line(points('-0.08 -2.34, 0.12 -2.3, -0.02 -2.24'), m.paper.deep, 0.06, 0.1);
		g.line(points('-0.14 -2.05, -0.16 -0.7'), m.paper.light, 0.1, 0.4);
		g.put(points('-0.4 -1.5 0.1, 0.4 -1.5 0.1, 0.4 -1.2 0.1, -0.4 -1.2 0.1'), red, 0.8);
		g.put(points('0.1 -1.3 0.1, 0.42 -0.7 0.1, 0.24 -0.75 0.1, 0.14 -0.55 0.1, -0.06 -1.25 0.1'), red, 0.7);
		g.disc(0, -1.36, 0.27, 0.27, red, 0.8);
	},
};

/** A short blade that winds like a snake. */
export const kris = (steel: (m: ItemMaterials) => ReturnType<ItemMaterials['gem']>): Held => ({
	kind: 'blade',
	hand: 'fist',
	draw: (g, m) => {
		const metal = steel(m);
		g.put(
			points(
				'-0.28 -0.8 0.2, -0.42 -1.25, -0.2 -1.7, -0.38 -2.15, -0.14 -2.6, -0.2 -3.05, 0.08 -3.5 0.05, 0.14 -3.0, 0.3 -2.6, 0.1 -2.15, 0.3 -1.7, 0.14 -1.25, 0.28 -0.8 0.2',
			),
			metal,
		);
		g.line(points('0 -1.0, -0.12 -1.3, 0.06 -1.7, -0.12 -2.15, 0.06 -2.6, 0 -3.0'), metal.spec, 0.08, 0.6);
		g.put(points('-0.62 -0.92 0.3, 0.62 -0.7 0.3, 0.5 -0.48 0.3, -0.5 -0.6 0.3'), m.gold);
		g.put(points('-0.15 0.5 0.2, 0.15 0.5 0.2, 0.2 1.0 0.2, -0.2 1.0 0.2'), m.wood);
		g.disc(0, 1.0, 0.24, 0.2, m.gem([0.5, 0.18, 25]));
	},
});

/** A curved sword. */
export const sabre = (glow?: Lch): Held => ({
	kind: 'sabre',
	hand: 'fist',
	draw: (g, m) => {
		if (glow) g.glow(0.3, -2.4, 2.4, m.s.colors.tone(glow), 0.45);
		g.put(points('-0.16 -0.85 0.2, -0.14 -2.2, 0.2 -3.4, 0.95 -4.4 0.05, 0.78 -3.3, 0.4 -2.2, 0.2 -0.85 0.2'), m.steel);
		g.line(points('0.0 -1.0, 0.06 -2.2, 0.4 -3.3, 0.8 -4.1'), m.steel.spec, 0.08, 0.6);
		g.put(points('-0.75 -0.7 0.4, 0 -0.92, 0.6 -0.86 0.4, 0.62 -0.62 0.4, 0 -0.6, -0.7 -0.45 0.4'), m.gold);
		g.line(points('0.5 -0.7, 0.72 0.0, 0.3 0.85'), m.gold.base, 0.16, 0.3);
		g.put(points('-0.14 0.5 0.2, 0.14 0.5 0.2, 0.2 0.95 0.2, -0.1 0.95 0.2'), m.wood);
		g.disc(0.06, 1.0, 0.2, 0.2, m.gold);
	},
});

/** A round shield polished to a mirror. */
export const roundShield: Held = {
	kind: 'shield',
	hand: 'fist',
	draw: (g, m) => {
		g.disc(0, -0.6, 1.62, 1.62, m.gold);
		g.disc(0, -0.6, 1.3, 1.3, m.s.colors.ramp('gem', [0.84, 0.04, 225]));
		g.line(points('-0.8 -0.2, -0.5 -1.0, 0.1 -1.5'), m.paper.light, 0.3, 0.9);
		g.line(points('-0.2 0.2, 0.3 -0.5, 0.7 -1.1'), m.paper.light, 0.14, 0.9);
		g.disc(0, -0.6, 0.34, 0.34, m.gold);
		for (const turn of [0, 1, 2, 3, 4, 5, 6, 7]) {
			const angle = (turn * Math.PI) / 4;
			g.disc(Math.cos(angle) * 1.45, -0.6 + Math.sin(angle) * 1.45, 0.09, 0.09, m.steel, 0.5);
		}
	},
};

/** Small bells on a strap. */
export const bellStrap: Held = {
	kind: 'handle',
	hand: 'hook',
	drop: 0,
	draw: (g, m) => {
		// Its upper end stands out of the fist; the lower one stays in the picture where a snout presses the hand down.
		const strap = points('-0.28 -0.86, -0.02 -0.8, 0.1 -0.1, 0.18 0.9, 0.04 1.7');
		g.line(strap, m.wood.ink, 0.34, 0);
		g.line(strap, m.s.colors.tone([0.5, 0.16, 25]), 0.22, 0);
		for (const [x, y] of [
			[-0.24, 0.6],
			[0.52, 0.86],
			[-0.22, 1.3],
			[0.46, 1.52],
			[0.02, 1.94],
		] as const) {
			g.disc(x, y, 0.3, 0.3, m.gold);
			g.line(
				[
					[x - 0.18, y + 0.12],
					[x + 0.18, y + 0.12],
				],
				m.gold.ink,
				0.07,
				0,
			);
		}
	},
};

/** A bunch of herbs tied with string. */
export const herbBundle: Held = {
	kind: 'pinch',
	hand: 'fist',
	draw: (g, m) => {
		const leaf = m.s.colors.ramp('cloth', [0.6, 0.13, 140]);
		for (const [x, y, ramp] of [
			[-0.8, -2.0, leaf],
			[0.8, -2.1, leaf],
			[-0.35, -2.6, m.s.colors.ramp('cloth', [0.7, 0.12, 320])],
			[0.4, -2.7, leaf],
			[0, -2.3, m.s.colors.ramp('cloth', [0.84, 0.12, 95])],
		] as const) {
			g.line(
				[
					[x * 0.15, 0.2],
					[x * 0.5, -1.0],
					[x, y],
				],
				leaf.deep,
				0.13,
				0.2,
			);
			for (const [dx, dy] of [
				[0, 0],
				[-0.22, 0.5],
				[0.22, 0.6],
			] as const)
				g.put(
					[
						[x * 0.9 + dx * 0.5, y + dy + 0.3, 0.2],
						[x * 0.9 + dx + 0.2, y + dy - 0.05],
						[x + dx * 1.4, y + dy - 0.5, 0.1],
						[x * 0.9 + dx - 0.2, y + dy - 0.05],
					],
					ramp,
					0.7,
				);
		}
		g.line(points('-0.1 0.4, -0.2 1.1'), leaf.deep, 0.12, 0.2);
		g.line(points('0.1 0.4, 0.22 1.1'), leaf.deep, 0.12, 0.2);
		g.line(points('-0.42 -0.75, 0 -0.68, 0.42 -0.75'), m.paper.base, 0.16, 0);
	},
};
