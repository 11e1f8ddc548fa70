import type { Lch } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import { hashText } from '../engine/random.ts';
import { ellipseOutline, type Point } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';

type Loops = readonly (readonly Point[])[];

const polar = (count: number, reach: (i: number) => number, turn = 0): Point[] =>
	Array.from({ length: count }, (_, i): Point => {
		const angle = (i / count) * 2 * Math.PI + (turn * Math.PI) / 180;
		return [Math.cos(angle) * reach(i), Math.sin(angle) * reach(i), 0];
	});
const disc = (x: number, y: number, r: number): Point[] => ellipseOutline(x, y, r, r);
const leaf = (x: number, y: number, dx: number, dy: number): Point[] => [
	[x, y, 0.1],
	[x + dx * 0.5 - dy * 0.3, y + dy * 0.5 + dx * 0.3],
	[x + dx, y + dy, 0.1],
	[x + dx * 0.5 + dy * 0.3, y + dy * 0.5 - dx * 0.3],
];

/** Sign and tone of every divinity of the catalogue; signs fit the square from -1 to 1. */
export const divinitySigns: Readonly<Record<string, { readonly tone: Lch; readonly loops: Loops }>> = {
	'ember-dawn': { tone: [0.72, 0.17, 50], loops: [polar(18, (i) => (i % 2 ? 0.55 : 1), -90)] },
	'golden-sheaf': {
		tone: [0.82, 0.13, 88],
		loops: [
			points('-0.08 1 0, 0.08 1 0, 0.06 -0.2 0, -0.06 -0.2 0'),
			leaf(0, 0.5, 0.6, -0.5),
			leaf(0, 0.5, -0.6, -0.5),
			leaf(0, 0.05, 0.55, -0.6),
			leaf(0, 0.05, -0.55, -0.6),
			leaf(0, -0.25, 0, -0.8),
		],
	},
	'iron-oath': {
		tone: [0.72, 0.03, 250],
		loops: [
			points('0 1 0, -0.8 0.3 0.4, -0.8 -0.8 0, 0.8 -0.8 0, 0.8 0.3 0.4'),
			points('-0.14 -0.55 0, -0.14 0.5 0, 0.14 0.5 0, 0.14 -0.55 0'),
		],
	},
	'green-root': {
		tone: [0.64, 0.14, 140],
		loops: [
			points('-0.12 -0.2 0, -0.15 0.3, -0.8 0.9 0, -0.1 0.6, 0 1 0, 0.1 0.6, 0.8 0.9 0, 0.15 0.3, 0.12 -0.2 0'),
			disc(0, -0.45, 0.5),
			disc(-0.42, -0.2, 0.34),
			disc(0.42, -0.2, 0.34),
		],
	},
	'silent-tide': {
		tone: [0.62, 0.13, 225],
		loops: [
			points(
				'-1 0.5 0, -0.7 -0.4, 0.1 -0.9, 0.8 -0.5, 0.7 0.05, 0.3 -0.2, 0.05 0.15, 0.3 0.5, 1 0.5 0, 1 0.8 0, -1 0.8 0',
			),
		],
	},
	'wandering-wind': {
		tone: [0.84, 0.06, 200],
		loops: [
			points('-1 -0.3, 0.2 -0.3, 0.5 -0.6, 0.2 -0.85, 0.1 -1 0, 0.6 -0.9, 0.7 -0.45, 0.3 -0.1, -1 -0.12'),
			points('-0.8 0.25, 0.6 0.2, 0.95 0.5, 0.6 0.85, 0.4 0.75, 0.7 0.5, 0.5 0.42, -0.8 0.42'),
		],
	},
	'veiled-lantern': {
		tone: [0.78, 0.13, 75],
		loops: [
			points('-0.5 -0.4 0.3, 0.5 -0.4 0.3, 0.65 0.7 0.3, -0.65 0.7 0.3'),
			points('-0.3 -0.5 0, 0 -1 0, 0.3 -0.5 0'),
			points('-0.8 0.8 0, 0.8 0.8 0, 0.8 1 0, -0.8 1 0'),
		],
	},
	'hollow-moon': {
		tone: [0.86, 0.04, 270],
		loops: [
			points('0.35 -0.95 0, -0.5 -0.75, -0.9 0, -0.5 0.75, 0.35 0.95 0, -0.12 0.5, -0.26 0, -0.12 -0.5'),
			disc(0.5, 0, 0.2),
		],
	},
	'last-winter': {
		tone: [0.88, 0.06, 225],
		loops: [polar(12, (i) => (i % 2 ? 0.22 : 1), -90), polar(12, (i) => (i % 2 ? 0.62 : 0.3), -90)],
	},
	'broken-crown': {
		tone: [0.74, 0.13, 60],
		loops: [
			points('-0.9 0.6 0, -1 -0.5 0, -0.5 0 0, -0.12 -0.9 0, -0.05 -0.1 0, -0.2 0.2 0, -0.05 0.6 0'),
			points('0.12 0.6 0, 0 0.2 0, 0.14 -0.1 0, 0.2 -0.5 0, 0.5 0 0, 1 -0.6 0, 0.9 0.6 0'),
		],
	},
	'unwritten-page': {
		tone: [0.92, 0.03, 90],
		loops: [
			points('-0.05 -0.6 0, -0.5 -0.8, -1 -0.65 0, -1 0.6 0, -0.5 0.45, -0.05 0.7 0'),
			points('0.05 -0.6 0, 0.5 -0.8, 1 -0.65 0, 1 0.6 0, 0.5 0.45, 0.05 0.7 0'),
		],
	},
	'ninth-star': { tone: [0.84, 0.14, 310], loops: [polar(18, (i) => (i % 2 ? 0.48 : 1), -90), disc(0, 0, 0.4)] },
};

/** The divinity's sign floats in a ring above the far shoulder. */
export function drawDivinity(s: Studio): void {
	const name = s.figure.divinity;
	if (name === 'none' || name === '') return;
	const hash = hashText(name);
	const sign = divinitySigns[name] ?? {
		tone: [0.78, 0.13, hash % 360] as Lch,
		loops: [polar(8 + 2 * (hash % 5), (i) => (i % 2 ? 0.5 : 1), -90)],
	};
	const ramp = s.colors.ramp('metal', sign.tone);
	const [x, y, r] = [0.145, 0.645, 0.044];
	const at = (points: readonly Point[]): Point[] =>
		points.map(([u, v, k]): Point => (k === undefined ? [x + u * r, y + v * r] : [x + u * r, y + v * r, k]));
	s.body.glow('emblem', [x, y, 0.12], ramp.light, { alpha: 0.5 });
	s.body.pattern('emblem', null, [s.body.disc(x, y, r * 1.56)], s.colors.tone([0.22, 0.05, 285]), 0.62);
	const ring = s.body.shape(
		ellipseOutline(x, y, r * 1.62, r * 1.62),
		[...ellipseOutline(x, y, r * 1.42, r * 1.42)].reverse(),
	);
	s.body.form('emblem', ring, ramp, { depth: 0.004, width: 0.5 });
	for (const loop of sign.loops) s.body.form('emblem', at(loop), ramp, { depth: 0.006, width: 0.6 });
}
