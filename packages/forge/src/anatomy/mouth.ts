import type { Ramp } from '../engine/color.ts';
import { layers } from '../engine/layers.ts';
import type { MouthShape } from '../engine/moods.ts';
import type { Mark } from '../engine/recorder.ts';
import type { Lips } from '../engine/rig.ts';
import type { Point, Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';

export type { MouthShape } from '../engine/moods.ts';

/** The height of a mouth that neither mood nor seed moves. */
export const mouthLine = 0.587;

/** Where a mouth is drawn: a beard lies over the bare face's layer. */
export type MouthLayer = 'mouth' | 'beard';

interface MouthFrame {
	readonly shape: MouthShape;
	readonly layer: MouthLayer;
	readonly cx: number;
	readonly y: number;
	readonly half: number;
	readonly curve: number;
	readonly left: Point;
	readonly right: Point;
	readonly head: Shape;
	readonly skin: Ramp;
	readonly lips: string;
}

/** How far the lower lip of an open mouth hangs. */
const drops: Partial<Readonly<Record<MouthShape, number>>> = { grin: 0.019, beam: 0.036, open: 0.03, snarl: 0.024 };

/** A mouth with teeth showing, and the tongue when it stands wide open. */
function drawOpenMouth(s: Studio, frame: MouthFrame): void {
	const { shape, layer, cx, y, half, curve, left, right, head, skin } = frame;
	const pen = s.head;
	const drop = drops[shape] ?? 0.019;
	const bared = shape === 'snarl';
	const lift = bared ? -0.006 : Math.max(0.002, curve);
	const gap = pen.shape([
		[left[0], left[1], 0.2],
		[cx - 0.005, y + (bared ? -0.006 : lift * 0.35)],
		[right[0], right[1], 0.2],
		[cx + half * 0.6, y + drop * (bared ? 0.95 : 0.72)],
		[cx - half * 0.1, y + drop],
		[cx - half * 0.66, y + drop * (bared ? 0.9 : 0.66)],
	]);
	const line = (points: readonly Point[], width: number, taper: number) =>
		pen.line(layer, points, skin.ink, width, { taper });
	pen.pattern(layer, head, [gap], s.colors.tone([0.28, 0.08, 15]));
	const white = s.colors.tone([0.95, 0.015, 90]);
	if (bared) {
		pen.pattern(layer, gap, [pen.disc(cx, y + drop * 0.45, half * 1.2, drop * 0.75)], white);
		for (const u of [-0.6, -0.28, 0.04, 0.36, 0.66])
			pen.line(
				layer,
				[
					[cx + half * u, y - 0.006],
					[cx + half * (u + 0.03), y + drop],
				],
				skin.ink,
				0.004,
				{ taper: 0.2, clip: gap, alpha: 0.55 },
			);
		line(
			[
				[cx - half * 0.85, y + drop * 0.42],
				[cx, y + drop * 0.5],
				[cx + half * 0.9, y + drop * 0.4],
			],
			0.006,
			0.3,
		);
	} else {
		pen.pattern(layer, gap, [pen.disc(cx, y - 0.006, half * 1.2, drop > 0.025 ? 0.015 : 0.017)], white);
		if (drop > 0.025)
			pen.pattern(layer, gap, [pen.disc(cx, y + drop, half * 0.55, 0.014)], s.colors.tone([0.62, 0.12, 15]));
	}
	line([left, [cx - 0.005, y + (bared ? -0.007 : lift * 0.4)], right], 0.0105, 0.55);
	line(
		[
			[cx - half * 0.66, y + drop * 0.7],
			[cx - half * 0.05, y + drop * 1.02],
			[cx + half * 0.6, y + drop * 0.76],
		],
		0.0065,
		0.8,
	);
	if (shape !== 'beam' && !bared) return;
	// What a broad mouth does to the cheeks.
	for (const [x, side] of [
		[left[0] - 0.012, -1],
		[right[0] + 0.012, 1],
	] as const)
		pen.line(
			layer,
			[
				[x - side * 0.008, y - 0.034],
				[x + side * 0.004, y - 0.016],
				[x + side * 0.002, y + 0.006],
			],
			skin.shade,
			0.009,
			{ clip: head },
		);
}

/** A small round mouth. */
function drawGasp(s: Studio, { layer, cx, y, half, head, skin }: MouthFrame): void {
	const pen = s.head;
	const gap = pen.disc(cx + 0.002, y + 0.006, half * 0.5, 0.019);
	pen.pattern(layer, head, [pen.disc(cx + 0.002, y + 0.006, half * 0.5 + 0.007, 0.025)], skin.deep, 0.85);
	pen.pattern(layer, head, [gap], s.colors.tone([0.26, 0.08, 15]));
	pen.pattern(layer, gap, [pen.disc(cx, y - 0.01, half * 0.5, 0.01)], s.colors.tone([0.95, 0.015, 90]));
	pen.pattern(layer, gap, [pen.disc(cx, y + 0.022, half * 0.36, 0.01)], s.colors.tone([0.6, 0.12, 15]));
}

/** Lips as a darker upper and a lit lower one. */
function drawLips(s: Studio, { layer, cx, y, curve, left, right, head, lips }: MouthFrame, fullness: number): void {
	const pen = s.head;
	const [up, down] = [0.011 * fullness, 0.019 * fullness];
	const upper = pen.shape([
		[left[0] + 0.008, left[1] + 0.001, 0.4],
		[cx - 0.014, y - up + curve * 0.2],
		[cx + 0.003, y - up * 0.6 + curve * 0.2],
		[cx + 0.019, y - up + curve * 0.2],
		[right[0] - 0.008, right[1] + 0.001, 0.4],
		[cx + 0.01, y + 0.003 + curve * 0.5],
	]);
	const lower = pen.shape([
		[left[0] + 0.012, left[1] + 0.002, 0.4],
		[cx, y + curve * 0.5],
		[right[0] - 0.012, right[1] + 0.002, 0.4],
		[cx + 0.024, y + down + curve * 0.4],
		[cx - 0.016, y + down + curve * 0.4],
	]);
	pen.pattern(layer, head, [lower], lips, 0.6);
	// A moustache hangs over the upper one.
	if (layer === 'mouth') pen.pattern(layer, head, [upper], lips, 0.85);
}

/** Closed lips, with a corner mark when they smile. */
function drawClosedMouth(s: Studio, frame: MouthFrame): void {
	const { shape, layer, cx, y, half, curve, left, right, skin } = frame;
	const pen = s.head;
	const { bearing, age } = s.look;
	// In a beard the lower lip shows that there is a mouth below the moustache.
	if (layer === 'beard') drawLips(s, frame, 0.75);
	else if (bearing === 'soft' || shape === 'pout') drawLips(s, frame, shape === 'pout' ? 1.25 : age > 0.75 ? 0.7 : 1);
	const sag = shape === 'frown' ? 0.008 : 0;
	pen.line(
		layer,
		[
			[left[0], left[1] + sag],
			[cx - half * 0.3, y + curve * 0.55],
			[cx + half * 0.35, y + curve * 0.45],
			[right[0], right[1] + sag],
		],
		skin.ink,
		// A stroke narrower than a large pixel is lost.
		s.style.pixels ? 0.017 : shape === 'pout' ? 0.0095 : 0.0105,
		{ taper: 0.6 },
	);
	if (shape === 'bite')
		pen.pattern(
			layer,
			null,
			[
				pen.facet([
					[cx - 0.016, y + 0.002],
					[cx + 0.014, y + 0.001],
					[cx + 0.012, y + 0.012],
					[cx - 0.013, y + 0.013],
				]),
			],
			s.colors.tone([0.95, 0.015, 90]),
		);
	if (s.look.expression.mouth > 0.2 || shape === 'smirk')
		pen.line(
			layer,
			[
				[right[0] - 0.001, right[1] - 0.008],
				[right[0] + 0.007, right[1] - 0.001],
				[right[0] + 0.004, right[1] + 0.007],
			],
			skin.ink,
			0.006,
			{ alpha: 0.8 },
		);
	if (layer === 'beard') return;
	const lower = 0.022;
	pen.line(
		layer,
		[
			[cx - 0.018, y + lower + curve * 0.5],
			[cx + 0.014, y + lower + curve * 0.5],
		],
		// On dark skin the light on the lip shows, not the shade below it.
		skin.from[0] < 0.5 ? skin.light : skin.shade,
		0.011,
		{ taper: 0.9 },
	);
}

/** The mouth a face has in its mood: one of the race's own, or where it has none, one that shows the mood. */
export const chooseMouth = (s: Studio, own?: readonly MouthShape[]): MouthShape => {
	const pick = s.stream('mouth-shape');
	const { mouths } = s.look.expression;
	return own && pick.chance(0.5) ? pick.pick(own) : pick.pick(mouths);
};

/** The edges of the lips a mouth is drawn with. */
function findLips({ shape, cx, y, half, curve, left, right }: MouthFrame): Lips {
	if (shape === 'gasp') {
		const [far, near] = [cx - half * 0.45, cx + half * 0.47];
		const edge = (middle: number): readonly Point[] => [
			[far, y + 0.004],
			[cx + 0.002, middle],
			[near, y + 0.004],
		];
		return { upper: edge(y - 0.013), lower: edge(y + 0.025) };
	}
	const drop = drops[shape];
	if (drop === undefined) {
		const sag = shape === 'frown' ? 0.008 : 0;
		const line: readonly Point[] = [
			[left[0], left[1] + sag],
			[cx - half * 0.3, y + curve * 0.55],
			[cx + half * 0.35, y + curve * 0.45],
			[right[0], right[1] + sag],
		];
		return { upper: line, lower: line };
	}
	const bared = shape === 'snarl';
	return {
		upper: [left, [cx - 0.005, y + (bared ? -0.007 : Math.max(0.002, curve) * 0.4)], right],
		lower: [
			left,
			[cx - half * 0.66, y + drop * (bared ? 0.9 : 0.66)],
			[cx - half * 0.1, y + drop],
			[cx + half * 0.6, y + drop * (bared ? 0.95 : 0.72)],
			right,
		],
	};
}

/** The mouth line bent by the mood, with teeth or an opening where the shape asks for it. */
export function drawMouth(
	s: Studio,
	shape: MouthShape,
	{
		skin,
		lips,
		head,
		layer = 'mouth',
		scale = 1,
	}: {
		readonly skin: Ramp;
		readonly lips: string;
		readonly head: Shape;
		readonly layer?: MouthLayer;
		/** Multiplies the mouth's width. */
		readonly scale?: number;
	},
): Lips {
	const { mouth, mouthWidth } = s.look.expression;
	const y = mouthLine + s.look.mouthLift;
	const half = 0.05 * mouthWidth * s.look.mouthWidth * scale;
	const cx = 0.452;
	const curve = 0.0135 * mouth;
	const smirk = shape === 'smirk' ? 0.012 : 0;
	const left: Point = [cx - half * 0.92, y - curve * 0.75 + smirk * 0.4];
	const right: Point = [cx + half, y - curve - smirk];
	const frame: MouthFrame = { shape, layer, cx, y, half, curve, left, right, head, skin, lips };
	if (shape === 'gasp') drawGasp(s, frame);
	else if (shape in drops) drawOpenMouth(s, frame);
	else drawClosedMouth(s, frame);
	if (shape === 'fang') for (const x of [cx - 0.026, cx + 0.034]) drawTooth(s, [x, y + curve * 0.4], 0.018, 1);
	return findLips(frame);
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
	s.head.form(
		direction < 0 ? 'beard' : 'mouth',
		[
			[x - half, y, 0.4],
			[x + lean, y + direction * length, 0.15],
			[x + half, y, 0.4],
		],
		s.colors.ramp('bone', [0.94, 0.03, 95]),
		{ depth: 0.005, light: false, width: 0.6, contour: false },
	);
}

/** The face's own mouth lies within this. */
const mouthBox = { left: 0.36, right: 0.55, top: 0.54, bottom: 0.66 } as const;

/** Teeth and tusks narrower than this belong to the mouth they stand in. */
const widestTooth = 0.03;

/** Takes the mouth of the mood out of the face, for one that does something. */
export function leaveOutMouth(s: Studio): void {
	const { marks } = s.recorder;
	const isOwnMouth = (mark: Mark) => {
		if (mark.kind !== 'fill' && mark.kind !== 'form') return false;
		const { left, right, top, bottom } = mark.shape.bounds;
		const belongs = mark.kind === 'fill' ? mark.layer === layers.mouth : right - left < widestTooth;
		return belongs && left > mouthBox.left && right < mouthBox.right && top > mouthBox.top && bottom < mouthBox.bottom;
	};
	marks.splice(0, marks.length, ...marks.filter((mark) => !isOwnMouth(mark)));
}
