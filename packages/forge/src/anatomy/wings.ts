import type { Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import type { Point } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';

/** Long feathers of a folded wing, from the outermost: how far out and how high their tips are. */
const primaries = [
	[0.45, 0.4],
	[0.465, 0.5],
	[0.465, 0.6],
	[0.455, 0.7],
] as const;

/** Wing tops behind both shoulders: the bend of the wing, long feathers fanned beneath it, short ones over their roots. */
export function drawWings(s: Studio, body: Ramp): void {
	const dark = { ...body, light: body.base, base: body.shade, shade: body.deep };
	for (const side of [1, -1]) {
		const at = ([x, y, k = 1]: Point): Point => [0.5 + side * x, y, k];
		for (const [x, y] of primaries) {
			const quill: readonly Point[] = [
				[0.2, y + 0.26, 0.3],
				[0.27, y + 0.08],
				[x - 0.04, y - 0.015],
				[x, y + 0.005, 0.3],
				[x - 0.012, y + 0.07],
				[0.3, y + 0.3, 0.3],
			];
			const feather = s.body.form('back', quill.map(at), dark, { depth: 0.012 });
			const shaft: readonly Point[] = [
				[0.24, y + 0.22],
				[0.32, y + 0.1],
				[x - 0.02, y + 0.02],
			];
			s.body.line('back', shaft.map(at), body.deep, 0.008, { clip: feather });
		}
		const coverts: readonly Point[] = points(
			'0.14 0.86 0.3, 0.17 0.62, 0.24 0.47, 0.33 0.385, 0.42 0.37 0.5, 0.425 0.44 0.2, 0.385 0.45 0.5, 0.4 0.53 0.2, 0.355 0.53 0.5, 0.37 0.61 0.2, 0.325 0.61 0.5, 0.345 0.69 0.2, 0.3 0.69 0.5, 0.33 0.78 0.2, 0.28 0.88 0.3',
		);
		const cover = s.body.form('back', coverts.map(at), body, { depth: 0.016 });
		for (const row of [
			points('0.3 0.45, 0.335 0.49, 0.34 0.43'),
			points('0.25 0.54, 0.295 0.58, 0.3 0.51'),
			points('0.235 0.65, 0.27 0.69, 0.28 0.62'),
		])
			s.body.line('back', row.map(at), body.deep, 0.008, { clip: cover });
	}
}
