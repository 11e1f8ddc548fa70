import { findRoot } from '../../anatomy/horn-root.ts';
import { isHelmed, outgrow } from '../../anatomy/outgrowth.ts';
import type { Ramp } from '../../engine/color.ts';
import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

/** Long leaf-shaped ears that stand up from the skull. */
function drawHorseEars(s: Studio, coat: Ramp, skin: Ramp): void {
	if (isHelmed(s)) return;
	outgrow(s, { base: [0.38, 0.285], tip: [0.352, 0.035], half: 0.042 }, () =>
		s.head.form(
			'earFar',
			points('0.345 0.3 0.4, 0.315 0.2, 0.325 0.1, 0.352 0.035 0.15, 0.4 0.11, 0.42 0.19, 0.415 0.26 0.4'),
			coat,
			{
				depth: 0.012,
			},
		),
	);
	const near = points('0.58 0.225 0.4, 0.588 0.15, 0.635 0.075, 0.7 0.02 0.15, 0.722 0.1, 0.71 0.2, 0.675 0.3 0.4');
	outgrow(s, { base: [0.63, 0.27], tip: [0.7, 0.02], half: 0.052 }, () => {
		// The hair parts around it, and lies over its root.
		const root = s.hidden.has('crown') ? null : findRoot(s, near, coat);
		const inRoot = root ? { clip: root.clip } : {};
		s.head.form('ears', near, coat, { depth: 0.014, rim: true, ...inRoot });
		s.head.form(
			'ears',
			points('0.612 0.225 0.4, 0.622 0.155, 0.652 0.1, 0.69 0.062 0.15, 0.695 0.13, 0.68 0.205, 0.655 0.265 0.4'),
			skin,
			{
				depth: 0.01,
				light: false,
				width: 0.5,
				contour: false,
				...inRoot,
			},
		);
		root?.finish('ears');
	});
}

/** The horse's rump behind the near shoulder: the line of its back, its haunch, and the tail that falls from its end. */
function drawHorseBack(s: Studio, coat: Ramp, hair: Ramp): void {
	const back = s.body.form(
		'back',
		points(
			'0.5 0.9, 0.58 0.66, 0.66 0.6, 0.735 0.545, 0.81 0.515, 0.875 0.545, 0.91 0.63, 0.925 0.76, 0.93 1.1 0.3, 0.5 1.1 0.3',
		),
		coat,
		{ depth: 0.034, rim: true },
	);
	// The haunch before the flank.
	s.body.line('back', points('0.742 0.6, 0.765 0.655, 0.77 0.72, 0.755 0.79'), coat.deep, 0.012, { clip: back });
	// Thin where it leaves the croup and full below, with ragged ends: a smooth one would be a handle.
	const tail = s.body.form(
		'back',
		points(
			'0.842 0.54 0.3, 0.868 0.508, 0.905 0.5, 0.948 0.535, 0.982 0.62, 0.998 0.73, 1.022 0.84 0.1, 0.99 0.81, 0.99 0.95 0.1, 0.955 0.86, 0.938 0.97 0.1, 0.905 0.85, 0.89 0.74, 0.898 0.65, 0.885 0.585, 0.862 0.575 0.3',
		),
		hair,
		{ depth: 0.012 },
	);
	for (const lock of [
		points('0.872 0.538, 0.908 0.56, 0.93 0.66, 0.926 0.82'),
		points('0.925 0.545, 0.958 0.63, 0.966 0.74, 0.982 0.84'),
	])
		s.body.line('back', lock, hair.deep, 0.008, { clip: tail });
}

export const centaur = definePart({
	slot: 'race',
	id: 'centaur',
	family: 'humanoid',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.78, 0.07, 58],
				[0.66, 0.09, 54],
				[0.5, 0.075, 46],
			],
			hairs: ['longWavy', 'wildMane', 'sideBraid', 'highTail'],
			hairTones: [
				[0.36, 0.06, 45],
				[0.45, 0.085, 50],
				[0.55, 0.1, 60],
				[0.3, 0.03, 50],
				[0.22, 0.02, 290],
			],
			ears: { kind: 'none' },
			shoulders: 1.1,
			neck: 'thick',
			eyes: ['almond', 'round'],
			noses: ['straight', 'long'],
			extra: (s, { hair, skin }) => {
				const coat = s.colors.ramp('fur', [hair.from[0] * 0.8 + 0.14, hair.from[1], hair.from[2]]);
				drawHorseEars(s, coat, skin);
				drawHorseBack(s, coat, hair);
			},
		}),
});
