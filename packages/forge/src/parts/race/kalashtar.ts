import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

const pinnedHigh = points(
	'0.27 0.3, 0.34 0.14, 0.5 0.075, 0.67 0.125, 0.76 0.28, 0.82 0.56, 0.88 0.8 0.2, 0.7 0.84, 0.3 0.84, 0.12 0.8 0.2, 0.2 0.56',
);
/** Below a hat's brim. */
const pinnedLow = points(
	'0.29 0.36, 0.36 0.27, 0.5 0.23, 0.65 0.26, 0.74 0.36, 0.82 0.56, 0.88 0.8 0.2, 0.7 0.84, 0.3 0.84, 0.12 0.8 0.2, 0.2 0.56',
);

/** A layered veil that falls from the crown behind the shoulders, and the crystal that pins it. */
function drawVeil(s: Studio): void {
	// A hood is worn instead of the veil.
	if (s.hidden.has('hair') && s.hidden.has('ears')) return;
	const tone = s.choose('veil', [
		[0.8, 0.06, 300],
		[0.74, 0.08, 270],
		[0.84, 0.05, 330],
	]);
	const veil = s.colors.ramp('cloth', tone);
	const under = s.colors.ramp('cloth', [tone[0] - 0.2, tone[1] + 0.02, tone[2]]);
	s.head.form('hairBack', s.hidden.has('crown') ? pinnedLow : pinnedHigh, under, { depth: 0.024, rim: true });
	for (const fold of [
		points('0.745 0.34, 0.775 0.54, 0.82 0.76'),
		points('0.725 0.44, 0.73 0.6, 0.755 0.78'),
		points('0.265 0.36, 0.235 0.56, 0.185 0.76'),
	] as const)
		s.head.line('hairBack', fold, veil.base, 0.02, { taper: 0.9 });
	if (s.hidden.has('front-hair') || s.hidden.has('hair')) return;
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
