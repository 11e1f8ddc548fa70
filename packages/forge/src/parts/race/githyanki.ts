import { closeToBand } from '../../anatomy/fringe.ts';
import { hairSets } from '../../anatomy/hair-sets.ts';
import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid, type HumanoidParts } from '../../families/humanoid.ts';

/** Under a band the sides are not shaved: beside a narrow cap bare skull would stand above it. */
const bandedCap = closeToBand(hairSets.topknot.front)[0]!;

/** A tall crest bound twice between shaved sides. */
function drawCrest(s: Studio, { hair, head }: HumanoidParts): void {
	if (s.hidden.has('hair') || s.hidden.has('front-hair')) return;
	// It is gathered from a cap of hair, which lies close on the crown between the shaved sides.
	const cap = s.hidden.has('brow-band')
		? s.head.form('hairFront', bandedCap, hair, { depth: 0.012 })
		: s.head.form(
				'hairFront',
				points(
					'0.385 0.262 0.3, 0.4 0.19, 0.45 0.15, 0.52 0.14, 0.6 0.16, 0.655 0.22, 0.668 0.29 0.3, 0.625 0.3, 0.58 0.285, 0.52 0.31 0.2, 0.465 0.29, 0.42 0.285',
				),
				hair,
				{ depth: 0.012, width: 0.8, contour: false, clip: head },
			);
	for (const strand of [
		points('0.405 0.27, 0.43 0.23, 0.465 0.2'),
		points('0.52 0.3, 0.53 0.26, 0.535 0.22'),
		points('0.645 0.29, 0.62 0.24, 0.585 0.2'),
	] as const)
		s.head.line('hairFront', strand, hair.deep, 0.009, { clip: cap, taper: 0.9 });
	const crest = s.head.form(
		'hairFront',
		points(
			'0.43 0.262 0.2, 0.415 0.17, 0.45 0.1, 0.47 0.055 0.5, 0.43 0.0, 0.46 -0.09, 0.55 -0.13 0.2, 0.66 -0.1, 0.735 -0.02, 0.77 0.1 0.2, 0.69 0.05, 0.6 0.055 0.5, 0.62 0.11, 0.62 0.19, 0.585 0.225 0.2, 0.52 0.215',
		),
		hair,
		{ depth: 0.02, rim: true },
	);
	for (const strand of [
		points('0.47 0.24, 0.47 0.16, 0.5 0.08'),
		points('0.55 0.215, 0.57 0.15, 0.56 0.08'),
		points('0.5 0.03, 0.52 -0.05, 0.58 -0.09'),
		points('0.56 0.03, 0.61 -0.03, 0.69 0.0'),
	] as const)
		s.head.line('hairFront', strand, hair.deep, 0.01, { clip: crest, taper: 0.9 });
	const steel = s.colors.ramp('metal', [0.7, 0.03, 240]);
	s.head.form('hairFront', points('0.45 0.075, 0.535 0.05, 0.62 0.075, 0.615 0.045, 0.535 0.02, 0.455 0.045'), steel, {
		depth: 0.006,
		width: 0.8,
	});
}

/** Steel rings stacked along the near ear. */
function drawCuffs(s: Studio): void {
	if (s.hidden.has('ears')) return;
	const steel = s.colors.ramp('metal', [0.74, 0.03, 240]);
	for (const [x, y, r] of [
		[0.682, 0.448, 0.036],
		[0.716, 0.422, 0.03],
		[0.748, 0.398, 0.022],
	] as const) {
		// Narrow and far apart, with a bright edge: broad ones would be fingers that grip the ear.
		const cuff = s.head.form(
			'ears',
			[
				[x - 0.006, y - r],
				[x + 0.005, y - r * 0.95],
				[x + 0.009, y + r * 0.95],
				[x - 0.003, y + r],
			],
			steel,
			{ depth: 0.003, width: 0.5 },
		);
		s.head.line(
			'ears',
			[
				[x - 0.001, y - r * 0.8],
				[x + 0.003, y + r * 0.8],
			],
			steel.light,
			0.004,
			{ clip: cuff },
		);
	}
}

export const githyanki = definePart({
	slot: 'race',
	id: 'githyanki',
	family: 'pointed-ear',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.78, 0.125, 90],
				[0.73, 0.125, 82],
				[0.8, 0.12, 96],
			],
			hairs: ['bald'],
			hairTones: [
				[0.42, 0.13, 32],
				[0.22, 0.02, 290],
				[0.52, 0.15, 38],
			],
			ears: { kind: 'pointed', length: 0.095, rise: -0.035, breadth: 0.95, notches: true },
			jaw: 0.84,
			chinDrop: 0.022,
			gaunt: true,
			eyes: ['narrow', 'sharp'],
			pupil: 'star',
			irises: [
				[0.84, 0.14, 95],
				[0.74, 0.12, 150],
			],
			noses: ['flat'],
			brows: ['wedge'],
			beards: ['none'],
			blush: false,
			extra: (s, parts) => {
				const paint = s.colors.tone([0.4, 0.13, 25]);
				// War paint on both cheeks, which helmets and hoods leave free.
				for (const stripe of [
					points('0.525 0.497, 0.52 0.53, 0.508 0.57'),
					points('0.565 0.5, 0.567 0.535, 0.56 0.575'),
					points('0.605 0.495, 0.612 0.525, 0.608 0.56'),
					points('0.412 0.497, 0.406 0.53, 0.408 0.56'),
					points('0.38 0.494, 0.373 0.52, 0.376 0.55'),
				] as const)
					s.head.line('markings', stripe, paint, 0.018, { clip: parts.head, taper: 0.7 });
				drawCrest(s, parts);
				drawCuffs(s);
			},
		}),
});
