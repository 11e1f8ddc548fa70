import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

/** A stiff standing collar with a gilded edge, as high as the jaw. */
function drawOfficerCollar(s: Studio): void {
	// Of what a hood, a coif or a great helm covers to the shoulders only scraps would show.
	if (s.hidden.has('ears')) return;
	const cloth = s.colors.ramp('cloth', [0.3, 0.05, 275]);
	const gold = s.colors.ramp('metal', [0.8, 0.12, 88]);
	// The collar's inside, behind the neck, joins its two wings.
	s.body.form(
		'hairBack',
		points('0.3 0.64 0.3, 0.5 0.6, 0.72 0.63 0.3, 0.7 0.79 0.3, 0.32 0.79 0.3'),
		{ ...cloth, light: cloth.shade, base: cloth.deep, shade: cloth.deep },
		{ depth: 0.01 },
	);
	for (const [flap, edge] of [
		[
			points('0.6 0.8 0.3, 0.615 0.71, 0.665 0.6 0.15, 0.775 0.575 0.15, 0.765 0.7, 0.715 0.79 0.3'),
			points('0.625 0.705, 0.675 0.61, 0.765 0.588'),
		],
		[
			points('0.41 0.8 0.3, 0.4 0.71, 0.345 0.61 0.15, 0.25 0.59 0.15, 0.255 0.7, 0.31 0.79 0.3'),
			points('0.39 0.705, 0.338 0.62, 0.26 0.602'),
		],
	] as const) {
		// Both come up out of the robe.
		s.body.form('shoulderFar', flap, cloth, { depth: 0.016 });
		s.body.line('shoulderFar', edge, gold.base, 0.014, { taper: 0.2 });
	}
}

export const hobgoblin = definePart({
	slot: 'race',
	id: 'hobgoblin',
	family: 'tusked',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.58, 0.15, 38],
				[0.52, 0.15, 28],
				[0.62, 0.14, 48],
			],
			hairs: ['topknot', 'topknot', 'highTail'],
			hairTones: [
				[0.2, 0.01, 280],
				[0.26, 0.04, 30],
			],
			ears: { kind: 'pointed', length: 0.14, rise: 0.1, breadth: 1.15 },
			jaw: 1.08,
			shoulders: 1.08,
			neck: 'thick',
			eyes: ['narrow', 'sharp'],
			irises: [
				[0.8, 0.15, 90],
				[0.62, 0.18, 30],
			],
			noses: ['bulb'],
			noseTone: studio.stream('nose-hue').chance(0.3) ? [0.6, 0.17, 20] : [0.56, 0.12, 258],
			noseScale: 0.95,
			brows: ['wedge', 'straight'],
			mouths: ['line', 'smirk'],
			beards: ['none', 'goatee', 'none'],
			blush: false,
			extra: drawOfficerCollar,
		}),
});
