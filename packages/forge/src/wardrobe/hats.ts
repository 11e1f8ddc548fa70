import type { Ramp } from '../engine/color.ts';
import type { Kit } from '../engine/part.ts';
import { points } from '../engine/points.ts';
import type { Rig } from '../engine/rig.ts';
import type { Point } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { onHat, raised } from './hat-line.ts';
import { lowestCrown } from './openings.ts';
import { bulgeBefore } from './winding.ts';

/** Cuts of the cone: bent back, upright, folded over to the front, slouched low. */
const cones: readonly (readonly Point[])[] = [
	points(
		'-1.02 0.02, -0.72 -0.75, -0.35 -1.35, 0.02 -1.85, 0.5 -2.12, 1.05 -1.98 0.15, 0.72 -1.72, 0.66 -1.3, 0.86 -0.7, 1.05 -0.02, 0.5 0.2, -0.4 0.22',
	),
	points(
		'-1.02 0.02, -0.82 -0.7, -0.52 -1.4, -0.16 -2.1 0.4, 0.06 -2.42 0.1, 0.24 -2.05 0.5, 0.5 -1.4, 0.84 -0.7, 1.05 -0.02, 0.5 0.2, -0.4 0.22',
	),
	points(
		'-1.02 0.02, -0.86 -0.65, -0.72 -1.1, -1.0 -1.2, -1.32 -0.95 0.1, -1.3 -1.4, -0.85 -1.78, -0.1 -1.88, 0.5 -1.5, 0.86 -0.7, 1.05 -0.02, 0.5 0.2, -0.4 0.22',
	),
	points(
		'-1.02 0.02, -0.92 -0.6, -0.6 -1.2, 0.1 -1.5, 0.8 -1.42, 1.35 -1.05, 1.62 -0.5 0.1, 1.2 -0.72, 0.98 -0.62, 1.0 -0.3, 1.05 -0.02, 0.5 0.2, -0.4 0.22',
	),
];

const upright = 1;

/** A wide brim with a tall cone, whose tip may bend over. */
export function pointedHat(s: Studio, wearer: Rig, kit: Kit): void {
	const rig = raised(wearer, 0.16);
	const first = s.recorder.marks.length;
	// Between a horn and a tip that bends down to it the scene would show through as a hole.
	const cuts = s.recorder.outgrowths.some(({ base }) => base[1] < lowestCrown) ? [cones[upright]!] : cones;
	const cone = s.head.form('headgear', onHat(rig, s.stream('hat-cut').pick(cuts)), kit.cloth, {
		depth: 0.024,
		rim: true,
	});
	s.head.line('headgear', onHat(rig, points('0.0 -1.45, 0.3 -1.38, 0.62 -1.5')), kit.cloth.deep, 0.012, { clip: cone });
	s.head.line('headgear', onHat(rig, points('-0.4 -0.95, 0.1 -0.85, 0.5 -0.98')), kit.cloth.deep, 0.012, {
		clip: cone,
	});
	const band = s.head.shape(
		onHat(rig, points('-1.1 -0.32, 0 -0.12, 1.1 -0.36, 1.15 0.0, 0.4 0.24, -0.4 0.24, -1.15 0.04')),
	);
	s.head.pattern('headgear', cone, [band], kit.trim.base);
	s.head.line('headgear', onHat(rig, points('-1.0 -0.3, 0 -0.1, 0.98 -0.34')), kit.trim.ink, 0.008, {
		clip: cone,
		taper: 0.2,
	});
	const brim = s.head.form(
		'headgear',
		onHat(
			rig,
			points(
				'-1.72 0.2 0.6, -1.1 -0.04, -0.9 0.06, 0 0.2, 0.95 0.02, 1.15 -0.08, 1.78 0.06 0.6, 1.3 0.3, 0.2 0.43, -1.0 0.39',
			),
		),
		kit.cloth,
		{ depth: 0.014, rim: true },
	);
	s.head.cast('faceCover', rig.headShape, brim, rig.skin.deep, [0.004, 0.03]);
	const star = (u: number, v: number, r: number): Point[] =>
		onHat(
			rig,
			Array.from(
				{ length: 10 },
				(_, i): Point => [
					u + Math.sin((i / 5) * Math.PI) * (i % 2 ? r * 0.42 : r),
					v - Math.cos((i / 5) * Math.PI) * (i % 2 ? r * 0.42 : r),
					0,
				],
			),
		);
	s.head.pattern(
		'headgear',
		cone,
		[
			s.head.facet(star(-0.15, -0.62, 0.17)),
			s.head.facet(star(0.35, -1.12, 0.12)),
			s.head.facet(star(0.55, -0.58, 0.09)),
		],
		kit.trim.light,
	);
	bulgeBefore(s, wearer, first);
}

/** A soft cap pulled to one side with a plume. */
export function beret(s: Studio, wearer: Rig, kit: Kit, plume: Ramp): void {
	const rig = raised(wearer, 0);
	const first = s.recorder.marks.length;
	const feather = s.head.form(
		'headgear',
		onHat(
			rig,
			points(
				'0.72 -0.45 0.2, 0.88 -1.1, 1.2 -1.6 0.4, 1.3 -1.45 0.2, 1.62 -1.86 0.4, 1.72 -1.66 0.2, 2.12 -1.84, 2.52 -1.5 0.3, 2.62 -1.02 0.05, 2.32 -1.26 0.4, 2.24 -1.0 0.1, 1.94 -1.14 0.4, 1.84 -0.78 0.1, 1.5 -0.82 0.4, 1.38 -0.46 0.1, 1.05 -0.2',
			),
		),
		plume,
		{ depth: 0.014, rim: true },
	);
	s.head.line(
		'headgear',
		onHat(rig, points('0.8 -0.35, 1.2 -1.05, 1.75 -1.4, 2.2 -1.42, 2.56 -1.1')),
		plume.ink,
		0.01,
		{
			clip: feather,
			taper: 0.6,
		},
	);
	for (const barb of [
		points('1.1 -0.95, 1.2 -1.3'),
		points('1.45 -1.24, 1.56 -1.6'),
		points('1.85 -1.42, 2.0 -1.66'),
		points('1.3 -1.1, 1.4 -0.72'),
		points('1.66 -1.34, 1.8 -1.0'),
	] as const)
		s.head.line('headgear', onHat(rig, barb), plume.deep, 0.008, { clip: feather });
	const cap = s.head.form(
		'headgear',
		onHat(rig, points('-1.12 0.2, -1.5 -0.25, -1.2 -0.85, -0.3 -1.15, 0.7 -0.98, 1.2 -0.4, 1.12 0.12, 0.2 0.12')),
		kit.cloth,
		{ depth: 0.022, rim: true },
	);
	const band = s.head.form(
		'headgear',
		onHat(rig, points('-1.12 0.02, 0 -0.02, 1.1 -0.12, 1.14 0.16, 0 0.34, -1.12 0.3')),
		kit.trim,
		{ depth: 0.006, width: 0.9 },
	);
	s.head.line('headgear', onHat(rig, points('-0.9 -0.2, -0.6 -0.6, -0.1 -0.8')), kit.cloth.deep, 0.012, { clip: cap });
	s.head.cast('faceCover', rig.headShape, band, rig.skin.deep, [0.004, 0.022]);
	bulgeBefore(s, wearer, first);
}

/** A hat with three turned-up sides. */
export function tricorn(s: Studio, wearer: Rig, kit: Kit): void {
	const rig = raised(wearer, 0.14);
	const first = s.recorder.marks.length;
	s.head.form(
		'headgear',
		onHat(rig, points('-0.95 0.1, -0.85 -0.7, -0.2 -1.05, 0.6 -0.95, 0.98 -0.3, 0.95 0.1')),
		kit.cloth,
		{ depth: 0.02, rim: true },
	);
	const brim = s.head.form(
		'headgear',
		onHat(
			rig,
			points(
				'-1.75 -0.32 0.15, -0.95 -0.42, -0.3 0.02, 0.3 -0.05, 1.1 -0.55, 1.85 -0.5 0.15, 1.4 0.08, 0.5 0.36, -0.2 0.5 0.4, -0.9 0.3',
			),
		),
		kit.cloth,
		{ depth: 0.014, rim: true },
	);
	s.head.cast('faceCover', rig.headShape, brim, rig.skin.deep, [0.004, 0.03]);
	s.head.line(
		'headgear',
		onHat(rig, points('-1.68 -0.3, -0.95 -0.37, -0.3 0.07, 0.3 0.0, 1.1 -0.5, 1.78 -0.47')),
		kit.trim.base,
		0.012,
		{ taper: 0.3 },
	);
	bulgeBefore(s, wearer, first);
}
