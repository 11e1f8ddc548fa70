import type { Ramp } from '../engine/color.ts';
import type { Spot } from '../engine/rig.ts';
import type { Point, Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';

export type BrowShape = 'soft' | 'straight' | 'arched' | 'wedge' | 'thick' | 'thin' | 'scarred' | 'ridge' | 'tuft';

const browWidth: Readonly<Record<BrowShape, number>> = {
	soft: 0.02,
	straight: 0.02,
	arched: 0.017,
	wedge: 0.024,
	thick: 0.03,
	thin: 0.012,
	scarred: 0.021,
	ridge: 0.034,
	tuft: 0.032,
};

/** Brows above the eyes `near` and `far`, which they follow sideways; the inner ends carry the mood. */
export function drawBrows(
	s: Studio,
	shape: BrowShape,
	color: string,
	[nearEye, farEye]: readonly [Spot, Spot],
	lift = 0,
): void {
	const { browInner, browOuter } = s.look.expression;
	const arch = shape === 'straight' || shape === 'thick' ? 0.008 : shape === 'arched' ? 0.024 : 0.016;
	const y = nearEye[1] - 0.057 - lift;
	const width = browWidth[shape];
	const [nearX, farX] = [nearEye[0] - 0.547, farEye[0] - 0.401];
	const near: Point[] = [
		[0.487 + nearX, y + browInner + 0.003],
		[0.54 + nearX, y - arch],
		[0.612 + nearX, y + browOuter + 0.006],
	];
	const far: Point[] = [
		[0.441 + farX, y + browInner + 0.003],
		[0.403 + farX, y - arch * 0.9],
		[0.357 + farX, y + browOuter + 0.006],
	];
	s.head.line('brows', near, color, width, { taper: shape === 'thick' ? 0.6 : 0.82 });
	s.head.line('brows', far, color, width * 0.86, { taper: shape === 'thick' ? 0.6 : 0.82 });
	if (shape === 'wedge')
		s.head.line('brows', [near[0]!, [0.51 + nearX, y - 0.004]], color, width * 0.8, { taper: 0.5 });
}

export type NoseShape = 'button' | 'straight' | 'aquiline' | 'broad' | 'snub' | 'long' | 'flat' | 'bulb' | 'hook';

/** The nose as one side stroke, a shade plane and, where it is big, a form of its own. */
export function drawNose(s: Studio, shape: NoseShape, skin: Ramp, head: Shape, scale = 1): void {
	const pen = s.head;
	const k = s.look.noseSize * scale;
	const [x, y] = [0.44, 0.523];
	const w = 0.0095;
	const at = (dx: number, dy: number): Point => [x + dx * k, y + dy * k];
	const side = (points: readonly Point[]) => pen.line('muzzle', points, skin.ink, w, { taper: 0.72 });
	const plane = (points: readonly Point[], alpha = 0.75) =>
		pen.pattern('muzzle', head, [pen.shape(points)], skin.shade, alpha);
	if (shape === 'bulb' || shape === 'hook') {
		const outline: Point[] =
			shape === 'bulb'
				? [
						at(0.014, -0.085),
						at(-0.018, -0.04),
						at(-0.042, 0.004),
						at(-0.02, 0.038),
						at(0.02, 0.036),
						at(0.045, 0.018),
						at(0.034, -0.03),
					]
				: [
						at(0.012, -0.1),
						at(-0.022, -0.06),
						at(-0.05, -0.01),
						at(-0.062, 0.05),
						at(-0.02, 0.034),
						at(0.026, 0.03),
						at(0.034, -0.03),
					];
		const nose = pen.form('muzzle', outline, skin, { depth: 0.014, width: 0.85, contour: false });
		pen.cast('muzzle', head, nose, skin.deep, [0.01, 0.016]);
		pen.form('muzzle', outline, skin, { depth: 0.014, width: 0.85, contour: false });
		pen.line('muzzle', [at(0.012, 0.036), at(0.026, 0.026), at(0.026, 0.012)], skin.ink, 0.008);
		return;
	}
	if (shape === 'flat') {
		pen.line('muzzle', [at(-0.014, 0.008), at(-0.004, 0.014)], skin.ink, 0.011, { taper: 0.5 });
		pen.line('muzzle', [at(0.014, 0.012), at(0.026, 0.004)], skin.ink, 0.011, { taper: 0.5 });
		plane([at(0, -0.03), at(0.024, -0.01), at(0.03, 0.012), at(0.006, 0.012)]);
		return;
	}
	const tip = { button: 0.012, snub: 0.01, straight: 0.022, aquiline: 0.028, broad: 0.022, long: 0.03 }[shape];
	const top = shape === 'button' || shape === 'snub' ? -0.034 : -0.086;
	const bump = shape === 'aquiline' ? -0.012 : 0;
	const drop = shape === 'long' ? 0.014 : shape === 'snub' ? -0.006 : 0;
	plane([
		at(0.014, top * 0.8),
		at(0.034, -0.018),
		at(0.024 + (shape === 'broad' ? 0.012 : 0), 0.012 + drop),
		at(-tip * 0.2, 0.01 + drop),
		at(0.006, -0.03),
	]);
	// The bridge is a soft plane up to the brow and only the tip is ink: a full ink stroke floats on pale skin.
	plane([at(0.018, -0.1), at(0.03, -0.07), at(0.022, -0.02), at(0.004, -0.034), at(0.01, -0.075)], 0.5);
	pen.line(
		'muzzle',
		[at(0.014, Math.min(top, -0.06)), at(-0.006 + bump, -0.034), at(-tip, 0.002 + drop)],
		skin.deep,
		w,
		{
			taper: 0.9,
		},
	);
	side([at(-tip * 0.7, -0.012 + drop), at(-tip, 0.003 + drop), at(-tip * 0.35, 0.014 + drop), at(0.014, 0.014 + drop)]);
	pen.line('muzzle', [at(0.024, 0.012 + drop), at(0.034, 0.002 + drop), at(0.031, -0.01 + drop)], skin.ink, 0.006, {
		taper: 0.9,
		alpha: 0.75,
	});
	if (shape === 'broad') side([at(0.034, -0.012), at(0.046, 0.004), at(0.03, 0.016)]);
}

export type MouthShape = 'line' | 'smirk' | 'grin' | 'open' | 'pout' | 'bite' | 'fang';

/** Mouths everybody may have. */
export const commonMouths: readonly MouthShape[] = ['line', 'line', 'smirk', 'grin', 'open', 'pout', 'line'];

interface MouthFrame {
	readonly shape: MouthShape;
	readonly cx: number;
	readonly y: number;
	readonly half: number;
	readonly curve: number;
	readonly left: Point;
	readonly right: Point;
	readonly head: Shape;
	readonly skin: Ramp;
}

/** A mouth with teeth showing, and the tongue when it stands wide open. */
function drawOpenMouth(s: Studio, { shape, cx, y, half, curve, left, right, head, skin }: MouthFrame): void {
	const pen = s.head;
	const ink = skin.ink;
	const drop = shape === 'open' ? 0.03 : 0.017;
	const lift = Math.max(0.002, curve);
	const gap = pen.shape([
		[left[0], y - lift, 0.2],
		[cx - 0.005, y + lift * 0.35],
		[right[0], y - lift * 1.1, 0.2],
		[cx + half * 0.5, y + drop * 0.72],
		[cx - half * 0.1, y + drop],
		[cx - half * 0.6, y + drop * 0.66],
	]);
	pen.pattern('mouth', head, [gap], s.colors.tone([0.28, 0.08, 15]));
	pen.pattern(
		'mouth',
		gap,
		[pen.disc(cx, y - 0.006, half * 1.2, shape === 'open' ? 0.014 : 0.017)],
		s.colors.tone([0.95, 0.015, 90]),
	);
	if (shape === 'open')
		pen.pattern('mouth', gap, [pen.disc(cx, y + drop, half * 0.55, 0.013)], s.colors.tone([0.62, 0.12, 15]));
	pen.line('mouth', [left, [cx - 0.005, y + lift * 0.4], right], ink, 0.0105, { taper: 0.55 });
	pen.line(
		'mouth',
		[
			[cx - half * 0.6, y + drop * 0.68],
			[cx - half * 0.05, y + drop * 1.02],
			[cx + half * 0.52, y + drop * 0.74],
		],
		ink,
		0.006,
		{ taper: 0.8 },
	);
}

/** Closed lips, with a corner mark when they smile. */
function drawClosedMouth(
	s: Studio,
	{ shape, cx, y, half, curve, left, right, head, skin }: MouthFrame,
	lips: string,
): void {
	const pen = s.head;
	const ink = skin.ink;
	const lower = 0.022;
	if (s.look.soft || shape === 'pout') {
		const lip = pen.shape([
			[left[0] + 0.012, left[1] + 0.001, 0.4],
			[cx - 0.012, y - 0.01 + curve * 0.2],
			[cx + 0.004, y - 0.006 + curve * 0.2],
			[cx + 0.018, y - 0.01 + curve * 0.2],
			[right[0] - 0.012, right[1] + 0.001, 0.4],
			[cx + 0.024, y + 0.017 + curve * 0.4],
			[cx - 0.016, y + 0.018 + curve * 0.4],
		]);
		pen.pattern('mouth', head, [lip], lips, 0.7);
	}
	pen.line(
		'mouth',
		[left, [cx - half * 0.25, y + curve * 0.55], [cx + half * 0.35, y + curve * 0.45], right],
		ink,
		shape === 'pout' ? 0.0095 : 0.0105,
		{ taper: 0.6 },
	);
	if (s.look.expression.mouth > 0.2 || shape === 'smirk')
		pen.line(
			'mouth',
			[
				[right[0] - 0.001, right[1] - 0.008],
				[right[0] + 0.007, right[1] - 0.001],
				[right[0] + 0.004, right[1] + 0.007],
			],
			ink,
			0.006,
			{ alpha: 0.8 },
		);
	pen.line(
		'mouth',
		[
			[cx - 0.018, y + lower + curve * 0.5],
			[cx + 0.014, y + lower + curve * 0.5],
		],
		skin.shade,
		0.011,
		{ taper: 0.9 },
	);
}

/** The mouth line bent by the mood, with teeth or an opening where the shape asks for it. */
export function drawMouth(s: Studio, wanted: MouthShape, skin: Ramp, lips: string, head: Shape): void {
	const { mouth, mouthWidth, open } = s.look.expression;
	const shape = open > 0.4 && mouth > 0 && wanted === 'line' ? (open > 0.7 ? 'open' : 'grin') : wanted;
	const y = 0.587 + s.look.mouthLift;
	const half = 0.05 * mouthWidth;
	const cx = 0.452;
	const curve = 0.012 * mouth;
	const smirk = shape === 'smirk' ? 0.008 : 0;
	const left: Point = [cx - half * 0.92, y - curve * 0.75];
	const right: Point = [cx + half, y - curve - smirk];
	const frame: MouthFrame = { shape, cx, y, half, curve, left, right, head, skin };
	if (shape === 'grin' || shape === 'open') drawOpenMouth(s, frame);
	else drawClosedMouth(s, frame, lips);
	if (shape === 'fang') for (const x of [cx - 0.026, cx + 0.034]) drawTooth(s, [x, y + curve * 0.4], 0.018, 1);
}

/** A tooth from its root; `direction` 1 hangs, -1 stands. */
export function drawTooth(
	s: Studio,
	[x, y]: readonly [number, number],
	length: number,
	direction: 1 | -1,
	lean = 0,
): void {
	const half = length * 0.36;
	const outline: Point[] = [
		[x - half, y, 0.4],
		[x + lean * 0.4, y + direction * length * 0.2],
		[x + lean, y + direction * length, 0.15],
		[x + half, y, 0.4],
	];
	const order = [outline[0]!, outline[2]!, outline[3]!];
	s.head.form('mouth', order, s.colors.ramp('bone', [0.94, 0.03, 95]), {
		depth: 0.005,
		light: false,
		width: 0.6,
		contour: false,
	});
}

/** Warmth on cheeks and nose. */
export function drawBlush(
	s: Studio,
	head: Shape,
	tone: readonly [number, number, number],
	spots: readonly (readonly [number, number])[],
): void {
	const [L, C, h] = tone;
	const color = s.colors.tone([L - 0.05, C + 0.05, h > 15 && h < 110 ? 25 : h]);
	for (const [x, y] of spots) s.head.glow('markings', [x, y, 0.062], color, { alpha: 0.5, blend: 'cover', clip: head });
}

/** Small seeded marks of a life: freckles, a scar, a beauty mark, lines of age. */
export function drawSkinMarks(s: Studio, skin: Ramp, head: Shape, freckleChance = 0.09): void {
	if (!s.fine) return;
	const pen = s.head;
	const marks = s.stream('skin-marks');
	if (s.stream('freckles').chance(freckleChance)) {
		const dots = Array.from({ length: 11 }, (_, i) => {
			const near = i % 2 === 0;
			return pen.disc((near ? 0.575 : 0.382) + marks.swing() * 0.045, 0.508 + marks.swing() * 0.022, 0.0042);
		});
		pen.pattern('markings', head, dots, skin.shade, 0.9);
	}
	if (s.stream('scar').chance(0.08)) {
		const x = marks.pick([0.585, 0.375, 0.56]);
		pen.line(
			'markings',
			[
				[x - 0.012, 0.36],
				[x, 0.45],
				[x + 0.012, 0.545],
			],
			skin.light,
			0.014,
			{ clip: head },
		);
		pen.line(
			'markings',
			[
				[x - 0.008, 0.365],
				[x + 0.005, 0.45],
				[x + 0.016, 0.54],
			],
			skin.shade,
			0.005,
			{ clip: head },
		);
	} else if (s.stream('beauty-mark').chance(0.06)) {
		pen.pattern(
			'markings',
			head,
			[pen.disc(marks.pick([0.52, 0.6, 0.395]), marks.pick([0.555, 0.52]), 0.0065)],
			skin.ink,
			0.85,
		);
	}
	if (s.look.age > 0.45) {
		pen.line(
			'markings',
			[
				[0.51, 0.488],
				[0.55, 0.497],
				[0.585, 0.487],
			],
			skin.shade,
			0.007,
			{ clip: head },
		);
		pen.line(
			'markings',
			[
				[0.497, 0.555],
				[0.515, 0.58],
				[0.512, 0.605],
			],
			skin.shade,
			0.008,
			{ clip: head },
		);
	}
}
