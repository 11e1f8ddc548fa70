import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Point } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

/** One forked branch on its own grid: root at (0, 0), up is negative. */
const branch = points(
	'-0.2 0.1 0.3, -0.15 -0.4, -0.48 -0.66 0.3, -0.4 -0.84 0.3, -0.1 -0.62, -0.1 -1.04 0.3, 0.12 -1.06 0.3, 0.15 -0.55, 0.42 -0.86 0.3, 0.54 -0.72 0.3, 0.2 -0.3, 0.22 0.1 0.3',
);

/** Red coral growing from a band around the brow, higher in the middle. */
function drawCoralCirclet(s: Studio): void {
	if (s.hidden.has('hair') || s.hidden.has('front-hair') || s.hidden.has('brow-band')) return;
	const coral = s.colors.ramp('cloth', [0.66, 0.17, 28]);
	for (const [x, y, size, lean] of [
		[0.375, 0.255, 0.085, -0.5],
		[0.64, 0.235, 0.1, 0.45],
		[0.435, 0.225, 0.125, -0.25],
		[0.58, 0.205, 0.135, 0.22],
		[0.507, 0.21, 0.165, 0],
	] as const) {
		const at = ([u, v, smooth]: Point): Point => [x + (u - v * lean) * size, y + v * size, smooth ?? 1];
		s.head.form('hairFront', branch.map(at), coral, { depth: 0.008, width: 0.9 });
	}
	s.head.form(
		'hairFront',
		points(
			'0.318 0.337 0.1, 0.358 0.278, 0.43 0.238, 0.51 0.22, 0.6 0.222, 0.66 0.252, 0.706 0.312 0.1, 0.66 0.285, 0.6 0.258, 0.51 0.254, 0.43 0.272, 0.37 0.305',
		),
		coral,
		{ depth: 0.008, width: 0.9 },
	);
}

export const triton = definePart({
	slot: 'race',
	id: 'triton',
	family: 'fish',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.54, 0.12, 250],
				[0.5, 0.11, 240],
				[0.58, 0.12, 258],
			],
			hairs: ['sweptBack', 'longStraight', 'locs'],
			hairTones: [
				[0.28, 0.07, 265],
				[0.88, 0.04, 210],
				[0.3, 0.06, 230],
			],
			ears: { kind: 'fin', web: [0.62, 0.13, 205], size: 1.25 },
			eyes: ['almond', 'round', 'upturned'],
			irises: [
				[0.85, 0.13, 95],
				[0.8, 0.1, 195],
			],
			noses: ['button', 'straight', 'flat'],
			beards: ['none', 'none', 'goatee'],
			blush: false,
			extra: (s, { skin }) => {
				for (const x of [0.55, 0.57, 0.59])
					s.body.line(
						'neckFur',
						[
							[x, 0.685],
							[x - 0.012, 0.705],
							[x - 0.006, 0.725],
						],
						skin.deep,
						0.01,
					);
				drawCoralCirclet(s);
			},
		}),
});
