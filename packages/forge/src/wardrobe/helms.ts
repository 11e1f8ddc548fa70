import type { Lch, Ramp } from '../engine/color.ts';
import { layers } from '../engine/layers.ts';
import type { Kit } from '../engine/part.ts';
import { points } from '../engine/points.ts';
import type { Rig } from '../engine/rig.ts';
import { ellipseOutline, type Point, type Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { isBulgeEyed, onHat, raised, spot } from './hat-line.ts';
import { tuckIn } from './hoods.ts';
import { bringSnoutForward } from './openings.ts';
import { bulgeBefore, findSkullSides } from './winding.ts';

/** An open steel helm with a ridge and a trimmed rim; it ends above the ears. */
export function openHelm(s: Studio, wearer: Rig, kit: Kit, crest?: Ramp): void {
	const rig = raised(wearer, 0);
	const first = s.recorder.marks.length;
	if (crest)
		s.head.form(
			'headgear',
			// Its tip ends above long ears.
			onHat(
				rig,
				points(
					'-0.35 -0.95, -0.3 -1.5, 0.35 -1.85, 1.12 -1.62, 1.52 -1.05, 1.58 -0.42 0.3, 1.3 -0.55, 0.95 -0.85, 0.3 -1.0',
				),
			),
			crest,
			{ depth: 0.018, rim: true },
		);
	const dome = s.head.form(
		'headgear',
		onHat(
			rig,
			points(
				'-1.08 0.5 0.3, -1.13 -0.2, -0.72 -0.92, 0 -1.18, 0.75 -0.98, 1.17 -0.25, 1.16 0.45 0.3, 0.98 0.45 0.3, 0.9 0.3, 0.6 0.12, -0.15 0.2, -0.75 0.2, -0.94 0.5 0.3',
			),
		),
		kit.metal,
		{ depth: 0.024, rim: true },
	);
	s.head.cast('faceCover', rig.headShape, dome, rig.skin.deep, [0.004, 0.028]);
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
	bulgeBefore(s, wearer, first);
}

/** How far the sides of a closed helm stand from its middle, in half skull widths. */
const helmSides = [1.02, 1.13] as const;
/** A helm wider than this would be a box around the head. */
const widestHelm = 1.22;

/** Hat coordinates of a closed helm, which is as wide as the head in it, on each side by itself. */
function fitHelm(s: Studio, rig: Rig, lowest: number): (loop: readonly Point[]) => Point[] {
	const { x, y, half } = rig.hat;
	const skullAt = findSkullSides(rig);
	let [left, right] = [x, x];
	for (let v = 0; v <= lowest; v += 0.1) {
		const sides = skullAt(y + v * half);
		[left, right] = [Math.min(left, sides[0]), Math.max(right, sides[1])];
	}
	// Compound eyes stand out of the skull.
	if (rig.eyeHalf > 0.07)
		for (const mark of s.recorder.marks)
			if (mark.kind === 'form' && mark.layer === layers.eyes && mark.shape.space !== 'body')
				[left, right] = [Math.min(left, mark.shape.bounds.left), Math.max(right, mark.shape.bounds.right)];
	const widen = (side: number, usual: number) => Math.min(widestHelm, Math.max(1, side / half / usual));
	const [far, near] = [widen(x - left, helmSides[0]), widen(right - x, helmSides[1])];
	return (loop) =>
		onHat(
			rig,
			loop.map(([u, v, smooth = 1]): Point => [u * (u < 0 ? far : near), v, smooth]),
		);
}

/** Crowns of steel: of five spikes, of one blade between two lower ones, and of two that part like a crescent. */
const crownCuts = [
	points(
		'-1.05 -0.35, -1.12 -1.15 0.1, -0.72 -0.85, -0.5 -1.6 0.1, -0.18 -1.05, 0.1 -1.95 0.1, 0.38 -1.05, 0.75 -1.6 0.1, 0.85 -0.8, 1.28 -1.1 0.1, 1.15 -0.2, 0 0.1',
	),
	points(
		'-1.05 -0.35, -1.14 -0.92 0.1, -0.86 -1.34 0.1, -0.7 -1.04, -0.36 -1.16, -0.2 -1.62 0.2, 0.02 -2.02 0.1, 0.26 -1.62 0.2, 0.44 -1.14, 0.84 -1.0, 1.02 -1.34 0.1, 1.28 -0.9 0.1, 1.15 -0.2, 0 0.1',
	),
	points(
		'-1.05 -0.35, -1.3 -0.9, -1.22 -1.5, -0.9 -1.92 0.1, -0.94 -1.4, -0.6 -1.1, -0.26 -1.12, 0.08 -1.42 0.1, 0.42 -1.1, 0.8 -1.06, 1.12 -1.4, 1.06 -1.92 0.1, 1.42 -1.5, 1.46 -0.86, 1.15 -0.2, 0 0.1',
	),
];

/** The steel crown on a helm, and the cap in it. */
function drawHelmCrown(s: Studio, rig: Rig, kit: Kit, at: (loop: readonly Point[]) => Point[]): void {
	// The cap inside the crown, whatever the skull's height.
	const top = Math.min(-1.1, (rig.crown[1] - rig.hat.y) / rig.hat.half - 0.12);
	s.head.form(
		'headgear',
		at([
			[-1.04, -0.3, 0.4],
			[-0.8, top * 0.72],
			[0.02, top],
			[0.86, top * 0.74],
			[1.14, -0.25, 0.4],
		]),
		{ ...kit.metal, light: kit.metal.base, base: kit.metal.shade, shade: kit.metal.deep },
		{ depth: 0.016 },
	);
	s.head.form('headgear', at(s.stream('crown-cut').pick(crownCuts)), kit.metal, { depth: 0.016, rim: true });
}

/** The visor with its cheek guards, and the dark inside of the helm behind the jaw. */
function drawVisor(s: Studio, kit: Kit, at: (loop: readonly Point[]) => Point[], isOpenBelow: boolean): Shape {
	const brow = '-1.08 -0.35, -0.2 -0.12, 1.12 -0.4, 1.2 0.7';
	const lowest = isOpenBelow ? '1.18 1.02 0.3, -1.08 1.02 0.3' : '1.15 1.75 0.3, 0.85 2.0 0, -0.8 1.9 0, -1.02 1.6 0.3';
	tuckIn(s, at(points(`-1.08 -0.35, 1.12 -0.4, 1.2 0.7, ${lowest}, -1.1 0.6`)));
	const { deep } = kit.metal;
	if (!isOpenBelow)
		s.head.form(
			'hairBack',
			at(points('-1.04 0.5 0, 1.12 0.5 0, 1.08 1.8 0, 0.84 1.95 0, 0 2.1, -0.79 1.86 0, -0.98 1.55 0')),
			{ ...kit.metal, light: deep, base: deep, shade: deep },
			{ light: false, width: 0, contour: false },
		);
	// It ends above the nose, and nearly straight, so that it cuts no face.
	const edge = '0.78 1.1 0.3, 0.2 1.02, -0.1 1.06, -0.4 1.02, -0.76 1.08 0.3';
	const mask = isOpenBelow
		? `${brow}, 1.18 1.14 0.3, ${edge}, -1.08 1.1 0.3, -1.1 0.6`
		: `${brow}, 1.15 1.75, 0.85 2.0 0.3, 0.86 1.3, ${edge}, -0.83 1.3, -0.8 1.9 0.3, -1.02 1.6, -1.1 0.6`;
	return s.head.form('headgear', at(points(mask)), kit.metal, { depth: 0.026, rim: true });
}

/** A crowned helm that leaves the face in the shadow of its brim. */
export function crownedHelm(s: Studio, wearer: Rig, kit: Kit, glow: Lch): void {
	// A frog's eyes look through the slits only when the helm is as wide as they stand apart.
	const rig = isBulgeEyed(wearer) ? { ...wearer, hat: { x: wearer.hat.x, y: 0.17, half: 0.235 } } : wearer;
	// Where no neck parts head and shoulders, the head runs out beneath the helm, and no guards hang beside it.
	const isOpenBelow = rig.neck === 'none';
	const at = fitHelm(s, rig, isOpenBelow ? 0.9 : 1.7);
	drawHelmCrown(s, rig, kit, at);
	const helm = drawVisor(s, kit, at, isOpenBelow);
	const slit = (from: number, to: number): Point[] =>
		at([
			[from, 0.62, 0.2],
			[(from + to) / 2, 0.56],
			[to, 0.68, 0.2],
			[(from + to) / 2, 0.9],
		]);
	const slits = [s.head.shape(slit(-0.88, -0.32)), s.head.shape(slit(-0.06, 0.68))];
	const { marks } = s.recorder;
	const first = marks.length;
	s.head.pattern('headgear', helm, slits, s.colors.tone([0.14, 0.02, 280]));
	for (const [u, r] of [
		[-0.58, 0.2],
		[0.3, 0.24],
	] as const) {
		const [x, y] = at([[u, 0.73]])[0]!;
		s.head.glow('headgear', [x, y, rig.hat.half * r * 2.2], s.colors.tone(glow), { alpha: 0.85 });
		s.head.pattern(
			'headgear',
			null,
			[s.head.disc(x, y, rig.hat.half * r * 0.42, rig.hat.half * r * 0.3)],
			s.colors.tone([0.95, 0.05, glow[2]]),
		);
	}
	// Whatever comes out of the helm's sides leaves the slits open.
	for (let i = first; i < marks.length; i++) marks[i] = { ...marks[i]!, layer: layers.headgear + 0.5 };
	s.head.line('headgear', at(points('-0.2 -0.1, -0.2 0.5, -0.14 0.95')), kit.metal.spec, 0.012, { clip: helm });
	s.head.line('headgear', at(points('-1.0 0.25, -0.2 0.42, 1.1 0.22')), kit.metal.deep, 0.012, {
		clip: helm,
		taper: 0.2,
	});
	bringSnoutForward(s);
}
