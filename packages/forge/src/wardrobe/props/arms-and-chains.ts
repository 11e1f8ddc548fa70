import type { Lch, Ramp } from '../../engine/color.ts';
import { points } from '../../engine/points.ts';
import type { Point } from '../../engine/shape.ts';
import type { Held, ItemMaterials } from './held.ts';

export const bow: Held = {
	kind: 'bow',
	hand: 'fist',
	draw: (g, m) => {
		// Their roots lie behind the limb.
		for (const [x, y] of [
			[0.14, -2.8],
			[-0.12, -1.9],
		] as const)
			g.put(
				[
					[x + 0.08, y + 0.1, 0],
					[x - 0.45, y - 0.25, 0],
					[x + 0.08, y - 0.25, 0],
				],
				m.s.colors.ramp('cloth', [0.55, 0.13, 140]),
				0.7,
			);
		g.put(
			points(
				'1.16 -4.2 0.2, 0.14 -3.05, -0.33 -1.2, -0.26 0.4, 0.24 1.55, 0.98 2.25 0.2, 1.12 2.14 0.2, 0.46 1.42, -0.02 0.4, -0.03 -1.2, 0.4 -2.95, 1.3 -4.1 0.2',
			),
			m.wood,
		);
		// From tip to tip, so far from the limb that the ball of the hand ends before it; inked, to be seen before any tone.
		const string = points('1.22 -4.14, 1.14 -1, 1.06 2.18');
		g.line(string, m.wood.ink, 0.16, 0);
		g.line(string, m.paper.light, 0.07, 0);
	},
};

/** Below this a blade is a dagger; longer ones have hilts with room for both hands. */
const shortest = 3.5;

export const blade = (length: number, steel: (m: ItemMaterials) => Ramp, glow?: Lch): Held => {
	const isSword = length >= shortest;
	const end = isSword ? 2.0 : 0.95;
	return {
		kind: isSword ? 'sword' : 'blade',
		hand: 'fist',
		draw: (g, m) => {
			const metal = steel(m);
			if (glow) g.glow(0, -length * 0.6, length * 0.6, m.s.colors.tone(glow), 0.45);
			g.put(
				[
					[-0.2, -1.15, 0],
					[-0.26, -length + 0.5, 0],
					[0, -length, 0],
					[0.26, -length + 0.5, 0],
					[0.2, -1.15, 0],
				],
				metal,
			);
			g.line(
				[
					[0, -1.25],
					[0, -length + 0.5],
				],
				metal.spec,
				0.09,
				0.6,
			);
			const grip: readonly Point[] = [
				[-0.14, -0.8, 0.2],
				[0.14, -0.8, 0.2],
				[0.14, end, 0.2],
				[-0.14, end, 0.2],
			];
			g.put(grip, m.wood);
			// Clear of the fist and its thumb.
			g.put(points('-0.8 -1.22 0.4, 0 -1.07, 0.8 -1.22 0.4, 0.75 -0.92 0.4, 0 -0.79, -0.75 -0.92 0.4'), m.gold);
			g.disc(0, end + 0.05, 0.22, 0.22, m.gold);
		},
	};
};

export const shield: Held = {
	kind: 'shield',
	hand: 'fist',
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
	kind: 'handle',
	hand: 'hook',
	drop: 0,
	draw: (g, m) => {
		const ice = m.s.colors.ramp('gem', [0.8, 0.07, 225]);
		g.glow(0, 1.6, 1.8, ice.light, 0.4);
		// Two ends hang over the hand, each link across the one before.
		const hollow = m.s.colors.ramp('skin', [0.3, 0.05, 260]);
		for (const [x, lengths] of [
			[0.34, 4],
			[-0.3, 6],
		] as const)
			for (let i = 0; i < lengths; i++) {
				const [lx, ly] = [x + Math.sin(i * 0.7) * 0.12, 0.35 + i * 0.5];
				g.disc(lx, ly, i % 2 ? 0.16 : 0.28, 0.36, ice);
				if (i % 2 === 0) g.disc(lx, ly, 0.11, 0.19, hollow, 0.5);
			}
		g.put(points('-0.62 3.4 0.1, -0.3 3.1, 0.1 3.45 0.1, -0.22 4.2 0.1'), ice);
	},
};
