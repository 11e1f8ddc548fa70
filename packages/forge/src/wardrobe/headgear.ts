import type { Lch, Ramp } from '../engine/color.ts';
import type { Kit } from '../engine/part.ts';
import { points } from '../engine/points.ts';
import type { Rig } from '../engine/rig.ts';
import { ellipseOutline, type Point, type Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';

/** Hat coordinates: x and y in half skull widths from the middle of the hat line. */
function onHat(rig: Rig, points: readonly Point[]): Point[] {
	const { x, y, half } = rig.hat;
	return points.map(
		([u, v, smooth]): Point =>
			smooth === undefined ? [x + u * half, y + v * half] : [x + u * half, y + v * half, smooth],
	);
}

/** A wide brim with a tall cone whose tip bends over. */
export function pointedHat(s: Studio, rig: Rig, kit: Kit): void {
	const cone = s.head.form(
		'headgear',
		onHat(
			rig,
			points(
				'-1.02 0.02, -0.72 -0.75, -0.35 -1.35, 0.02 -1.85, 0.5 -2.12, 1.05 -1.98 0.15, 0.72 -1.72, 0.66 -1.3, 0.86 -0.7, 1.05 -0.02, 0.5 0.2, -0.4 0.22',
			),
		),
		kit.cloth,
		{ depth: 0.024, rim: true },
	);
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
				'-1.82 0.2 0.6, -1.1 -0.04, -0.9 0.06, 0 0.2, 0.95 0.02, 1.15 -0.08, 1.88 0.06 0.6, 1.3 0.34, 0.2 0.5, -1.0 0.44',
			),
		),
		kit.cloth,
		{ depth: 0.014, rim: true },
	);
	s.head.cast('skinAffliction', rig.headShape, brim, rig.skin.deep, [0.004, 0.03]);
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
}

/** A hood; the face looks out of its shadow. */
export function hood(s: Studio, rig: Rig, ramp: Ramp, lining: Ramp, feather?: Ramp): void {
	s.head.form(
		'hairBack',
		onHat(rig, points('-1.2 1.9, -1.2 0, -0.5 -0.85, 0.3 -0.95, 1.15 -0.2, 1.3 1.9, 0 2.3')),
		{ ...lining, base: lining.deep, light: lining.deep, shade: lining.deep },
		{ light: false },
	);
	const front: readonly Point[] = points(
		'-1.18 2.3 0.4, -1.36 1.1, -1.2 -0.15, -0.62 -0.95, 0.1 -1.3 0.7, 0.95 -0.92, 1.42 0.05, 1.5 1.2, 1.28 2.4 0.4, 0.92 2.2 0.3, 1.08 1.3, 0.98 0.45, 0.6 -0.12, 0 -0.3, -0.62 -0.08, -0.98 0.42, -1.03 1.2, -0.86 2.15 0.3',
	);
	const shell = s.head.shape(onHat(rig, front));
	s.head.cast('skinAffliction', rig.headShape, shell, rig.skin.deep, [0.012, 0.034]);
	const cap = s.head.form('headgear', shell, ramp, { depth: 0.022, rim: true });
	for (const line of [
		points('-0.95 0.1, -0.5 -0.42, 0 -0.58'),
		points('1.18 0.3, 1.3 1.0, 1.22 1.7'),
		points('0.3 -0.7, 0.85 -0.35, 1.1 0.2'),
	] as const)
		s.head.line('headgear', onHat(rig, line), ramp.deep, 0.012, { clip: cap });
	if (!feather) return;
	s.head.form('headgear', onHat(rig, points('0.75 -0.55, 0.95 -1.3, 1.45 -1.85 0.2, 1.4 -1.2, 1.02 -0.45')), feather, {
		depth: 0.01,
	});
	s.head.line('headgear', onHat(rig, points('0.85 -0.5, 1.1 -1.15, 1.42 -1.78')), feather.ink, 0.007, { taper: 0.5 });
}

/** A band around the brow; a gem sits in the middle when one is given. */
export function circlet(s: Studio, rig: Rig, ramp: Ramp, gem?: Lch, width = 0.15): void {
	const band = s.head.shape(
		onHat(rig, [
			[-1.0, 0.0 - width, 0.3],
			[-0.2, 0.12 - width],
			[0.98, -0.12 - width, 0.3],
			[1.06, 0.0 + width * 0.6, 0.3],
			[-0.2, 0.12 + width],
			[-1.04, 0.04 + width, 0.3],
		]),
	);
	s.head.cast('headgear', rig.headShape, band, rig.skin.deep, [0.003, 0.012]);
	s.head.form('headgear', band, ramp, { depth: 0.006, width: 0.8, contour: false });
	if (!gem) return;
	const stone = s.colors.ramp('gem', gem);
	const at = onHat(rig, [[-0.22, 0.12]])[0]!;
	const r = rig.hat.half * 0.16;
	s.head.form(
		'headgear',
		[
			[at[0], at[1] - r * 1.4, 0.2],
			[at[0] + r, at[1], 0.2],
			[at[0], at[1] + r * 1.4, 0.2],
			[at[0] - r, at[1], 0.2],
		],
		stone,
		{ depth: 0.006, width: 0.7 },
	);
}

/** An open steel helm with a ridge and a trimmed rim. */
export function openHelm(s: Studio, rig: Rig, kit: Kit, crest?: Ramp): void {
	if (crest)
		s.head.form(
			'headgear',
			onHat(
				rig,
				points('-0.35 -0.95, -0.3 -1.5, 0.35 -1.85, 1.15 -1.6, 1.6 -0.9, 1.68 0.1 0.3, 1.35 -0.2, 0.95 -0.8, 0.3 -1.0'),
			),
			crest,
			{ depth: 0.018, rim: true },
		);
	const dome = s.head.form(
		'headgear',
		onHat(
			rig,
			points(
				'-1.08 0.5 0.3, -1.13 -0.2, -0.72 -0.92, 0 -1.18, 0.75 -0.98, 1.17 -0.25, 1.18 0.75, 1.1 1.15 0.3, 0.88 1.1 0.3, 0.92 0.5, 0.6 0.12, -0.15 0.2, -0.75 0.2, -0.94 0.5 0.3',
			),
		),
		kit.metal,
		{ depth: 0.024, rim: true },
	);
	s.head.cast('skinAffliction', rig.headShape, dome, rig.skin.deep, [0.004, 0.028]);
	s.head.form(
		'headgear',
		onHat(rig, points('-0.42 0.16 0.3, -0.5 -0.6, -0.18 -1.2, 0.06 -1.2, -0.14 -0.6, -0.1 0.16 0.3')),
		kit.trim,
		{ depth: 0.006, width: 0.8 },
	);
	s.head.line(
		'headgear',
		onHat(rig, points('-0.98 0.3, -0.6 0.02, -0.1 0.02, 0.6 -0.06, 1.02 0.4')),
		kit.metal.deep,
		0.012,
		{ clip: dome, taper: 0.3 },
	);
	s.head.line('headgear', onHat(rig, points('-0.85 -0.35, -0.7 -0.7, -0.52 -0.85')), kit.metal.spec, 0.026, {
		clip: dome,
	});
	for (const [u, v] of [
		[0.25, -0.12],
		[0.62, -0.05],
		[0.95, 0.22],
		[-0.72, 0.02],
	] as const)
		s.head.form('headgear', ellipseOutline(...spot(rig, u, v), 0.008, 0.008), kit.trim, {
			depth: 0.002,
			width: 0.4,
			contour: false,
		});
}

const spot = (rig: Rig, u: number, v: number): [number, number] => [
	rig.hat.x + u * rig.hat.half,
	rig.hat.y + v * rig.hat.half,
];

/** A wreath of leaves, with antlers when wanted. */
export function leafCrown(s: Studio, rig: Rig, leaf: Ramp, antler?: Ramp): void {
	if (antler) {
		const near: Point[] = onHat(
			rig,
			points(
				'0.48 -0.55, 0.62 -1.1, 0.55 -1.6 0.2, 0.78 -1.2, 0.98 -1.35, 1.05 -2.0 0.15, 1.2 -1.45, 1.5 -1.55, 1.75 -1.95 0.15, 1.68 -1.35, 1.2 -1.05, 0.85 -0.85, 0.72 -0.5',
			),
		);
		const far: Point[] = onHat(
			rig,
			points(
				'-0.6 -0.5, -0.72 -1.0, -0.62 -1.45 0.2, -0.88 -1.1, -1.05 -1.25, -1.05 -1.85 0.15, -1.25 -1.35, -1.5 -1.4, -1.72 -1.75 0.15, -1.65 -1.2, -1.25 -0.95, -0.92 -0.75, -0.8 -0.42',
			),
		);
		s.head.form('headgear', near, antler, { depth: 0.01, rim: true });
		s.head.form('earFar', far, antler, { depth: 0.01 });
	}
	const leaves: readonly (readonly [number, number, number])[] = [
		[-0.95, 0.08, -150],
		[-0.72, -0.02, -120],
		[-0.45, 0.06, -100],
		[-0.15, 0.1, -85],
		[0.18, 0.06, -70],
		[0.5, -0.02, -55],
		[0.8, -0.08, -35],
		[1.02, 0.02, -10],
	];
	for (const [u, v, turn] of leaves) {
		const [x, y] = spot(rig, u, v);
		const angle = (turn * Math.PI) / 180;
		const [dx, dy] = [Math.cos(angle) * rig.hat.half * 0.44, Math.sin(angle) * rig.hat.half * 0.44];
		s.head.form(
			'headgear',
			[
				[x, y, 0.2],
				[x + dx * 0.5 - dy * 0.3, y + dy * 0.5 + dx * 0.3],
				[x + dx, y + dy, 0.1],
				[x + dx * 0.5 + dy * 0.3, y + dy * 0.5 - dx * 0.3],
			],
			leaf,
			{ depth: 0.006, width: 0.8 },
		);
		s.head.line(
			'headgear',
			[
				[x, y],
				[x + dx * 0.8, y + dy * 0.8],
			],
			leaf.deep,
			0.006,
		);
	}
}

/** A soft cap pulled to one side with a plume. */
export function beret(s: Studio, rig: Rig, kit: Kit, plume: Ramp): void {
	s.head.form(
		'headgear',
		onHat(rig, points('0.75 -0.6, 1.1 -1.3, 1.9 -1.75, 2.35 -1.3 0.3, 1.9 -1.1, 1.35 -0.55, 0.95 -0.2')),
		plume,
		{ depth: 0.014, rim: true },
	);
	const cap = s.head.form(
		'headgear',
		onHat(rig, points('-1.12 0.2, -1.5 -0.25, -1.2 -0.85, -0.3 -1.15, 0.7 -0.98, 1.2 -0.4, 1.12 0.12, 0.2 0.12')),
		kit.cloth,
		{ depth: 0.022, rim: true },
	);
	s.head.form(
		'headgear',
		onHat(rig, points('-1.12 0.02, 0 -0.02, 1.1 -0.12, 1.14 0.16, 0 0.34, -1.12 0.3')),
		kit.trim,
		{ depth: 0.006, width: 0.9 },
	);
	s.head.line('headgear', onHat(rig, points('-0.9 -0.2, -0.6 -0.6, -0.1 -0.8')), kit.cloth.deep, 0.012, { clip: cap });
	s.head.cast('skinAffliction', rig.headShape, cap, rig.skin.deep, [0.004, 0.05]);
}

/** A hat with three turned-up sides. */
export function tricorn(s: Studio, rig: Rig, kit: Kit): void {
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
				'-1.75 -0.32 0.15, -0.95 -0.42, -0.3 0.02, 0.3 -0.05, 1.1 -0.55, 1.85 -0.5 0.15, 1.4 0.08, 0.5 0.38, -0.2 0.62 0.4, -0.9 0.3',
			),
		),
		kit.cloth,
		{ depth: 0.014, rim: true },
	);
	s.head.cast('skinAffliction', rig.headShape, brim, rig.skin.deep, [0.004, 0.03]);
	s.head.line(
		'headgear',
		onHat(rig, points('-1.68 -0.3, -0.95 -0.37, -0.3 0.07, 0.3 0.0, 1.1 -0.5, 1.78 -0.47')),
		kit.trim.base,
		0.012,
		{ taper: 0.3 },
	);
}

/** Round lenses pushed up on the brow. */
export function goggles(s: Studio, rig: Rig, kit: Kit): void {
	circlet(s, rig, kit.leather, undefined, 0.13);
	const glass = s.colors.ramp('gem', [0.72, 0.1, 200]);
	for (const [u, v, r] of [
		[0.28, 0.02, 0.34],
		[-0.5, 0.08, 0.29],
	] as const) {
		const [x, y] = spot(rig, u, v);
		const size = rig.hat.half * r;
		s.head.form('headgear', ellipseOutline(x, y, size * (r > 0.3 ? 1 : 0.88), size), kit.trim, { depth: 0.008 });
		const lens = s.head.form('headgear', ellipseOutline(x, y, size * (r > 0.3 ? 0.7 : 0.6), size * 0.7), glass, {
			depth: 0.01,
			width: 0.7,
			contour: false,
		});
		s.head.line(
			'headgear',
			[
				[x - size * 0.4, y + size * 0.1],
				[x - size * 0.1, y - size * 0.4],
			],
			glass.spec,
			0.014,
			{ clip: lens, taper: 0.4 },
		);
	}
}

/** A crowned helm that leaves the face in the shadow of its brim. */
export function crownedHelm(s: Studio, rig: Rig, kit: Kit, glow: Lch): void {
	s.head.form(
		'headgear',
		onHat(
			rig,
			points(
				'-1.05 -0.35, -1.12 -1.15 0.1, -0.72 -0.85, -0.5 -1.6 0.1, -0.18 -1.05, 0.1 -1.95 0.1, 0.38 -1.05, 0.75 -1.6 0.1, 0.85 -0.8, 1.28 -1.1 0.1, 1.15 -0.2, 0 0.1',
			),
		),
		kit.metal,
		{ depth: 0.016, rim: true },
	);
	const mask: readonly Point[] = points(
		'-1.08 -0.35, -0.2 -0.12, 1.12 -0.4, 1.2 0.7, 1.15 1.75, 0.85 2.0 0.3, 0.8 1.3, 0.2 1.12 0.3, -0.08 1.45 0.2, -0.32 1.14 0.3, -0.78 1.3, -0.8 1.9 0.3, -1.02 1.6, -1.1 0.6',
	);
	const helm = s.head.form('headgear', onHat(rig, mask), kit.metal, { depth: 0.026, rim: true });
	const slit = (from: number, to: number): Point[] =>
		onHat(rig, [
			[from, 0.62, 0.2],
			[(from + to) / 2, 0.56],
			[to, 0.68, 0.2],
			[(from + to) / 2, 0.9],
		]);
	const slits = [s.head.shape(slit(-0.88, -0.32)), s.head.shape(slit(-0.06, 0.68))];
	s.head.pattern('headgear', helm, slits, s.colors.tone([0.14, 0.02, 280]));
	for (const [u, r] of [
		[-0.58, 0.2],
		[0.3, 0.24],
	] as const) {
		const [x, y] = spot(rig, u, 0.73);
		s.head.glow('headgear', [x, y, rig.hat.half * r * 2.2], s.colors.tone(glow), { alpha: 0.85 });
		s.head.pattern(
			'headgear',
			null,
			[s.head.disc(x, y, rig.hat.half * r * 0.42, rig.hat.half * r * 0.3)],
			s.colors.tone([0.95, 0.05, glow[2]]),
		);
	}
	s.head.line('headgear', onHat(rig, points('-0.2 -0.1, -0.2 0.5, -0.1 1.2')), kit.metal.spec, 0.012, { clip: helm });
	s.head.line('headgear', onHat(rig, points('-1.0 0.25, -0.2 0.42, 1.1 0.22')), kit.metal.deep, 0.012, {
		clip: helm,
		taper: 0.2,
	});
}

/** A cloth over the eyes with a sign on it. */
export function blindfold(s: Studio, rig: Rig, ramp: Ramp, sign: string): void {
	const y = (rig.eyeNear[1] + rig.eyeFar[1]) / 2;
	const half = rig.eyeHalf;
	const band = s.head.shape([
		[0.3, y - half * 0.75],
		[0.45, y - half * 0.6],
		[0.7, y - half * 0.95],
		[0.71, y + half * 0.55],
		[0.45, y + half * 0.95],
		[0.3, y + half * 0.7],
	]);
	s.head.form('headgear', band, ramp, { depth: 0.01, width: 0.9, clip: rig.headShape });
	s.head.line(
		'headgear',
		[
			[0.41, y + half * 0.2],
			[0.46, y - half * 0.35],
			[0.515, y + half * 0.15],
			[0.46, y + half * 0.55],
			[0.412, y + half * 0.2],
		],
		sign,
		0.009,
		{ taper: 0.1 },
	);
	s.head.pattern('headgear', null, [s.head.disc(0.462, y + half * 0.12, half * 0.24)], sign);
}

/** A close cap of cloth under a band: the sober cover of the devout. */
export function coif(s: Studio, rig: Rig, ramp: Ramp, band: Ramp): Shape {
	s.head.form(
		'hairBack',
		onHat(
			rig,
			points('-1.1 1.6, -1.1 0.2, -0.4 -0.9, 0.5 -0.95, 1.2 0, 1.45 1.5, 1.55 2.6 0.4, 0.2 2.5, -1.2 2.5 0.4'),
		),
		{ ...ramp, base: ramp.shade, light: ramp.base, shade: ramp.deep },
		{ light: false },
	);
	const cap = s.head.form(
		'headgear',
		onHat(
			rig,
			points(
				'-1.0 0.4 0.3, -1.12 -0.2, -0.62 -0.95, 0.1 -1.15, 0.85 -0.85, 1.2 -0.1, 1.3 1.0, 1.42 2.3 0.3, 0.98 1.7 0.3, 0.96 0.7, 0.6 0.1, -0.1 -0.02, -0.7 0.1',
			),
		),
		ramp,
		{ depth: 0.022, rim: true },
	);
	s.head.cast('skinAffliction', rig.headShape, cap, rig.skin.deep, [0.004, 0.024]);
	s.head.form(
		'headgear',
		onHat(rig, points('-1.05 -0.1, -0.2 -0.28, 0.7 -0.22, 1.14 0.1, 1.1 0.4, 0.6 0.1, -0.15 0.02, -0.98 0.24')),
		band,
		{ depth: 0.006, width: 0.8 },
	);
	return cap;
}
