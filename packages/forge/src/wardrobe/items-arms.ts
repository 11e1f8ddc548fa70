import type { Lch, Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import type { Held, ItemMaterials } from './held.ts';

export const bow: Held = {
	hold: 'fist',
	draw: (g, m) => {
		g.put(
			points(
				'0.8 -4.2 0.2, 0.0 -3.0, -0.35 -1.2, -0.2 0.6, 0.3 2.0 0.2, 0.1 0.6, -0.05 -1.2, 0.25 -2.9, 0.95 -4.1 0.2',
			),
			m.wood,
		);
		g.line(points('0.85 -4.1, 0.95 -1.5, 0.8 1.6'), m.paper.light, 0.05, 0);
		for (const y of [-2.8, -1.9])
			g.put(
				[
					[-0.2, y, 0],
					[-0.6, y - 0.3, 0],
					[-0.1, y - 0.3, 0],
				],
				m.s.colors.ramp('cloth', [0.55, 0.13, 140]),
				0.7,
			);
	},
};

export const blade = (length: number, steel: (m: ItemMaterials) => Ramp, glow?: Lch): Held => ({
	hold: 'fist',
	draw: (g, m) => {
		const metal = steel(m);
		if (glow) g.glow(0, -length * 0.6, length * 0.6, m.s.colors.tone(glow), 0.45);
		g.put(
			[
				[-0.2, -0.9, 0],
				[-0.26, -length + 0.5, 0],
				[0, -length, 0],
				[0.26, -length + 0.5, 0],
				[0.2, -0.9, 0],
			],
			metal,
		);
		g.line(
			[
				[0, -1.0],
				[0, -length + 0.5],
			],
			metal.spec,
			0.09,
			0.6,
		);
		g.put(points('-0.8 -0.95 0.4, 0 -0.8, 0.8 -0.95 0.4, 0.75 -0.65 0.4, 0 -0.52, -0.75 -0.65 0.4'), m.gold);
		g.put(points('-0.14 0.5 0.2, 0.14 0.5 0.2, 0.14 0.95 0.2, -0.14 0.95 0.2'), m.wood);
		g.disc(0, 1.0, 0.22, 0.22, m.gold);
	},
});

export const shield: Held = {
	hold: 'fist',
	draw: (g, m) => {
		g.put(points('-0.2 -2.6 0.2, 1.2 -2.3 0.3, 1.3 -0.4, 0.1 1.5 0.2, -1.3 -0.3, -1.4 -2.2 0.3'), m.gold);
		g.put(
			points('-0.18 -2.25 0.2, 0.95 -2.0 0.3, 1.0 -0.45, 0.05 1.05 0.2, -1.02 -0.4, -1.12 -1.95 0.3'),
			m.s.colors.ramp('gem', [0.84, 0.04, 225]),
		);
		g.line(points('-0.7 -0.2, -0.4 -1.2, 0.2 -1.9'), m.paper.light, 0.3, 0.9);
		g.line(points('-0.1 0.3, 0.3 -0.5, 0.7 -1.4'), m.paper.light, 0.14, 0.9);
	},
};

export const chain: Held = {
	hold: 'fist',
	draw: (g, m) => {
		const ice = m.s.colors.ramp('gem', [0.8, 0.07, 225]);
		g.glow(0.4, -1.4, 1.4, ice.light, 0.4);
		for (const [x, y] of [
			[-0.5, -0.6],
			[-0.75, -1.25],
			[-0.45, -1.9],
			[0.2, -2.25],
			[0.85, -1.95],
			[1.1, -1.3],
			[0.95, -0.6],
			[0.7, 0.05],
		] as const) {
			g.disc(x, y, 0.33, 0.42, ice);
			g.disc(x, y, 0.14, 0.2, m.s.colors.ramp('skin', [0.3, 0.05, 260]), 0.5);
		}
	},
};
