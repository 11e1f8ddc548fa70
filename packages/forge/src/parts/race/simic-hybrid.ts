import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Shape } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

/** Sea-green hide that creeps from the near temple over cheek and jaw, with darker spots. */
function drawGraft(s: Studio, head: Shape): void {
	const hide = s.colors.ramp('skin', [0.7, 0.12, 165]);
	const patch = s.head.shape(
		points(
			'0.52 0.1, 0.75 0.1, 0.8 0.8, 0.44 0.8, 0.47 0.66, 0.535 0.635 0.4, 0.55 0.58, 0.61 0.555 0.4, 0.6 0.5, 0.645 0.46 0.4, 0.61 0.385, 0.64 0.33 0.4, 0.57 0.32, 0.575 0.25 0.4, 0.52 0.22',
		),
	);
	s.head.pattern('markings', head, [patch], hide.base, 0.8);
	const spots = s.stream('graft');
	s.head.pattern(
		'markings',
		head,
		Array.from({ length: 7 }, (_, i) =>
			s.head.disc(spots.range(0.6, 0.66), 0.27 + i * 0.05, spots.range(0.008, 0.016), spots.range(0.007, 0.012)),
		),
		hide.deep,
		0.7,
	);
}

/** The jagged edge of the cloth around the shell. */
const shellRent = points(
	'0.655 0.85 0, 0.672 0.815 0, 0.65 0.79 0, 0.675 0.76 0, 0.91 0.78 0, 0.945 0.8 0, 0.925 0.835 0, 0.94 0.885 0, 0.89 0.88 0, 0.865 0.905 0, 0.83 0.875 0, 0.79 0.91 0, 0.76 0.87 0, 0.715 0.89 0, 0.7 0.86 0',
);

export const simicHybrid = definePart({
	slot: 'race',
	id: 'simic-hybrid',
	family: 'fish',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.82, 0.065, 58],
				[0.68, 0.09, 54],
				[0.54, 0.08, 48],
			],
			hairs: ['locs', 'locs', 'sweptBack'],
			hairTones: [
				[0.5, 0.12, 180],
				[0.45, 0.12, 320],
				[0.42, 0.1, 230],
			],
			ears: { kind: 'fin', web: [0.66, 0.14, 160], size: 0.92 },
			jaw: 0.94,
			eyes: ['round', 'upturned'],
			irises: [
				[0.8, 0.15, 110],
				[0.74, 0.14, 60],
			],
			beards: ['none'],
			blush: false,
			extra: (s, { skin, head }) => {
				drawGraft(s, head);
				const shell = s.colors.ramp('cloth', [0.6, 0.15, 25]);
				// The clothes are rent where it comes out.
				s.body.pattern('shoulderNear', null, [s.body.facet(shellRent)], shell.ink, 0.9);
				const plate = s.body.form(
					'shoulderNear',
					points(
						'0.665 0.8 0.4, 0.68 0.71, 0.715 0.63 0.15, 0.75 0.675, 0.795 0.605 0.15, 0.825 0.67, 0.885 0.625 0.15, 0.895 0.705, 0.95 0.705 0.15, 0.93 0.79, 0.905 0.865 0.3, 0.86 0.845, 0.8 0.878 0.3, 0.74 0.84, 0.69 0.85 0.3',
					),
					shell,
					{ depth: 0.022, rim: true },
				);
				for (const ridge of [
					points('0.67 0.77, 0.76 0.735, 0.9 0.775'),
					points('0.66 0.82, 0.77 0.795, 0.9 0.84'),
				] as const)
					s.body.line('shoulderNear', ridge, shell.deep, 0.013, { clip: plate });
				for (const x of [0.55, 0.575, 0.6])
					s.body.line(
						'neckFur',
						[
							[x, 0.68],
							[x - 0.012, 0.7],
							[x - 0.006, 0.72],
						],
						skin.deep,
						0.01,
					);
			},
		}),
});
