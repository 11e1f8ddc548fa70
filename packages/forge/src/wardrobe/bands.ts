import type { Lch, Ramp } from '../engine/color.ts';
import { layers } from '../engine/layers.ts';
import type { Kit } from '../engine/part.ts';
import { points } from '../engine/points.ts';
import type { Rig } from '../engine/rig.ts';
import { ellipseOutline, type Point } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { bandLine, isBulgeEyed, onHat, raised, spot } from './hat-line.ts';

/** A band around the brow, over the hair or `under` it; a gem sits in the middle when one is given. */
export function circlet(s: Studio, wearer: Rig, ramp: Ramp, gem?: Lch, width = 0.15, under?: 'hair'): void {
	const rig = bandLine(wearer);
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
	const bound = under === 'hair' || isBulgeEyed(rig);
	const layer = under === 'hair' ? 'skinAffliction' : 'headgear';
	s.head.cast(layer, rig.headShape, band, rig.skin.deep, [0.003, 0.012]);
	s.head.form(layer, band, ramp, {
		depth: 0.006,
		width: 0.8,
		contour: false,
		...(bound ? { clip: rig.headShape } : {}),
	});
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

/** A wreath of leaves, with antlers when wanted. */
export function leafCrown(s: Studio, wearer: Rig, leaf: Ramp, antler?: Ramp): void {
	// Below bulging eyes the wreath lies on the brow, and the antlers grow from behind the eyes.
	const bulging = isBulgeEyed(wearer);
	const rig = bulging ? bandLine(wearer) : raised(wearer, 0);
	// Ears and horns that stand up are crown enough, whether the race has them or an affliction grows them.
	const isCrowned =
		s.figure.affliction === 'demonic-influence' ||
		s.recorder.outgrowths.some(({ base, tip }) => base[1] - tip[1] > 0.12 && base[1] < 0.34);
	if (antler && !isCrowned) {
		const crown = bulging ? { ...wearer, hat: { ...wearer.hat, y: wearer.hat.y + 0.12 } } : rig;
		const near: Point[] = onHat(
			crown,
			points(
				'0.48 -0.55, 0.62 -1.1, 0.55 -1.6 0.2, 0.78 -1.2, 0.98 -1.35, 1.05 -2.0 0.15, 1.2 -1.45, 1.5 -1.55, 1.75 -1.95 0.15, 1.68 -1.35, 1.2 -1.05, 0.85 -0.85, 0.72 -0.5',
			),
		);
		const far: Point[] = onHat(
			crown,
			points(
				'-0.6 -0.5, -0.72 -1.0, -0.62 -1.45 0.2, -0.88 -1.1, -1.05 -1.25, -1.05 -1.85 0.15, -1.25 -1.35, -1.5 -1.4, -1.72 -1.75 0.15, -1.65 -1.2, -1.25 -0.95, -0.92 -0.75, -0.8 -0.42',
			),
		);
		s.head.form(bulging ? 'hairBack' : 'headgear', near, antler, { depth: 0.01, rim: true });
		s.head.form(bulging ? 'hairBack' : 'earFar', far, antler, { depth: 0.01 });
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

/** Round lenses pushed up on the brow. */
export function goggles(s: Studio, wearer: Rig, kit: Kit): void {
	circlet(s, wearer, kit.leather, undefined, 0.13);
	const rig = bandLine(wearer);
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

/** A cloth over the eyes with a sign on it. */
export function blindfold(s: Studio, rig: Rig, ramp: Ramp, sign: string): void {
	const y = (rig.eyeNear[1] + rig.eyeFar[1]) / 2;
	// Compound eyes stand out of the skull, so the cloth goes around them.
	const isAround = rig.eyeHalf > 0.07;
	const half = rig.eyeHalf * (isAround ? 1.3 : 1);
	const [from, to] = isAround ? [rig.eyeFar[0] - half * 0.85, rig.eyeNear[0] + half * 0.85] : [0.3, 0.71];
	const band = s.head.shape([
		[from, y - half * 1.3],
		[0.45, y - half * 1.25],
		[to - 0.01, y - half * 1.5],
		[to, y + half * 0.65],
		[0.45, y + half * 1.05],
		[from, y + half * 0.8],
	]);
	const { marks } = s.recorder;
	const first = marks.length;
	// In a layer of the face it goes where the eyes go.
	s.head.form('skinAffliction', band, ramp, {
		depth: 0.01,
		width: 0.9,
		...(isAround || isBulgeEyed(rig) ? {} : { clip: rig.headShape }),
	});
	s.head.line(
		'skinAffliction',
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
	s.head.pattern('skinAffliction', null, [s.head.disc(0.462, y + half * 0.12, half * 0.24)], sign);
	// Behind hair and ears, but over what an affliction makes of the eyes.
	for (let i = first; i < marks.length; i++) marks[i] = { ...marks[i]!, layer: layers.hairFront - 0.5 };
}

/** A steel plate riveted on a brow band, knotted behind. */
export function browPlate(s: Studio, wearer: Rig, kit: Kit): void {
	const at = (loop: readonly Point[]) => onHat(bandLine(wearer), loop);
	for (const end of [
		points('1.0 -0.08 0.3, 1.3 0.08, 1.52 0.56 0.2, 1.32 0.52 0.3, 1.22 0.7 0.2, 1.06 0.26'),
		points('1.0 -0.12 0.3, 1.42 -0.12, 1.74 0.2 0.2, 1.56 0.22 0.3, 1.54 0.4 0.2, 1.1 0.18'),
	] as const)
		s.head.form('hairBack', at(end), kit.cloth, { depth: 0.008 });
	const plate = s.head.form(
		'headgear',
		at(
			points(
				'-0.78 -0.2 0.2, -0.2 -0.12, 0.42 -0.22 0.2, 0.46 0.14 0.2, 0.1 0.24, -0.22 0.4 0.2, -0.5 0.26, -0.8 0.16 0.2',
			),
		),
		kit.metal,
		{ depth: 0.01, width: 0.9, contour: false },
	);
	s.head.line('headgear', at(points('-0.6 -0.08, -0.45 0.04, -0.5 0.18')), kit.metal.spec, 0.018, { clip: plate });
}
