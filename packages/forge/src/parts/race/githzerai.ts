import { isHooded } from '../../anatomy/outgrowth.ts';
import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid, type HumanoidParts } from '../../families/humanoid.ts';

/** One thin braid from the back of a shaved head, laid over the shoulder. */
function drawBraid(s: Studio, { hair }: HumanoidParts): void {
	// A hat hides what the braid is plaited from.
	if (s.hidden.has('hair') || s.hidden.has('front-hair')) return;
	for (let i = 0; i < 7; i++) {
		const [x, y] = [0.712 + Math.sin(i * 0.9) * 0.006, 0.52 + i * 0.045];
		s.head.form(
			'hairFront',
			[
				[x, y - 0.03],
				[x + 0.021, y],
				[x, y + 0.03],
				[x - 0.021, y],
			],
			hair,
			{ depth: 0.008, width: 0.7 },
		);
	}
	s.head.form('hairFront', s.head.disc(0.71, 0.825, 0.02, 0.013), s.colors.ramp('metal', [0.62, 0.09, 65]), {
		depth: 0.005,
		width: 0.7,
	});
}

/** The hair left behind the skull, from which the braid is plaited; bands around the brow lie before it. */
function drawBackHair(s: Studio, { hair }: HumanoidParts): void {
	// Below a hat it would be a lone block beside the ear.
	if (s.hidden.has('hair') || s.hidden.has('front-hair')) return;
	s.head.form(
		'hairBack',
		points('0.6 0.26, 0.66 0.25, 0.715 0.34, 0.735 0.46, 0.74 0.54 0.3, 0.69 0.58 0.3, 0.64 0.5'),
		hair,
		{
			depth: 0.012,
		},
	);
	// It begins on the skull, above the cloth that is wound over it.
	s.head.form(
		'hairFront',
		points('0.555 0.176 0.2, 0.605 0.186, 0.655 0.222, 0.69 0.3 0.2, 0.64 0.31 0.2, 0.635 0.25, 0.605 0.205'),
		hair,
		{ depth: 0.008 },
	);
}

/** The wound brow cloth of the monasteries with two ends that hang behind the ear. */
function drawBrowCloth(s: Studio, { head, skin }: HumanoidParts): void {
	if (s.hidden.has('hair') || s.hidden.has('front-hair') || s.hidden.has('brow-band')) return;
	const cloth = s.colors.ramp(
		'cloth',
		s.choose('brow-cloth', [
			[0.42, 0.09, 300],
			[0.44, 0.08, 200],
			[0.46, 0.09, 20],
		]),
	);
	for (const end of [
		points('0.655 0.3 0.3, 0.74 0.36, 0.79 0.5 0.2, 0.745 0.485 0.3, 0.735 0.53 0.2, 0.69 0.41'),
		points('0.65 0.29 0.3, 0.76 0.3, 0.86 0.38 0.2, 0.82 0.395 0.3, 0.83 0.44 0.2, 0.72 0.37'),
	] as const)
		s.head.form('hairBack', end, cloth, { depth: 0.01 });
	const band = s.head.form(
		'hairFront',
		points(
			'0.342 0.248 0.3, 0.37 0.263, 0.48 0.277, 0.62 0.258, 0.664 0.232 0.3, 0.674 0.27, 0.672 0.308 0.3, 0.62 0.34, 0.48 0.363, 0.37 0.347, 0.331 0.322 0.3, 0.334 0.28',
		),
		cloth,
		{ depth: 0.012, rim: true },
	);
	s.head.cast('faceCover', head, band, skin.deep, [0.003, 0.016]);
	for (const fold of [points('0.34 0.27, 0.48 0.306, 0.67 0.255'), points('0.36 0.308, 0.5 0.336, 0.66 0.29')] as const)
		s.head.line('hairFront', fold, cloth.deep, 0.009, { clip: band, taper: 0.6 });
}

/** Three dots between the brows. */
function drawBrowDots(s: Studio, { head }: HumanoidParts): void {
	// Half of them would be hidden under a hat; a hood lies higher.
	if (s.hidden.has('crown') && !isHooded(s)) return;
	const spots = points('0.466 0.385, 0.45 0.365, 0.482 0.365');
	s.head.pattern(
		'markings',
		head,
		spots.map(([x, y]) => s.head.disc(x, y, 0.0085)),
		s.colors.tone([0.9, 0.03, 120]),
	);
}

export const githzerai = definePart({
	slot: 'race',
	id: 'githzerai',
	family: 'pointed-ear',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.62, 0.05, 140],
				[0.58, 0.045, 150],
				[0.66, 0.05, 130],
			],
			hairs: ['bald'],
			hairTones: [
				[0.3, 0.03, 60],
				[0.26, 0.02, 290],
				[0.72, 0.01, 270],
			],
			ears: { kind: 'pointed', length: 0.05, rise: 0.05, breadth: 0.95 },
			jaw: 0.86,
			chinDrop: 0.018,
			gaunt: true,
			eyes: ['tired', 'hooded'],
			irises: [
				[0.72, 0.09, 90],
				[0.7, 0.08, 200],
			],
			noses: ['flat', 'long'],
			brows: ['thin', 'soft'],
			beards: ['none', 'none', 'goatee'],
			blush: false,
			extra: (s, parts) => {
				drawBrowDots(s, parts);
				drawBackHair(s, parts);
				drawBrowCloth(s, parts);
				drawBraid(s, parts);
			},
		}),
});
