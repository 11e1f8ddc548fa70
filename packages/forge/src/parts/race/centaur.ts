import { findRoot } from '../../anatomy/horn-root.ts';
import { isHelmed, outgrow } from '../../anatomy/outgrowth.ts';
import type { Ramp } from '../../engine/color.ts';
import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Point } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid } from '../../families/humanoid.ts';
import { hasNearSlung } from '../../wardrobe/stance/stance.ts';

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

/**
 * The horse's rump behind the near shoulder: the line of its back, its haunch, and the tail that falls from its end. Behind
 * the far one where something is slung across the near one, between whose lines it would be a lump.
 */
function drawHorseBack(s: Studio, coat: Ramp, hair: Ramp): void {
	const isFar = hasNearSlung(s);
	const place = (loop: readonly Point[]): Point[] =>
		loop.map(([x, y, smooth = 1]): Point => [isFar ? 1.01 - x : x, y, smooth]);
	const back = s.body.form(
		'back',
		place(
			points(
				'0.5 0.9, 0.56 0.66, 0.63 0.585, 0.7 0.52, 0.775 0.475, 0.85 0.495, 0.9 0.58, 0.92 0.7, 0.93 1.1 0.3, 0.5 1.1 0.3',
			),
		),
		coat,
		{ depth: 0.034, rim: true },
	);
	// The haunch before the flank, and the hollow of the back before the croup.
	for (const line of [
		points('0.725 0.58, 0.752 0.645, 0.757 0.72, 0.74 0.79'),
		points('0.655 0.6, 0.69 0.585, 0.722 0.55'),
	])
		s.body.line('back', place(line), coat.deep, 0.012, { clip: back });
	// Thin where it leaves the croup and full below, with ragged ends: a smooth one would be a handle.
	const tail = s.body.form(
		'back',
		place(
			points(
				'0.815 0.49 0.3, 0.838 0.445, 0.88 0.43, 0.925 0.47, 0.955 0.57, 0.97 0.7, 1.0 0.82 0.1, 0.965 0.79, 0.968 0.93 0.1, 0.935 0.84, 0.918 0.95 0.1, 0.885 0.83, 0.872 0.71, 0.882 0.61, 0.866 0.535, 0.84 0.518 0.3',
			),
		),
		hair,
		{ depth: 0.012 },
	);
	for (const lock of [
		points('0.848 0.478, 0.884 0.5, 0.912 0.62, 0.908 0.8'),
		points('0.9 0.48, 0.934 0.58, 0.944 0.71, 0.962 0.82'),
	])
		s.body.line('back', place(lock), hair.deep, 0.008, { clip: tail });
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
				const [L, C, h] = hair.from;
				// Mane and tail are darker than the coat: in one tone with it a tail would be a part of the rump.
				const coat = s.colors.ramp('fur', [L * 0.5 + 0.35, Math.max(C, 0.05), h > 120 ? 50 : h]);
				drawHorseEars(s, coat, skin);
				drawHorseBack(s, coat, hair);
			},
		}),
});
