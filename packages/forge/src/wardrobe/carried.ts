import type { Lch, Ramp } from '../engine/color.ts';
import type { Kit } from '../engine/part.ts';
import { points } from '../engine/points.ts';
import { Pen } from '../engine/recorder.ts';
import type { Rig, Spot } from '../engine/rig.ts';
import { ellipseOutline, type Point } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { strap } from './garments.ts';
import { findFreeShoulder, getCarryLayer } from './stance/stance.ts';

/** Poles go on to here, below the picture however high a figure stands in it. */
const foot = 1.34;

/** What stands up behind the far shoulder; the pole runs from (0.19, 1.0) to its head near the top. */
function pole(s: Studio, ramp: Ramp, top: number, width = 0.022, shift = 0): void {
	const layer = getCarryLayer(s);
	const lean = 0.1 + shift;
	const low = lean + ((0.2 + shift - lean) * (foot - top)) / (1.12 - top);
	s.body.form(
		layer,
		[
			[low - width / 2, foot, 0],
			[lean - width / 2, top, 0.2],
			[lean + width / 2, top, 0.2],
			[low + width / 2, foot, 0],
		],
		ramp,
		{ depth: 0.008 },
	);
}

const wood: Lch = [0.45, 0.06, 60];

export function staff(s: Studio, kit: Kit, orb: Lch): void {
	const layer = getCarryLayer(s);
	pole(s, s.colors.ramp('leather', wood), 0.3);
	const gem = s.colors.ramp('gem', orb);
	s.body.glow('back', [0.1, 0.235, 0.13], gem.light, { alpha: 0.5 });
	s.body.form(
		layer,
		points(
			'0.075 0.34 0.3, 0.045 0.27, 0.05 0.2, 0.075 0.165 0.1, 0.068 0.23, 0.1 0.3, 0.135 0.23, 0.13 0.165 0.1, 0.155 0.2, 0.158 0.27, 0.125 0.34 0.3',
		),
		kit.trim,
		{ depth: 0.008 },
	);
	s.body.form(layer, s.body.disc(0.1, 0.225, 0.036), gem, { depth: 0.012, width: 0.8 });
}

/** A pilgrim's staff: a hoop on its tip with smaller rings hanging in it. */
export function ringedStaff(s: Studio, kit: Kit): void {
	const layer = getCarryLayer(s);
	const brass = s.colors.ramp('metal', [0.76, 0.12, 85]);
	pole(s, s.colors.ramp('leather', wood), 0.36, 0.02);
	// The head and the bindings stand in the line of the shaft, which leans.
	const tilt = 0.1 / 0.76;
	const along = (outline: readonly Point[]): readonly Point[] =>
		outline.map(([x, y, smooth = 1]): Point => [x + (y - 0.36) * tilt, y, smooth]);
	s.body.form(layer, s.body.disc(0.1, 0.355, 0.02, 0.014), brass, { depth: 0.005, width: 0.8 });
	for (const [x, y, turn] of [
		[0.064, 0.325, 24],
		[0.126, 0.32, -24],
	] as const) {
		const outer = ellipseOutline(x, y, 0.02, 0.028, turn);
		s.body.form(layer, s.body.shape(outer, ellipseOutline(x, y, 0.011, 0.018, turn).reverse()), brass, {
			depth: 0.004,
			width: 0.7,
		});
	}
	s.body.form(
		layer,
		s.body.shape(
			along(points('0.1 0.16 0.1, 0.14 0.215, 0.152 0.275, 0.1 0.345, 0.048 0.275, 0.06 0.215')),
			along(points('0.1 0.195 0.1, 0.075 0.23, 0.068 0.275, 0.1 0.32, 0.132 0.275, 0.125 0.23')),
		),
		brass,
		{
			depth: 0.008,
		},
	);
	for (const y of [0.475, 0.51]) {
		const x = 0.1 + (y - 0.36) * tilt;
		const reach = 0.015;
		s.body.form(
			layer,
			[
				[x - reach, y - 0.008 + reach * tilt, 0.2],
				[x + reach, y - 0.008 - reach * tilt, 0.2],
				[x + reach, y + 0.008 - reach * tilt, 0.2],
				[x - reach, y + 0.008 + reach * tilt, 0.2],
			],
			kit.trim,
			{ depth: 0.004, width: 0.7 },
		);
	}
}

export function gnarledStaff(s: Studio): void {
	const layer = getCarryLayer(s);
	const bark = s.colors.ramp('leather', wood);
	s.body.form(
		layer,
		points(
			'0.215 1.34 0, 0.185 1.12, 0.14 0.7, 0.125 0.45, 0.085 0.33, 0.07 0.24, 0.11 0.19, 0.16 0.215, 0.165 0.27, 0.135 0.285 0.3, 0.145 0.245, 0.115 0.225, 0.1 0.26, 0.12 0.33, 0.155 0.44, 0.165 0.7, 0.215 1.12, 0.247 1.34 0',
		),
		bark,
		{ depth: 0.008 },
	);
	const leaf = s.colors.ramp('cloth', [0.6, 0.13, 135]);
	for (const [x, y, dx, dy] of [
		[0.11, 0.19, -0.05, -0.05],
		[0.15, 0.21, 0.055, -0.05],
		[0.08, 0.3, -0.06, 0.0],
	] as const)
		s.body.form(
			layer,
			[
				[x, y, 0.2],
				[x + dx * 0.6 - dy * 0.3, y + dy * 0.6 + dx * 0.3],
				[x + dx, y + dy, 0.1],
				[x + dx * 0.4 + dy * 0.3, y + dy * 0.4 - dx * 0.3],
			],
			leaf,
			{ depth: 0.006 },
		);
}

export function greatAxe(s: Studio, kit: Kit): void {
	const layer = getCarryLayer(s);
	pole(s, s.colors.ramp('leather', wood), 0.2, 0.028, 0.085);
	s.body.form(layer, points('0.2 0.26 0.2, 0.285 0.18 0.1, 0.33 0.29, 0.3 0.42 0.1, 0.21 0.36 0.2'), kit.metal, {
		depth: 0.014,
	});
	s.body.form(layer, points('0.19 0.265 0.2, 0.11 0.195 0.1, 0.065 0.3, 0.115 0.42 0.1, 0.2 0.365 0.2'), kit.metal, {
		depth: 0.014,
	});
	s.body.line(layer, points('0.297 0.21, 0.319 0.29, 0.292 0.395'), kit.metal.spec, 0.012);
}

/** How far in hilts and pegs behind the far shoulder reach, and how far out they can be moved. */
const hilt = { inner: 0.2, mostOut: 0.08 } as const;

/** The pen for what stands up behind the far shoulder: further out where a snake's hood would leave only ends of it to see. */
function besideHead(s: Studio): Pen {
	const side = s.findHeadSide?.(0.32, 0.44).everywhere ?? 1;
	const out = Math.min(hilt.mostOut, hilt.inner - side);
	return out > 0 ? new Pen(s.recorder, 'body', -out) : s.body;
}

export function swordOnBack(s: Studio, kit: Kit, pommel?: Ramp): void {
	const gold = pommel ?? kit.trim;
	const body = besideHead(s);
	body.form('back', points('0.24 0.88 0.2, 0.115 0.43 0.2, 0.155 0.42 0.2, 0.306 0.86 0.2'), kit.leather, {
		depth: 0.01,
	});
	body.form(
		'back',
		points('0.118 0.43 0, 0.085 0.32 0, 0.112 0.312 0, 0.152 0.42 0'),
		s.colors.ramp('leather', [0.3, 0.05, 45]),
		{ depth: 0.006 },
	);
	body.form(
		'back',
		points('0.05 0.462 0.4, 0.125 0.415, 0.2 0.405 0.4, 0.205 0.43 0.4, 0.135 0.445, 0.062 0.49 0.4'),
		gold,
		{ depth: 0.006 },
	);
	body.form('back', body.disc(0.094, 0.3, 0.022), gold, { depth: 0.006 });
}

export function longbow(s: Studio, ramp: Ramp, stringColor: string): void {
	s.body.form(
		'back',
		points(
			'0.085 0.215 0.3, 0.03 0.33, 0.035 0.5, 0.085 0.66, 0.19 0.83, 0.31 0.9 0.3, 0.205 0.81, 0.11 0.65, 0.062 0.49, 0.06 0.34, 0.105 0.23 0.3',
		),
		ramp,
		{ depth: 0.007 },
	);
	const string = points('0.097 0.22, 0.2 0.55, 0.305 0.895');
	// Inked on both sides, for a string of the background's tone would leave the bow unstrung.
	s.body.line('back', string, ramp.ink, 0.014, { taper: 0 });
	s.body.line('back', string, stringColor, 0.006, { taper: 0 });
}

/** Behind the near shoulder, or at the far one where an arm is held up before it: there wholly before the bow. */
const isQuiverFar = (s: Studio): boolean => findFreeShoulder(s) !== 'near';

/** The strap over the shoulder that the quiver hangs behind. */
export function quiverStrap(s: Studio, rig: Rig, kit: Kit): void {
	strap(s, rig, kit, kit.leather, !isQuiverFar(s));
}

export function quiver(s: Studio, kit: Kit, fletching: Ramp): void {
	const isFar = isQuiverFar(s);
	const place = (loop: readonly Point[]): readonly Point[] =>
		isFar ? loop.map(([x, y, smooth = 1]): Point => [1.08 - x, y, smooth]) : loop;
	for (const [x, y, turn] of [
		[0.86, 0.5, 0.03],
		[0.9, 0.47, 0.05],
		[0.935, 0.52, 0.07],
	] as const) {
		const shaft: readonly Point[] = [
			[x - turn, 0.76],
			[x, y + 0.02],
		];
		s.body.line('back', place(shaft), kit.leather.ink, 0.009, { taper: 0 });
		const feathers: readonly Point[] = [
			[x - 0.004, y + 0.075, 0.2],
			[x - 0.024, y + 0.045, 0.3],
			[x - 0.014, y - 0.02, 0.2],
			[x + 0.012, y, 0.4],
			[x + 0.03, y - 0.01, 0.2],
			[x + 0.022, y + 0.055, 0.3],
		];
		s.body.form('back', place(feathers), fletching, { depth: 0.006, width: 0.8 });
	}
	const tube = points('0.72 0.8 0.2, 0.81 0.61 0.3, 0.92 0.645 0.3, 0.86 0.88 0.2');
	s.body.form('back', place(tube), kit.leather, { depth: 0.014 });
}

export function mace(s: Studio, kit: Kit): void {
	const layer = getCarryLayer(s);
	pole(s, s.colors.ramp('leather', wood), 0.36);
	for (const turn of [0, 60, 120]) {
		const angle = (turn * Math.PI) / 180;
		const [dx, dy] = [Math.cos(angle) * 0.068, Math.sin(angle) * 0.068];
		s.body.form(
			layer,
			[
				[0.105 + dx, 0.31 + dy, 0.1],
				[0.105 - dy * 0.3, 0.31 + dx * 0.3],
				[0.105 - dx, 0.31 - dy, 0.1],
				[0.105 + dy * 0.3, 0.31 - dx * 0.3],
			],
			kit.metal,
			{ depth: 0.008 },
		);
	}
	s.body.form(layer, s.body.disc(0.105, 0.31, 0.042), kit.metal, { depth: 0.012 });
}

/** A lute's neck and pegs rising behind the far shoulder. */
export function lute(s: Studio, kit: Kit): void {
	const body = besideHead(s);
	body.form('back', points('0.25 0.86 0.2, 0.125 0.4 0.2, 0.155 0.39 0.2, 0.3 0.84 0.2'), kit.leather, {
		depth: 0.008,
	});
	body.form(
		'back',
		points('0.118 0.41 0.3, 0.07 0.3 0.3, 0.11 0.28 0.3, 0.165 0.39 0.3'),
		s.colors.ramp('leather', [0.34, 0.05, 45]),
		{ depth: 0.008 },
	);
	for (const [x, y] of [
		[0.075, 0.34],
		[0.085, 0.37],
		[0.14, 0.325],
		[0.15, 0.355],
	] as const)
		body.form('back', body.disc(x, y, 0.014, 0.009), kit.trim, { depth: 0.004, width: 0.8 });
}

/** Points of light circling behind the shoulders, the first of them over an open palm, before ears and hats. */
export function orbiters(s: Studio, tones: readonly Lch[]): void {
	const spots: readonly Point[] = points('0.14 0.53, 0.12 0.36, 0.19 0.2, 0.87 0.3');
	tones.forEach((tone, i) => {
		const [x, y] = spots[i % spots.length]!;
		const gem = s.colors.ramp('gem', tone);
		const layer = i === 0 ? 'hand' : 'back';
		s.body.glow('back', [x, y, 0.11], gem.light, { alpha: 0.55 });
		s.body.form(
			layer,
			[
				[x, y - 0.044, 0.1],
				[x + 0.034, y - 0.006, 0.2],
				[x + 0.012, y + 0.042, 0.2],
				[x - 0.03, y + 0.018, 0.2],
				[x - 0.032, y - 0.018, 0.2],
			],
			gem,
			{ depth: 0.012 },
		);
	});
}

/** A blade in its sheath from `foot` to the guard at `guard`: guard, grip and pommel stand in the line of the sheath. */
function sheathedBlade(s: Studio, kit: Kit, foot: Spot, guard: Spot): void {
	const [dx, dy] = [guard[0] - foot[0], guard[1] - foot[1]];
	const length = Math.hypot(dx, dy);
	const [ux, uy] = [dx / length, dy / length];
	/** Lays points along the blade: `u` from the guard towards the pommel, `v` to the right of it. */
	const lay = (loop: readonly Point[]): Point[] =>
		loop.map(([u, v, smooth = 1]): Point => [guard[0] + ux * u - uy * v, guard[1] + uy * u + ux * v, smooth]);
	const put = (loop: readonly Point[], ramp: Ramp, depth: number) => s.body.form('back', lay(loop), ramp, { depth });
	put(
		[
			[-length, -0.02, 0],
			[0, -0.014, 0],
			[0, 0.014, 0],
			[-length, 0.02, 0],
		],
		kit.leather,
		0.006,
	);
	put(points('0 -0.011 0, 0.062 -0.011 0, 0.062 0.011 0, 0 0.011 0'), s.colors.ramp('leather', [0.3, 0.05, 45]), 0.004);
	put(points('-0.006 -0.047 0.4, 0.012 -0.047 0.4, 0.012 0.047 0.4, -0.006 0.047 0.4'), kit.trim, 0.004);
	// Over the end of the grip, which is seen to go into it.
	const [end] = lay([[0.066, 0]]);
	s.body.form('back', s.body.disc(end![0], end![1], 0.017), kit.metal, { depth: 0.005 });
}

/** Two blades behind the far shoulder, whose sheaths end where the narrowest body hides them. */
export function crossedBlades(s: Studio, kit: Kit): void {
	const headSide = s.findHeadSide?.(0.44, 0.56).most ?? 1;
	for (const [footX, x] of [
		[0.25, 0.204],
		[0.37, 0.089],
	] as const) {
		// Of a hilt behind a wide hood only the end of its guard would be seen.
		if (x > 0.12 && x + 0.016 > headSide) continue;
		sheathedBlade(s, kit, [footX, 0.975], [x, 0.515]);
	}
}
