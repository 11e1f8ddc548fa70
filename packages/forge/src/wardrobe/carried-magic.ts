import type { Layer } from '../engine/layers.ts';
import type { Kit } from '../engine/part.ts';
import { points } from '../engine/points.ts';
import type { Spot } from '../engine/rig.ts';
import type { Point } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { getCarryLayer } from './stance/stance.ts';

/** What floats or stands behind the far shoulder of those who do not carry steel; all in the body space. */

/** What floats over the far palm: before hood, ears and horns, and clear of the picture's edge. */
const afloat: Layer = 'hand';

/** A ball of raw flame. */
export function flameBall(s: Studio): void {
	const hue = s.stream('flame').pick([45, 45, 200, 310]);
	const outer = s.colors.ramp('gem', [0.66, 0.18, hue]);
	const inner = s.colors.ramp('gem', [0.86, 0.14, hue + 35]);
	s.body.glow('back', [0.16, 0.5, 0.21], outer.light, { alpha: 0.65 });
	s.body.form(
		afloat,
		points(
			'0.16 0.61, 0.1 0.57, 0.09 0.5, 0.12 0.445, 0.108 0.365 0.1, 0.152 0.41, 0.174 0.305 0.1, 0.2 0.41, 0.23 0.385 0.1, 0.228 0.48, 0.238 0.535, 0.212 0.588',
		),
		outer,
		{ depth: 0.014 },
	);
	s.body.form(
		afloat,
		points('0.163 0.592, 0.122 0.562, 0.13 0.5, 0.154 0.478, 0.167 0.407 0.1, 0.19 0.482, 0.205 0.526, 0.197 0.57'),
		inner,
		{ depth: 0.01, width: 0, contour: false },
	);
	for (const [x, y, r] of [
		[0.094, 0.335, 0.012],
		[0.236, 0.315, 0.015],
		[0.14, 0.265, 0.01],
	] as const)
		s.body.pattern(afloat, null, [s.body.disc(x, y, r, r * 1.4)], inner.base);
}

/** A sphere of nothing inside a tilted ring. */
export function voidSphere(s: Studio): void {
	const ring = s.colors.ramp('gem', [0.78, 0.13, 300]);
	const dark = s.colors.ramp('gem', [0.17, 0.05, 290]);
	s.body.glow('back', [0.175, 0.485, 0.19], ring.light, { alpha: 0.55 });
	s.body.line(afloat, points('0.073 0.522, 0.098 0.458, 0.175 0.441, 0.256 0.441, 0.279 0.463'), ring.base, 0.018, {
		taper: 0.5,
	});
	const globe = s.body.form(afloat, s.body.disc(0.175, 0.484, 0.066), dark, { depth: 0.012, rim: true });
	s.body.pattern(
		afloat,
		globe,
		[
			s.body.disc(0.149, 0.463, 0.006),
			s.body.disc(0.192, 0.454, 0.004),
			s.body.disc(0.167, 0.522, 0.005),
			s.body.disc(0.209, 0.505, 0.005),
		],
		s.colors.tone([0.95, 0.03, 280]),
	);
	s.body.line(afloat, points('0.073 0.522, 0.107 0.549, 0.184 0.531, 0.26 0.493, 0.279 0.463'), ring.light, 0.022, {
		taper: 0.5,
	});
}

/** A closed book that watches. */
export function grimoire(s: Studio, kit: Kit): void {
	const layer = getCarryLayer(s);
	const cover = s.colors.ramp('leather', [0.36, 0.09, 320]);
	const page = s.colors.ramp('cloth', [0.86, 0.05, 88]);
	s.body.glow('back', [0.185, 0.4, 0.19], kit.trim.light, { alpha: 0.5 });
	s.body.form(layer, points('0.105 0.285 0, 0.27 0.255 0, 0.287 0.51 0, 0.12 0.54 0'), page, { depth: 0.01 });
	s.body.form(layer, points('0.09 0.275 0.1, 0.25 0.25 0.1, 0.267 0.505 0.1, 0.105 0.53 0.1'), cover, {
		depth: 0.012,
		rim: true,
	});
	for (const corner of [
		points('0.09 0.275 0, 0.135 0.268 0, 0.093 0.32 0'),
		points('0.25 0.25 0, 0.205 0.257 0, 0.253 0.296 0'),
		points('0.267 0.505 0, 0.223 0.512 0, 0.263 0.46 0'),
		points('0.105 0.53 0, 0.15 0.523 0, 0.102 0.485 0'),
	] as const)
		s.body.pattern(layer, null, [s.body.facet(corner)], s.colors.tone([0.74, 0.1, 85]));
	s.body.form(layer, points('0.117 0.395 0.3, 0.179 0.345, 0.241 0.387 0.3, 0.181 0.437'), page, {
		depth: 0.006,
		width: 0.9,
	});
	s.body.form(layer, s.body.disc(0.18, 0.39, 0.03), kit.trim, { depth: 0.008, width: 0.6, contour: false });
	s.body.pattern(layer, null, [s.body.disc(0.18, 0.39, 0.008, 0.026)], cover.ink);
}

/** A gourd rattle on a bound stick with a thread of smoke. */
export function rattle(s: Studio): void {
	const layer = getCarryLayer(s);
	const stick = s.colors.ramp('leather', [0.46, 0.06, 60]);
	const gourd = s.colors.ramp('leather', [0.62, 0.1, 65]);
	const feather = s.colors.ramp('cloth', [0.62, 0.17, 30]);
	s.body.line(layer, points('0.145 0.26, 0.095 0.2, 0.155 0.14, 0.105 0.07'), s.colors.tone([0.82, 0.07, 150]), 0.034, {
		alpha: 0.7,
	});
	s.body.line(layer, points('0.175 0.25, 0.225 0.2, 0.195 0.13'), s.colors.tone([0.82, 0.07, 150]), 0.022, {
		alpha: 0.55,
	});
	s.body.form(layer, points('0.242 1.34 0, 0.133 0.45 0, 0.161 0.445 0, 0.279 1.34 0'), stick, { depth: 0.006 });
	for (const loop of [
		points('0.165 0.5 0.2, 0.215 0.54, 0.24 0.62 0.1, 0.19 0.585'),
		points('0.15 0.5 0.2, 0.105 0.54, 0.09 0.63 0.1, 0.135 0.58'),
	] as const)
		s.body.form(layer, loop, feather, { depth: 0.006 });
	s.body.form(
		layer,
		points('0.135 0.235, 0.2 0.27, 0.22 0.36, 0.185 0.445, 0.12 0.455, 0.07 0.39, 0.075 0.29'),
		gourd,
		{
			depth: 0.014,
			rim: true,
		},
	);
	for (const band of [
		points('0.075 0.325, 0.145 0.345, 0.215 0.32'),
		points('0.075 0.385, 0.145 0.405, 0.215 0.38'),
	] as const)
		s.body.line(layer, band, s.colors.tone([0.42, 0.12, 25]), 0.016, { taper: 0.2 });
}

/** What is carved at a totem's top, above the point where its sides are straight, and the lines of the face below. */
const totemHeads = [
	// A crown over a frown.
	{
		top: '0.105 0.25 0.2, 0.055 0.225 0.2, 0.065 0.165 0.3, 0.12 0.19 0.3, 0.17 0.14 0.3, 0.22 0.18 0.3, 0.275 0.145 0.3, 0.29 0.205 0.2, 0.24 0.24 0.2',
		face: [
			points('0.12 0.26, 0.15 0.275, 0.167 0.265'),
			points('0.187 0.262, 0.205 0.272, 0.235 0.252'),
			points('0.135 0.345, 0.175 0.36, 0.22 0.34'),
		],
	},
	// A bear with round ears and a muzzle.
	{
		top: '0.105 0.26 0.3, 0.09 0.2, 0.066 0.19, 0.06 0.145, 0.098 0.128, 0.126 0.158 0.3, 0.178 0.146, 0.228 0.156 0.3, 0.256 0.124, 0.294 0.14, 0.288 0.188, 0.262 0.2, 0.242 0.26 0.3',
		face: [
			points('0.142 0.318, 0.178 0.304, 0.214 0.316'),
			points('0.178 0.318, 0.178 0.338'),
			points('0.15 0.35, 0.178 0.34, 0.206 0.35'),
		],
	},
	// An owl with tufts and a beak.
	{
		top: '0.105 0.28 0.3, 0.07 0.22, 0.05 0.12 0.1, 0.12 0.16, 0.176 0.178, 0.234 0.156, 0.3 0.116 0.1, 0.28 0.22, 0.242 0.28 0.3',
		face: [
			points('0.11 0.24, 0.15 0.262, 0.176 0.3'),
			points('0.242 0.236, 0.204 0.26, 0.176 0.3'),
			points('0.164 0.31 0.2, 0.176 0.345 0.2, 0.19 0.31 0.2'),
		],
	},
] as const;

/** A carved post with a beast's or a spirit's face and four stones in the colours of the elements. */
export function totem(s: Studio): void {
	const wood = s.colors.ramp('leather', [0.5, 0.07, 55]);
	const { top, face } = s.stream('totem-head').pick(totemHeads);
	const post = s.body.form('back', points(`0.11 1.05 0, ${top}, 0.25 1.05 0`), wood, { depth: 0.014, rim: true });
	for (const line of [...face, points('0.105 0.385, 0.175 0.395, 0.245 0.38')])
		s.body.line('back', line, wood.ink, 0.016, { clip: post, taper: 0.3 });
	s.body.pattern('back', post, [s.body.disc(0.147, 0.295, 0.012), s.body.disc(0.21, 0.29, 0.012)], wood.ink);
	for (const [i, hue] of [30, 85, 150, 230].entries())
		s.body.form('back', s.body.disc(0.177, 0.435 + i * 0.07, 0.026, 0.026), s.colors.ramp('gem', [0.64, 0.16, hue]), {
			depth: 0.008,
			width: 0.8,
		});
}

/** What of a grip comes out beneath the hand around it, with its pommel. */
function hilt(s: Studio, kit: Kit, layer: Layer, grip: readonly Point[], [x, y]: Spot): void {
	s.body.form(layer, grip, kit.leather, { depth: 0.006 });
	s.body.form(layer, s.body.disc(x, y, 0.02), kit.trim, { depth: 0.006 });
}

/** The same blade on the back: its sheath goes down behind the shoulder, its grip with the knuckle bow stands above. */
function sheathedBlade(s: Studio, kit: Kit): void {
	s.body.form(
		'back',
		points('0.34 0.96 0.2, 0.21 0.72, 0.145 0.52 0.2, 0.195 0.505 0.2, 0.26 0.7, 0.4 0.94 0.2'),
		kit.leather,
		{
			depth: 0.01,
		},
	);
	const bow = points('0.115 0.525, 0.07 0.47, 0.07 0.4, 0.115 0.36');
	s.body.line('back', bow, kit.trim.ink, 0.03, { taper: 0 });
	s.body.line('back', bow, kit.trim.base, 0.017, { taper: 0 });
	s.body.form(
		'back',
		points('0.146 0.51 0, 0.114 0.38 0, 0.144 0.37 0, 0.186 0.5 0'),
		s.colors.ramp('leather', [0.3, 0.05, 45]),
		{
			depth: 0.006,
		},
	);
	s.body.form(
		'back',
		points('0.102 0.512 0.4, 0.17 0.485, 0.23 0.482 0.4, 0.235 0.51 0.4, 0.175 0.518, 0.112 0.545 0.4'),
		kit.trim,
		{
			depth: 0.006,
		},
	);
	s.body.form('back', s.body.disc(0.124, 0.36, 0.024), kit.trim, { depth: 0.006 });
	s.body.form('back', points('0.152 0.56 0.2, 0.206 0.546 0.2, 0.216 0.585 0.2, 0.162 0.6 0.2'), kit.trim, {
		depth: 0.005,
	});
}

/** A curved hunting blade with a red line along its edge; on the back it is sheathed. */
export function redBlade(s: Studio, kit: Kit): void {
	const layer = getCarryLayer(s);
	if (layer === 'back') {
		sheathedBlade(s, kit);
		return;
	}
	hilt(s, kit, layer, points('0.205 0.7 0, 0.235 0.865 0.2, 0.27 0.86 0.2, 0.26 0.69 0'), [0.255, 0.872]);
	const blood = s.colors.tone([0.5, 0.2, 25]);
	s.body.form(
		layer,
		points(
			'0.21 0.72 0.2, 0.14 0.56, 0.105 0.4, 0.12 0.25, 0.185 0.12 0.1, 0.168 0.28, 0.17 0.42, 0.205 0.56, 0.26 0.7 0.2',
		),
		kit.metal,
		{ depth: 0.012 },
	);
	s.body.line(layer, points('0.175 0.15, 0.135 0.27, 0.128 0.41, 0.165 0.56, 0.22 0.69'), blood, 0.015, {
		taper: 0.5,
	});
	s.body.form(
		layer,
		points('0.15 0.72 0.3, 0.22 0.685, 0.295 0.675 0.3, 0.3 0.71 0.3, 0.23 0.725, 0.16 0.755 0.3'),
		kit.trim,
		{
			depth: 0.006,
		},
	);
}

/** Wisps from the blade up to their tips, their roots hidden behind it; the lower part of each is denser. */
const wisps: readonly (readonly Point[])[] = [
	points('0.15 0.65, 0.115 0.57, 0.066 0.52, 0.07 0.44, 0.098 0.37, 0.078 0.28 0.1, 0.118 0.37, 0.104 0.45, 0.13 0.5'),
	points('0.155 0.5, 0.19 0.47, 0.222 0.43, 0.2 0.36, 0.214 0.27 0.1, 0.18 0.36, 0.188 0.41, 0.15 0.42'),
	points('0.118 0.42, 0.112 0.34, 0.142 0.28, 0.13 0.22, 0.15 0.13 0.1, 0.166 0.22, 0.162 0.3, 0.145 0.36, 0.146 0.42'),
	points('0.15 0.65, 0.12 0.575, 0.082 0.52, 0.08 0.47 0.3, 0.098 0.5, 0.13 0.53'),
	points('0.16 0.49, 0.185 0.46, 0.208 0.42, 0.203 0.395 0.3, 0.19 0.43, 0.152 0.43'),
	points('0.122 0.42, 0.118 0.35, 0.142 0.3, 0.145 0.27 0.3, 0.156 0.3, 0.142 0.36, 0.142 0.42'),
];

/** A short blade that smokes. */
export function smokeBlade(s: Studio, kit: Kit): void {
	const layer = getCarryLayer(s);
	const smoke = s.colors.tone([0.48, 0.1, 300]);
	hilt(s, kit, layer, points('0.172 0.72 0, 0.205 0.885 0.2, 0.236 0.88 0.2, 0.212 0.72 0'), [0.223, 0.892]);
	s.body.pattern(
		layer,
		null,
		wisps.map((wisp) => s.body.shape(wisp)),
		smoke,
		0.5,
	);
	s.body.form(layer, points('0.17 0.74 0, 0.118 0.42 0.1, 0.122 0.32 0, 0.16 0.41 0.1, 0.215 0.73 0'), kit.metal, {
		depth: 0.008,
	});
}
