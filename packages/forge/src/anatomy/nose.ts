import type { Ramp } from '../engine/color.ts';
import type { Point, Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { mouthLine } from './mouth.ts';
import { strokeScale } from './stroke.ts';

export type NoseShape =
	| 'button'
	| 'straight'
	| 'aquiline'
	| 'broad'
	| 'snub'
	| 'long'
	| 'pointed'
	| 'broken'
	| 'flat'
	| 'bulb'
	| 'hook';

/** Noses everybody may have. */
export const commonNoses: readonly NoseShape[] = [
	'button',
	'straight',
	'aquiline',
	'broad',
	'snub',
	'long',
	'pointed',
	'broken',
];

interface NoseCut {
	/** Where its ridge begins to show, from the middle of the nose. */
	readonly top: number;
	/** How far the tip stands out, and how far it hangs. */
	readonly tip: number;
	readonly drop: number;
	/** How far the near wing reaches. */
	readonly wing: number;
	/** How far the ridge bulges. */
	readonly bump: number;
	/** Weight of the ridge's line. */
	readonly ridge: number;
}

const cuts: Readonly<Record<Exclude<NoseShape, 'flat' | 'bulb' | 'hook'>, NoseCut>> = {
	button: { top: -0.03, tip: 0.013, drop: -0.004, wing: 0.026, bump: 0, ridge: 0.3 },
	snub: { top: -0.04, tip: 0.017, drop: -0.014, wing: 0.03, bump: 0.006, ridge: 0.5 },
	straight: { top: -0.09, tip: 0.024, drop: 0.002, wing: 0.032, bump: 0, ridge: 0.8 },
	aquiline: { top: -0.092, tip: 0.031, drop: 0.012, wing: 0.032, bump: -0.017, ridge: 1 },
	broad: { top: -0.06, tip: 0.026, drop: 0.002, wing: 0.05, bump: 0, ridge: 0.4 },
	long: { top: -0.092, tip: 0.032, drop: 0.022, wing: 0.034, bump: -0.002, ridge: 0.9 },
	pointed: { top: -0.08, tip: 0.041, drop: -0.005, wing: 0.026, bump: 0.006, ridge: 0.8 },
	broken: { top: -0.09, tip: 0.026, drop: 0.006, wing: 0.042, bump: -0.02, ridge: 1 },
};

/** How far a great nose hangs below its middle. */
const lowest = { bulb: 0.04, hook: 0.04 } as const;

export const isGreat = (shape: NoseShape): shape is 'bulb' | 'hook' => shape === 'bulb' || shape === 'hook';

/** Bare skin between a great nose and the line of the mouth. */
const lipRoom = 0.028;

type At = (dx: number, dy: number) => Point;

/** A nose that is a mass of its own. */
function drawGreatNose(s: Studio, shape: 'bulb' | 'hook', at: At, skin: Ramp, head: Shape): void {
	const pen = s.head;
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
	const nose = pen.shape(outline);
	pen.cast('muzzle', head, nose, skin.deep, [0.01, 0.016]);
	// Where shadows are black a deep one would leave a hole in the face.
	const depth = s.style.inkSpotting || s.style.depth > 1.2 ? 0.007 : 0.014;
	pen.form('muzzle', nose, skin, { depth, width: 0.85, contour: false });
	pen.line('muzzle', [at(0.012, 0.036), at(0.026, 0.026), at(0.026, 0.012)], skin.ink, 0.008);
}

type Plane = (points: readonly Point[], alpha: number, color?: string) => void;

/** A nose without a tip: a faint ridge over two broad nostrils. */
function drawFlatNose(s: Studio, at: At, skin: Ramp, plane: Plane): void {
	const pen = s.head;
	const breadth = strokeScale(s);
	plane([at(0.012, -0.09), at(0.024, -0.065), at(0.02, -0.02), at(0.002, -0.025), at(0.006, -0.07)], 0.42);
	plane([at(0, -0.03), at(0.024, -0.012), at(0.034, 0.006), at(0.024, 0.018), at(0.004, 0.015)], 0.75);
	pen.line('muzzle', [at(0.004, -0.055), at(-0.006, -0.035), at(-0.014, -0.014)], skin.deep, 0.008 * breadth, {
		taper: 0.85,
	});
	pen.line('muzzle', [at(-0.024, 0), at(-0.018, 0.012), at(-0.004, 0.015)], skin.ink, 0.011 * breadth, {
		taper: 0.6,
	});
	pen.line('muzzle', [at(0.008, 0.018), at(0.024, 0.016), at(0.033, 0.001)], skin.ink, 0.011 * breadth, {
		taper: 0.6,
	});
}

/** The nose as one side stroke, a shade plane and, where it is big, a form of its own. */
export function drawNose(s: Studio, shape: NoseShape, skin: Ramp, head: Shape, scale = 1): void {
	const pen = s.head;
	const k = s.look.noseSize * scale;
	if (isGreat(shape)) {
		// Broader than it is long: it ends above the upper lip and begins below the brows.
		const long = Math.min(k, 1.2);
		const y = Math.min(0.523, mouthLine + s.look.mouthLift - lipRoom - lowest[shape] * long);
		drawGreatNose(s, shape, (dx, dy) => [0.44 + dx * k, y + dy * long], skin, head);
		return;
	}
	const at: At = (dx, dy) => [0.44 + dx * k, 0.523 + dy * k];
	const plane: Plane = (points, alpha, color = skin.shade) =>
		pen.pattern('muzzle', head, [pen.shape(points)], color, alpha);
	if (shape === 'flat') {
		drawFlatNose(s, at, skin, plane);
		return;
	}
	const { top, tip, drop, wing, bump, ridge } = cuts[shape];
	// The bridge is a soft plane up to the brow and only the tip is ink: a full ink stroke floats on pale skin.
	plane([at(0.016, -0.1), at(0.03, -0.07), at(0.024, -0.02), at(0.002, -0.03), at(0.008, -0.075)], 0.42);
	plane(
		[
			at(0.012, Math.max(-0.07, top * 0.8)),
			at(0.032, -0.02),
			at(wing - 0.004, 0.004 + drop * 0.5),
			at(wing * 0.6, 0.014 + drop),
			at(-tip * 0.2, 0.011 + drop),
			at(0.005, -0.03),
		],
		0.72,
	);
	// On dark skin lines and shade hardly show: there the light on the ridge models the nose.
	if (skin.from[0] < 0.5)
		plane(
			[at(0.008, -0.085), at(0.016, -0.05), at(0.006, -0.018), at(-tip * 0.4, -0.004 + drop), at(-0.001, -0.045)],
			0.9,
			skin.light,
		);
	const bend = shape === 'broken' ? 0.012 : 0;
	const breadth = strokeScale(s);
	pen.line(
		'muzzle',
		[
			at(0.012, Math.min(top, -0.06)),
			at(-0.002 + bump + bend, -0.05),
			at(-0.006 + bump * 0.6, -0.03),
			at(-tip, 0.001 + drop),
		],
		skin.deep,
		0.0095 * (0.6 + 0.5 * ridge) * breadth,
		{ taper: 0.85 },
	);
	pen.line(
		'muzzle',
		[at(-tip * 0.72, -0.013 + drop), at(-tip, 0.003 + drop), at(-tip * 0.35, 0.015 + drop), at(0.014, 0.014 + drop)],
		skin.ink,
		0.0098 * breadth,
		{ taper: 0.72 },
	);
	pen.line(
		'muzzle',
		[at(wing * 0.62, 0.015 + drop * 0.8), at(wing, 0.002 + drop * 0.6), at(wing * 0.94, -0.012 + drop * 0.4)],
		skin.ink,
		(0.0068 + (wing > 0.04 ? 0.0018 : 0)) * breadth,
		{ taper: 0.9, alpha: 0.85 },
	);
	if (shape === 'snub' || shape === 'broad' || shape === 'broken')
		pen.pattern(
			'muzzle',
			head,
			[pen.disc(...(at(wing * 0.52, 0.01 + drop) as [number, number]), 0.0075 * k, 0.0044 * k, -18)],
			skin.ink,
			0.8,
		);
	pen.pattern(
		'muzzle',
		head,
		[pen.disc(...(at(-tip * 0.5, -0.01 + drop) as [number, number]), 0.008 * k, 0.006 * k)],
		skin.light,
		0.55,
	);
}
