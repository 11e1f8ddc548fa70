import { hasTrunk } from '../anatomy/outgrowth.ts';
import { rimAlong } from '../anatomy/rim.ts';
import { computeBounds } from '../engine/bounds.ts';
import type { Ramp } from '../engine/color.ts';
import { layers } from '../engine/layers.ts';
import { points } from '../engine/points.ts';
import type { FillMark, FormMark } from '../engine/recorder.ts';
import type { Rig } from '../engine/rig.ts';
import type { Point, Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { hoodLine, isBulgeEyed, onHat } from './hat-line.ts';
import { bringSnoutForward, lowestCrown } from './openings.ts';

/** How far fur stands out behind what it is tucked into, to the sides and below, at most: longer manes are worn over it. */
const mostTucked = { beside: 0.07, below: 0.05 };

/** Lines on the face that nothing keeps inside it and that reach out of a hood. */
const isWhisker = ({ layer, clip, shape: { bounds } }: FillMark) =>
	layer >= layers.muzzle && layer <= layers.mouth && !clip && (bounds.left < 0.3 || bounds.right > 0.7);

/** Keeps whiskers and the tips of a mane that lies flat beneath a helm from coming out beyond its outline. */
export function tuckIn(s: Studio, silhouette: readonly Point[]): void {
	const { marks } = s.recorder;
	const { left, right, bottom } = computeBounds(silhouette);
	const clip = s.head.shape(silhouette);
	const isTucked = ({ layer, shape: { space, bounds }, options }: FormMark) => {
		if (layer !== layers.hairBack || space !== 'head' || options.clip) return false;
		const out = Math.max(left - bounds.left, bounds.right - right);
		return out > 0 && out < mostTucked.beside && bounds.bottom < bottom + mostTucked.below;
	};
	const tucked = new Set<Shape | null>();
	for (const [i, mark] of marks.entries()) {
		if (mark.kind === 'form' && isTucked(mark)) {
			tucked.add(mark.shape);
			marks[i] = { ...mark, options: { ...mark.options, clip } };
		} else if (mark.kind === 'fill' && mark.shape.space !== 'body' && (tucked.has(mark.clip) || isWhisker(mark)))
			marks[i] = { ...mark, clip };
	}
}

/** Keeps hair and manes that fall behind the neck under a cloth that falls over it. */
export function tuckHair(s: Studio, silhouette: readonly Point[]): void {
	const { marks } = s.recorder;
	const clip = s.head.shape(silhouette);
	const tucked = new Set<Shape | null>([null]);
	for (const [i, mark] of marks.entries()) {
		if (mark.layer !== layers.hairBack) continue;
		if (mark.kind === 'form' && mark.shape.space === 'head' && !mark.options.clip) {
			tucked.add(mark.shape);
			marks[i] = { ...mark, options: { ...mark.options, clip } };
		} else if (mark.kind === 'fill' && mark.shape.space === 'head' && tucked.has(mark.clip))
			marks[i] = { ...mark, clip };
	}
}

/** Keeps whiskers beneath a hood from coming out beside it. */
function tuckWhiskers(s: Studio, clip: Shape): void {
	const { marks } = s.recorder;
	for (const [i, mark] of marks.entries())
		if (mark.kind === 'fill' && mark.shape.space === 'face' && isWhisker(mark)) marks[i] = { ...mark, clip };
}

/** A hood's edge from the middle of its top over the near side to the middle of its opening. */
const nearSide =
	'0.1 -1.3 0.7, 0.95 -0.92, 1.42 0.05, 1.5 1.2, 1.28 2.4 0.4, 0.92 2.2 0.3, 1.08 1.3, 0.98 0.45, 0.6 -0.12, 0 -0.3, -0.62 -0.08';
const hoodEdge = points(
	`-1.18 2.3 0.4, -1.36 1.1, -1.2 -0.15, -0.62 -0.95, ${nearSide}, -0.98 0.42, -1.03 1.2, -0.86 2.15 0.3`,
);
/** The same with its far side turning behind the cheek. */
const turnedEdge = points(`-1.34 0.58 0.2, -1.2 -0.15, -0.62 -0.95, ${nearSide}, -0.96 0.2, -1.14 0.44 0.6`);

/** Whether a muzzle or a beak reaches past the opening's far edge, however far the face turns. */
const reachesPast = ({ recorder }: Studio, { hat }: Rig): boolean =>
	recorder.snout.some((mark) => mark.kind === 'form' && mark.shape.bounds.left < hat.x - hat.half * 0.8);

/** Where no neck parts head and shoulders, a hood falls wide and low over the skirt that the head runs out in. */
const flared = (edge: readonly Point[]): readonly Point[] =>
	edge.map(([u, v, smooth]): Point => (v > 1 ? [u * 1.2, v * 1.14, smooth ?? 1] : [u, v, smooth ?? 1]));

/** The hood's cloth. What reaches past the far cheek, a muzzle or a beak, lies before the side that hangs there. */
function drawShell(s: Studio, rig: Rig, ramp: Ramp): Shape {
	const shell = s.head.shape(onHat(rig, rig.neck === 'none' ? flared(hoodEdge) : hoodEdge));
	const isPassed = !hasTrunk(s) && reachesPast(s, rig);
	if (isPassed) s.head.form('shoulderNear', shell, ramp, { depth: 0.022 });
	const front = isPassed ? s.head.shape(onHat(rig, turnedEdge)) : shell;
	s.head.cast('faceCover', rig.headShape, front, rig.skin.deep, [0.012, 0.034]);
	// Tusks stand out of the opening to both sides.
	if (hasTrunk(s)) bringSnoutForward(s);
	return s.head.form('headgear', front, ramp, { depth: 0.022 });
}

/** A hood; the face looks out of its shadow. */
export function hood(s: Studio, wearer: Rig, ramp: Ramp, lining: Ramp, feather?: Ramp): void {
	const rig = hoodLine(wearer);
	const silhouette = onHat(
		rig,
		points('-1.18 2.3 0, -1.36 1.1, -1.2 -0.15, -0.62 -0.95, 0.1 -1.3 0.7, 0.95 -0.92, 1.42 0.05, 1.5 1.2, 1.28 2.4 0'),
	);
	tuckHair(s, silhouette);
	tuckWhiskers(s, s.head.shape(silhouette));
	s.head.form(
		'hairBack',
		onHat(rig, points('-1.2 1.9, -1.2 0, -0.5 -0.85, 0.3 -0.95, 1.15 -0.2, 1.3 1.9, 0 2.3')),
		{ ...lining, base: ramp.deep, light: ramp.deep, shade: ramp.deep },
		{ light: false },
	);
	const cap = drawShell(s, rig, ramp);
	const nearEdge = points('0.1 -1.3, 0.95 -0.92, 1.42 0.05, 1.5 1.2, 1.28 2.4');
	rimAlong(s, 'headgear', cap, onHat(rig, rig.neck === 'none' ? flared(nearEdge) : nearEdge));
	for (const line of [
		points('-0.95 0.1, -0.5 -0.42, 0 -0.58'),
		points('1.18 0.3, 1.3 1.0, 1.22 1.7'),
		points('0.3 -0.7, 0.85 -0.35, 1.1 0.2'),
	] as const)
		s.head.line('headgear', onHat(rig, line), ramp.deep, 0.012, { clip: cap });
	// Beside ears or horns that stand up it would be one more of them.
	const isHorned =
		s.figure.affliction === 'demonic-influence' || s.recorder.outgrowths.some(({ base }) => base[1] < lowestCrown);
	if (!feather || isHorned) return;
	s.head.form('headgear', onHat(rig, points('0.75 -0.55, 0.95 -1.3, 1.45 -1.85 0.2, 1.4 -1.2, 1.02 -0.45')), feather, {
		depth: 0.01,
	});
	s.head.line('headgear', onHat(rig, points('0.85 -0.5, 1.1 -1.15, 1.42 -1.78')), feather.ink, 0.007, { taper: 0.5 });
}

/** The hem of a hood that frames bulging eyes, on which no cap would sit. */
function hemmedHood(s: Studio, wearer: Rig, ramp: Ramp, band: Ramp): void {
	hood(s, wearer, ramp, ramp);
	s.head.form(
		'headgear',
		onHat(
			hoodLine(wearer),
			points(
				'-0.86 2.15 0, -1.03 1.2, -0.98 0.42, -0.62 -0.08, 0 -0.3, 0.6 -0.12, 0.98 0.45, 1.08 1.3, 0.92 2.2 0, 1.02 2.26 0, 1.19 1.3, 1.08 0.4, 0.66 -0.22, 0 -0.42, -0.7 -0.16, -1.08 0.4, -1.13 1.2, -0.96 2.19 0',
			),
		),
		band,
		{ depth: 0.006, width: 0.8 },
	);
}

/** A close cap of cloth under a band: the sober cover of the devout. */
export function coif(s: Studio, rig: Rig, ramp: Ramp, band: Ramp): void {
	if (isBulgeEyed(rig)) {
		hemmedHood(s, rig, ramp, band);
		return;
	}
	// Tufts of fur on a near cheek stay under the cloth.
	const side = Math.max(1.3, Math.min(1.42, (rig.headShape.bounds.right - rig.hat.x) / rig.hat.half + 0.06));
	// It is seen beside the far cheek too, however broad.
	const far = Math.max(-1.46, Math.min(-1.14, (rig.headShape.bounds.left - rig.hat.x) / rig.hat.half - 0.16));
	tuckHair(
		s,
		onHat(
			rig,
			points(
				`${far} 3.6 0, ${far} 0.4, -1.12 -0.2, -0.62 -0.95, 0.1 -1.15, 0.85 -0.85, 1.2 -0.1, 1.3 1.0, 1.45 1.7, 1.5 2.4, 1.5 3.6 0`,
			),
		),
	);
	s.head.form(
		'hairBack',
		onHat(
			rig,
			points(
				`${far} 1.5, ${far + 0.02} 0.6, -1.12 -0.2, -0.4 -0.9, 0.5 -0.95, 1.2 0, 1.45 1.5, 1.55 2.6 0.4, 0.2 2.5, ${far - 0.08} 2.5 0.4`,
			),
		),
		{ ...ramp, base: ramp.shade, light: ramp.base, shade: ramp.deep },
		{ light: false },
	);
	const cap = s.head.form(
		'headgear',
		onHat(
			rig,
			points(
				`-1.06 0.24 0.3, -1.14 -0.2, -0.62 -0.95, 0.1 -1.15, 0.85 -0.85, 1.2 -0.1, ${side} 1.0, 1.42 2.3 0.3, 0.98 1.7 0.3, 0.96 0.7, 0.6 0.1, -0.1 -0.02, -0.7 0.1`,
			),
		),
		ramp,
		{ depth: 0.022 },
	);
	rimAlong(s, 'headgear', cap, onHat(rig, points(`0.1 -1.15, 0.85 -0.85, 1.2 -0.1, ${side} 1.0, 1.42 2.3`)));
	s.head.cast('faceCover', rig.headShape, cap, rig.skin.deep, [0.004, 0.024]);
	s.head.form(
		'headgear',
		onHat(rig, points('-1.05 -0.1, -0.2 -0.28, 0.7 -0.22, 1.14 0.1, 1.1 0.4, 0.6 0.1, -0.15 0.02, -0.98 0.24')),
		band,
		{ depth: 0.006, width: 0.8 },
	);
}
