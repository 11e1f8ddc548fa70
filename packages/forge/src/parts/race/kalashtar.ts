import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

/** Its sides swing out in waves over the shoulders. */
const sides = {
	near: points('0.745 0.36, 0.775 0.46, 0.785 0.55, 0.835 0.64, 0.845 0.72, 0.9 0.8 0.2'),
	far: points('0.1 0.8 0.2, 0.16 0.72, 0.168 0.64, 0.22 0.55, 0.23 0.46, 0.262 0.36'),
};
const hem = points('0.7 0.86, 0.3 0.86');
const pinnedHigh = points('0.345 0.15, 0.5 0.078, 0.66 0.135, 0.725 0.24');

/** The hollow behind head and neck, which the cloth stands around. */
const hollow = points(
	'0.33 0.36, 0.5 0.29, 0.665 0.34, 0.695 0.46, 0.685 0.58, 0.72 0.7, 0.74 0.9 0, 0.26 0.9 0, 0.29 0.7, 0.32 0.58, 0.305 0.46',
);
/** Folds of the cloth on both sides of it, each from its crease outwards. */
const folds = [
	points(
		'0.712 0.36 0.1, 0.735 0.46, 0.738 0.56, 0.775 0.68, 0.795 0.84 0.1, 0.83 0.82 0.1, 0.795 0.68, 0.757 0.56, 0.752 0.46',
	),
	points(
		'0.29 0.38 0.1, 0.272 0.46, 0.265 0.56, 0.225 0.68, 0.205 0.84 0.1, 0.17 0.82 0.1, 0.205 0.68, 0.246 0.56, 0.254 0.46',
	),
] as const;
const creases = [
	points('0.705 0.38, 0.728 0.46, 0.728 0.56, 0.765 0.68, 0.78 0.84'),
	points('0.297 0.4, 0.28 0.46, 0.275 0.56, 0.236 0.68, 0.22 0.84'),
	points('0.78 0.5, 0.79 0.58, 0.83 0.68, 0.85 0.8'),
	points('0.222 0.5, 0.214 0.58, 0.172 0.68, 0.15 0.8'),
] as const;

/** A layered veil that falls from the crown behind the shoulders, and the crystal that pins it. */
function drawVeil(s: Studio): void {
	// A hood is worn instead of the veil; below a brim it would be hair of another colour than the fringe.
	if (s.hidden.has('crown') || (s.hidden.has('hair') && s.hidden.has('ears'))) return;
	const tone = s.choose('veil', [
		[0.8, 0.06, 300],
		[0.74, 0.08, 270],
		[0.84, 0.05, 330],
	]);
	const veil = s.colors.ramp('cloth', tone);
	const under = s.colors.ramp('cloth', [tone[0] - 0.2, tone[1] + 0.02, tone[2]]);
	const cloth = s.head.form('hairBack', [...pinnedHigh, ...sides.near, ...hem, ...sides.far], under, {
		depth: 0.024,
		rim: true,
	});
	s.head.pattern('hairBack', cloth, [s.head.shape(hollow)], under.deep);
	s.head.pattern(
		'hairBack',
		cloth,
		folds.map((fold) => s.head.shape(fold)),
		veil.base,
	);
	for (const crease of creases) s.head.line('hairBack', crease, under.ink, 0.009, { clip: cloth, taper: 0.9 });
	// A band around the brow holds the veil as well.
	if (s.hidden.has('front-hair') || s.hidden.has('hair') || s.hidden.has('brow-band')) return;
	const crystal = s.colors.ramp('gem', [0.74, 0.16, 300]);
	s.head.glow('hairFront', [0.475, 0.235, 0.1], crystal.light, { alpha: 0.5 });
	s.head.form('hairFront', points('0.475 0.165 0, 0.505 0.23 0.1, 0.476 0.305 0, 0.447 0.232 0.1'), crystal, {
		depth: 0.01,
		width: 0.8,
	});
}

export const kalashtar = definePart({
	slot: 'race',
	id: 'kalashtar',
	family: 'humanoid',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.8, 0.05, 55],
				[0.72, 0.07, 52],
				[0.56, 0.075, 46],
			],
			hairs: ['longStraight', 'longWavy', 'twinBraids', 'bob'],
			hairTones: [
				[0.3, 0.08, 300],
				[0.26, 0.06, 275],
				[0.8, 0.04, 300],
				[0.44, 0.09, 320],
			],
			eyes: ['almond', 'upturned', 'hooded'],
			sclera: [0.9, 0.05, 300],
			irises: [[0.72, 0.19, 300]],
			beards: ['none'],
			extra: (s, { head }) => {
				drawVeil(s);
				for (const [x, y, r] of [
					[0.547, 0.44, 0.075],
					[0.4, 0.438, 0.06],
				] as const)
					s.head.glow('brows', [x, y, r], s.colors.tone([0.7, 0.18, 300]), { alpha: 0.5 });
				const light = s.colors.tone([0.8, 0.13, 300]);
				for (const line of [
					[
						[0.6, 0.43],
						[0.63, 0.44],
						[0.655, 0.42],
					],
					[
						[0.6, 0.445],
						[0.63, 0.47],
						[0.65, 0.47],
					],
					[
						[0.365, 0.43],
						[0.35, 0.44],
						[0.338, 0.42],
					],
					[
						[0.464, 0.29],
						[0.464, 0.345],
					],
				] as const)
					s.head.line('markings', line, light, 0.011, { clip: head });
			},
		}),
});
