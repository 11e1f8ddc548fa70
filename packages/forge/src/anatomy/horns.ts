import type { Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import type { Point } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { drawRooted, isInHair } from './horn-root.ts';
import { outgrow } from './outgrowth.ts';

export type HornShape = 'swept' | 'crown' | 'lyre' | 'ram' | 'nubs' | 'drake' | 'spike';

interface HornPair {
	readonly near: readonly Point[];
	readonly far: readonly Point[];
	/** Growth rings across the near horn. */
	readonly rings: readonly (readonly Point[])[];
}

const pairs: Readonly<Record<HornShape, HornPair>> = {
	swept: {
		near: points(
			'0.57 0.235, 0.6 0.16, 0.68 0.1, 0.76 0.1, 0.81 0.04, 0.8 -0.05 0.15, 0.875 0.04, 0.855 0.14, 0.76 0.19, 0.69 0.22, 0.65 0.27',
		),
		far: points(
			'0.375 0.27, 0.34 0.2, 0.28 0.16, 0.21 0.13, 0.185 0.06, 0.205 -0.02 0.15, 0.14 0.07, 0.16 0.17, 0.25 0.22, 0.31 0.25, 0.34 0.3',
		),
		rings: [
			points('0.625 0.16, 0.66 0.18, 0.685 0.215'),
			points('0.69 0.105, 0.715 0.14, 0.73 0.195'),
			points('0.755 0.1, 0.79 0.13, 0.8 0.17'),
		],
	},
	crown: {
		near: points('0.575 0.235, 0.585 0.15, 0.63 0.06, 0.7 -0.03 0.15, 0.685 0.08, 0.665 0.17, 0.655 0.26'),
		far: points('0.37 0.27, 0.36 0.18, 0.33 0.09, 0.28 0.0 0.15, 0.29 0.1, 0.305 0.2, 0.33 0.29'),
		rings: [points('0.585 0.17, 0.625 0.175, 0.665 0.19'), points('0.605 0.11, 0.64 0.115, 0.675 0.13')],
	},
	lyre: {
		near: points(
			'0.63 0.24, 0.7 0.21, 0.79 0.19, 0.84 0.12, 0.83 0.01 0.15, 0.92 0.1, 0.91 0.21, 0.82 0.29, 0.7 0.32, 0.645 0.32',
		),
		far: points(
			'0.37 0.25, 0.3 0.22, 0.22 0.2, 0.175 0.13, 0.185 0.03 0.15, 0.1 0.11, 0.11 0.22, 0.19 0.29, 0.3 0.31, 0.36 0.32',
		),
		rings: [points('0.69 0.21, 0.7 0.26, 0.695 0.32'), points('0.77 0.195, 0.79 0.24, 0.79 0.3')],
	},
	ram: {
		near: points(
			'0.58 0.23, 0.64 0.16, 0.75 0.145, 0.84 0.22, 0.855 0.35, 0.81 0.455, 0.74 0.465 0.15, 0.78 0.41, 0.79 0.33, 0.757 0.255, 0.69 0.245, 0.63 0.29',
		),
		far: points(
			'0.38 0.24, 0.33 0.17, 0.25 0.15, 0.17 0.23, 0.157 0.345, 0.195 0.435, 0.258 0.45 0.15, 0.22 0.395, 0.21 0.33, 0.24 0.26, 0.3 0.255, 0.345 0.3',
		),
		rings: [
			points('0.65 0.16, 0.67 0.2, 0.67 0.26'),
			points('0.745 0.145, 0.745 0.2, 0.725 0.255'),
			points('0.83 0.22, 0.797 0.25, 0.767 0.275'),
			points('0.855 0.36, 0.82 0.36, 0.79 0.355'),
		],
	},
	nubs: {
		near: points('0.575 0.215, 0.585 0.15, 0.62 0.1 0.15, 0.635 0.16, 0.64 0.23'),
		far: points('0.375 0.25, 0.365 0.19, 0.33 0.14 0.15, 0.33 0.2, 0.345 0.27'),
		rings: [],
	},
	drake: {
		near: points('0.59 0.25, 0.64 0.19, 0.74 0.14, 0.85 0.02 0.15, 0.825 0.18, 0.73 0.28, 0.66 0.33'),
		far: points('0.4 0.22, 0.35 0.17, 0.28 0.12, 0.2 0.04 0.15, 0.235 0.18, 0.3 0.26, 0.35 0.29'),
		rings: [points('0.65 0.19, 0.69 0.23, 0.7 0.29'), points('0.72 0.15, 0.755 0.19, 0.765 0.245')],
	},
	spike: {
		near: points('0.58 0.22, 0.62 0.15, 0.7 0.09 0.15, 0.68 0.18, 0.645 0.26'),
		far: points('0.385 0.23, 0.36 0.17, 0.3 0.11 0.15, 0.31 0.19, 0.345 0.27'),
		rings: [],
	},
};

/** A horn's outline begins and ends at its root. */
function toRoot(outline: readonly Point[]): Parameters<typeof outgrow>[1] {
	const [first, last] = [outline[0]!, outline.at(-1)!];
	const base = [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2] as const;
	const tip = outline.reduce((far, at) =>
		Math.hypot(at[0] - base[0], at[1] - base[1]) > Math.hypot(far[0] - base[0], far[1] - base[1]) ? at : far,
	);
	return { base, tip: [tip[0], tip[1]], half: Math.hypot(first[0] - last[0], first[1] - last[1]) / 2 };
}

/**
 * A pair of horns; the far one lies behind the head, the near one before hats and hair. On a bare skull the near one grows
 * from behind it as well, where any end of it would look sawn off and bands would cut it.
 */
export function drawHorns(s: Studio, shape: HornShape, ramp: Ramp, skin: Ramp): void {
	const pair = pairs[shape];
	outgrow(s, toRoot(pair.far), () => s.head.form('earFar', pair.far, ramp, { depth: 0.012 }));
	outgrow(s, toRoot(pair.near), () => {
		const layer = s.hidden.has('crown') || isInHair(s, pair.near) ? 'ears' : 'earFar';
		const near =
			layer === 'ears'
				? drawRooted(s, layer, pair.near, ramp, skin, { depth: 0.014, rim: true })
				: s.head.form(layer, pair.near, ramp, { depth: 0.014, rim: true });
		if (!s.fine) return;
		for (const ring of pair.rings) s.head.line(layer, ring, ramp.deep, 0.01, { clip: near });
	});
}
