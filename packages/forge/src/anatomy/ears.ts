import type { Ramp } from '../engine/color.ts';
import type { Layer } from '../engine/layers.ts';
import { points } from '../engine/points.ts';
import type { Spot } from '../engine/rig.ts';
import type { Point, Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { findHair } from './horn-root.ts';
import { isCoifed, isHooded, outgrow } from './outgrowth.ts';
import { strokeScale } from './stroke.ts';

/** Where the near ear opens into the cheek: its line ends in two hooks, above and below. Heights in halves of the root. */
const cheekEdge = [
	[0.632, -1.6],
	[0.632, -0.74],
	[0.65, -0.5],
	[0.653, 0],
	[0.65, 0.5],
	[0.632, 0.74],
	[0.632, 1.6],
] as const;

/** How far a lock of hair that falls over the root lies over the ear. */
const lockEdge = [
	[0.656, -1.2],
	[0.668, -0.6],
	[0.672, 0],
	[0.667, 0.6],
	[0.654, 1.2],
] as const;

/** Room for the line around an ear. */
const spare = 0.03;

/** Finds what is seen of the near ear, which grows out of the cheek or out of the hair over it, and how the hair is drawn. */
function findEarRoot(
	s: Studio,
	skin: Ramp,
	{ layer, mid, half, tip }: { readonly layer: Layer; readonly mid: number; readonly half: number; readonly tip: Spot },
): { readonly root: Shape; readonly finish: () => void } {
	const place = ([x, v]: readonly [number, number]): Point => [x, mid + v * half];
	const hair = findHair(s, [0.645, mid]);
	const edge = hair
		? lockEdge.map(place).map(([x, y]): Point => [findHair(s, [x, y]) ? x : 0.634, y])
		: cheekEdge.map(place);
	// No larger than it has to be: the cost of what is cut goes with its area.
	const [top, low] = [Math.min(tip[1], mid - half * 1.3) - spare, Math.max(tip[1], mid + half * 1.3) + spare];
	const right = tip[0] + spare;
	const root = s.head.shape([
		[edge[0]![0], top, 0],
		...edge.slice(1, -1),
		[edge.at(-1)![0], low, 0],
		[right, low, 0],
		[right, top, 0],
	]);
	const finish = () => {
		if (hair) s.head.line(layer, edge, hair.ramp.ink, 0.0085 * strokeScale(s), { taper: 0.7 });
		// Where the form is cut a hair of the ink beneath it would show.
		else s.head.line(layer, edge.slice(2, -2), skin.base, 0.006, { taper: 0.3 });
	};
	return { root, finish };
}

/** A shorter tip beyond the hair would be a speck with nothing that joins it to the head. */
const leastFarTip = 0.045;

/** Whether the far ear shows clearly: hair lies beside it, or enough of it stands out of the hair. */
function showsFarEar(s: Studio, [x, y]: Spot, [tipX, tipY]: Spot): boolean {
	const last = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1].find((t) =>
		findHair(s, [x + (tipX - x) * t, y + (tipY - y) * t]),
	);
	return last === undefined || (1 - last) * Math.hypot(tipX - x, tipY - y) > leastFarTip;
}

/** Round human ears; `size` 1 is the human one. */
export function roundEars(s: Studio, skin: Ramp, size = 1): void {
	if (s.hidden.has('ears')) return;
	const pen = s.head;
	const grow = (v: number, about: number) => about + (v - about) * size;
	const { root, finish } = findEarRoot(s, skin, {
		layer: 'earNear',
		mid: 0.46,
		half: 0.06 * size,
		tip: [grow(0.698, 0.65), 0.46],
	});
	pen.form(
		'earNear',
		[
			[0.64, grow(0.415, 0.46)],
			[grow(0.676, 0.65), grow(0.4, 0.46)],
			[grow(0.698, 0.65), grow(0.43, 0.46)],
			[grow(0.69, 0.65), grow(0.49, 0.46)],
			[grow(0.664, 0.65), grow(0.525, 0.46)],
			[0.638, grow(0.5, 0.46)],
		],
		skin,
		{ depth: 0.012, light: false, root },
	);
	finish();
	pen.line('earNear', points('0.662 0.438, 0.681 0.446, 0.671 0.488'), skin.ink, 0.007);
	if (!showsFarEar(s, [0.35, 0.46], [0.322, 0.455])) return;
	pen.form('earFar', points('0.35 0.43, 0.334 0.42, 0.322 0.445, 0.33 0.49, 0.348 0.5'), skin, {
		depth: 0.01,
		light: false,
	});
}

/**
 * Pointed ears. `length` is how far the near tip stands out, `rise` where it points (negative up), `breadth` the
 * thickness of the base, `notches` cuts into the lower edge.
 */
export function pointedEars(
	s: Studio,
	skin: Ramp,
	options: { readonly length: number; readonly rise: number; readonly breadth?: number; readonly notches?: boolean },
): void {
	if (s.hidden.has('ears') && options.length < 0.06) return;
	const pen = s.head;
	const { length, rise, breadth = 1, notches = false } = options;
	const tipX = 0.7 + length;
	const tipY = 0.36 + rise;
	const half = 0.058 * breadth;
	const mid = 0.452;
	outgrow(s, { base: [0.665, mid], tip: [tipX, tipY], half }, () => {
		const { root, finish } = findEarRoot(s, skin, { layer: 'ears', mid, half, tip: [tipX, tipY] });
		const near = pen.form(
			'ears',
			[
				[0.638, mid - half * 0.72],
				[0.675, mid - half - 0.008],
				[0.69 + length * 0.5, (mid - half + tipY) / 2 - 0.012],
				[tipX, tipY, 0.15],
				[0.69 + length * 0.52, (mid + tipY) / 2 + 0.03 * breadth],
				...(notches
					? ([
							[0.69 + length * 0.26, mid + rise * 0.2 + 0.004, 0.1],
							[0.69 + length * 0.28, mid + half * 0.45],
							[0.692, mid + half * 0.92],
							[0.67, mid + half * 1.02],
						] as const)
					: [[0.675, mid + half] as const]),
				[0.638, mid + half * (notches ? 0.7 : 0.8)],
			],
			skin,
			{ depth: 0.013, root },
		);
		pen.pattern(
			'ears',
			near,
			[
				pen.shape([
					[0.682, mid + half * 0.42],
					[0.671, mid + half * 0.05],
					[0.68, mid - half * 0.45],
					[0.69 + length * 0.7, tipY + (mid - tipY) * 0.22, 0.3],
					[0.69 + length * 0.4, (mid + tipY) / 2 + 0.014],
				]),
			],
			skin.deep,
			0.55,
		);
		finish();
	});
	const far = length * 0.6;
	if (!showsFarEar(s, [0.34, mid], [0.3 - far, tipY + 0.012])) return;
	outgrow(s, { base: [0.335, mid], tip: [0.3 - far, tipY + 0.012], half }, () =>
		pen.form(
			'earFar',
			[
				[0.352, mid - half * 0.6],
				[0.33, mid - half - 0.004],
				[0.315 - far * 0.55, (mid - half + tipY) / 2],
				[0.3 - far, tipY + 0.012, 0.15],
				[0.315 - far * 0.4, (mid + tipY) / 2 + 0.03 * breadth],
				[0.335, mid + half * 0.9],
				[0.36, mid + half * 0.7],
			],
			skin,
			{ depth: 0.01, light: false },
		),
	);
}

/** Fins with three rays instead of ears. */
export function finEars(s: Studio, skin: Ramp, web: Ramp, size = 1): void {
	// Folded under a hood or coif, whose slits they are too wide for.
	if (isHooded(s) || isCoifed(s)) return;
	const pen = s.head;
	const g = (x: number) => 0.65 + (x - 0.65) * size;
	outgrow(s, { base: [0.355, 0.45], tip: [0.26, 0.43], half: 0.11 }, () =>
		pen.form(
			'earFar',
			points('0.36 0.38, 0.3 0.31 0.3, 0.285 0.39 0.5, 0.26 0.43 0.3, 0.285 0.49 0.5, 0.29 0.55 0.3, 0.36 0.52'),
			web,
			{ depth: 0.012, light: false },
		),
	);
	outgrow(s, { base: [0.65, 0.455], tip: [0.8, 0.41], half: 0.125 }, () => {
		const near = pen.form(
			'ears',
			[
				[0.64, 0.39],
				[g(0.74), 0.29, 0.2],
				[g(0.752), 0.38, 0.6],
				[g(0.8), 0.4, 0.2],
				[g(0.76), 0.47, 0.6],
				[g(0.775), 0.54, 0.2],
				[g(0.69), 0.535],
				[0.645, 0.52],
			],
			web,
			{ depth: 0.014 },
		);
		for (const [x, y] of [
			[0.735, 0.3],
			[0.79, 0.402],
			[0.768, 0.533],
		] as const) {
			pen.line(
				'ears',
				[
					[0.652, 0.46],
					[(0.652 + g(x)) / 2, (0.46 + y) / 2],
					[g(x), y],
				],
				skin.deep,
				0.014,
				{ clip: near },
			);
		}
	});
}

/** Long swept ears of clear web between three rays. */
export function webbedEars(s: Studio, skin: Ramp, web: Ramp): void {
	const pen = s.head;
	// A hood folds them against the head: their roots show beside the cheeks.
	if (isHooded(s)) {
		pen.form('earFar', points('0.36 0.4, 0.32 0.39, 0.3 0.42 0.2, 0.31 0.48, 0.36 0.5'), web, {
			depth: 0.01,
			light: false,
		});
		const near = pen.form(
			'ears',
			points('0.64 0.39, 0.69 0.375, 0.715 0.4 0.2, 0.71 0.49, 0.68 0.525, 0.645 0.515'),
			web,
			{
				depth: 0.013,
			},
		);
		for (const ray of [
			points('0.652 0.44, 0.7 0.4'),
			points('0.652 0.455, 0.712 0.448'),
			points('0.652 0.47, 0.695 0.5'),
		])
			pen.line('ears', ray, skin.deep, 0.012, { clip: near });
		return;
	}
	outgrow(s, { base: [0.355, 0.445], tip: [0.2, 0.32], half: 0.065 }, () =>
		pen.form(
			'earFar',
			points(
				'0.36 0.39, 0.3 0.36, 0.2 0.27 0.1, 0.232 0.37 0.5, 0.205 0.43 0.15, 0.26 0.455 0.5, 0.258 0.51 0.2, 0.36 0.5',
			),
			web,
			{ depth: 0.01, light: false },
		),
	);
	outgrow(s, { base: [0.65, 0.455], tip: [0.86, 0.33], half: 0.07 }, () => {
		const near = pen.form(
			'ears',
			points(
				'0.64 0.39, 0.71 0.36, 0.865 0.245 0.1, 0.815 0.36 0.5, 0.85 0.43 0.15, 0.77 0.455 0.5, 0.775 0.52 0.2, 0.7 0.525, 0.645 0.515',
			),
			web,
			{ depth: 0.013 },
		);
		for (const ray of [
			points('0.652 0.44, 0.74 0.36, 0.855 0.25'),
			points('0.652 0.452, 0.74 0.425, 0.842 0.428'),
			points('0.652 0.465, 0.71 0.48, 0.77 0.516'),
		] as const)
			pen.line('ears', ray, skin.deep, 0.014, { clip: near });
	});
}

/** A hoop in the near ear lobe. */
export function earRing(s: Studio, x = 0.668, y = 0.53): void {
	if (!s.fine || s.hidden.has('ears')) return;
	const gold = s.colors.ramp('metal', [0.8, 0.12, 88]);
	const ring = s.head.shape(
		[
			[x, y - 0.005],
			[x + 0.018, y + 0.015],
			[x, y + 0.035],
			[x - 0.018, y + 0.015],
		],
		[
			[x, y + 0.004],
			[x - 0.01, y + 0.015],
			[x, y + 0.026],
			[x + 0.01, y + 0.015],
		],
	);
	s.head.form('ears', ring, gold, { depth: 0.004, width: 0.5, contour: false });
}
