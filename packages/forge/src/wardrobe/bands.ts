import { drawRooted, findHair } from '../anatomy/horn-root.ts';
import { isBeaked, outgrow } from '../anatomy/outgrowth.ts';
import type { Lch, Ramp } from '../engine/color.ts';
import { layers } from '../engine/layers.ts';
import type { Kit } from '../engine/part.ts';
import { points } from '../engine/points.ts';
import type { Rig, Spot } from '../engine/rig.ts';
import { ellipseOutline, leafOutline, type Point, type Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { findFace } from './half-mask.ts';
import { isBulgeEyed, onHat, raised, spot } from './hat-line.ts';
import { lowestCrown } from './openings.ts';
import { type Band, courseY, findMane, windBand, windBehindEyes } from './winding.ts';

/** A band around the brow; a gem sits in the middle when one is given. */
export function circlet(s: Studio, wearer: Rig, ramp: Ramp, gem?: Lch, width = 0.15): Band {
	const bulging = isBulgeEyed(wearer);
	const band = bulging ? windBehindEyes(s, wearer, ramp, width) : windBand(s, wearer, ramp, width);
	if (!gem) return band;
	const stone = s.colors.ramp('gem', gem);
	const at = bulging ? ([wearer.brow[0], wearer.brow[1] - 0.005] as const) : spot(wearer, -0.22, 0.12);
	const r = bulging ? 0.032 : wearer.hat.half * 0.16;
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
	return band;
}

/** Where the leaves of a wreath sit on its twig, from -1 at one side of the head to 1 at the other. */
const leafSpots = [-0.93, -0.7, -0.45, -0.17, 0.93, 0.7, 0.45, 0.17] as const;
/** Between a frog's eyes there is room for a few. */
const browLeafSpots = [-0.22, 0.22, 0] as const;

/** Leaves that lie along a twig and point to its middle, so that none leaves the head. */
function drawLeaves(s: Studio, { left, right, drop }: Band, leaf: Ramp, isSmall: boolean): void {
	const middle = (left[0] + right[0]) / 2;
	const reach = (right[0] - left[0]) / 2;
	const length = reach * (isSmall ? 0.26 : 0.5);
	for (const t of isSmall ? browLeafSpots : leafSpots) {
		const x = middle + t * reach;
		const y = courseY(left[1], drop, t);
		const angle = ((-90 - 64 * t) * Math.PI) / 180;
		const size = length * (1 - 0.25 * t * t);
		const [dx, dy] = [Math.cos(angle) * size, Math.sin(angle) * size];
		s.head.form('headgear', leafOutline([x, y], [dx, dy], 0.3), leaf, { depth: 0.006, width: 0.8 });
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

const antlers = {
	near: points(
		'0.48 -0.55, 0.62 -1.1, 0.55 -1.6 0.2, 0.78 -1.2, 0.98 -1.35, 1.05 -2.0 0.15, 1.2 -1.45, 1.5 -1.55, 1.75 -1.95 0.15, 1.68 -1.35, 1.2 -1.05, 0.85 -0.85, 0.72 -0.5',
	),
	far: points(
		'-0.6 -0.5, -0.72 -1.0, -0.62 -1.45 0.2, -0.88 -1.1, -1.05 -1.25, -1.05 -1.85 0.15, -1.25 -1.35, -1.5 -1.4, -1.72 -1.75 0.15, -1.65 -1.2, -1.25 -0.95, -0.92 -0.75, -0.8 -0.42',
	),
} as const;

/** What rises from the crown by more than this is crown enough, though it may curl down again. */
const crownHeight = 0.09;

/** Whether horns, ears or antennae of the race's own stand where antlers would. */
const isCrowned = ({ recorder: { outgrowths } }: Studio): boolean =>
	outgrowths.some(({ base, marks }) => {
		const top = Math.min(...marks.map((mark) => ('shape' in mark ? mark.shape.bounds.top : 1)));
		return base[1] < lowestCrown && base[1] - top > crownHeight;
	});

/** How far antlers that stand behind a skull go on down behind it. */
const behindSkull = 0.07;

const deepen = (outline: readonly Point[]): readonly Point[] =>
	[outline.at(-1)!, outline[0]!].map(([x, y]): Point => [x + (0.5 - x) * 0.25, y + behindSkull, 0]);

/** Where antlers are still one beam, above the skull. */
const beams = [
	[0.6, -1.02],
	[-0.76, -0.96],
] as const;

/** Whether hair stands so high that antlers behind it would come out of nowhere: they grow out of it. */
const isTallHaired = (s: Studio, crown: Rig): boolean => beams.some(([u, v]) => findHair(s, spot(crown, u, v)));

/** A twig around the head with leaves on it, with antlers when wanted. */
export function leafCrown(s: Studio, wearer: Rig, leaf: Ramp, antler?: Ramp): void {
	// Below bulging eyes the wreath lies on the brow, and the antlers grow from behind the eyes.
	const bulging = isBulgeEyed(wearer);
	const rig = raised(wearer, 0);
	if (antler && !isCrowned(s)) {
		const crown = bulging ? { ...wearer, hat: { ...wearer.hat, y: wearer.hat.y + 0.12 } } : rig;
		const inHair = isTallHaired(s, crown);
		for (const side of [antlers.near, antlers.far]) {
			const outline = onHat(crown, side);
			const [first, last] = [outline[0]!, outline.at(-1)!];
			const tip = outline.reduce((top, at) => (at[1] < top[1] ? at : top));
			const place = {
				base: [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2],
				tip: [tip[0], tip[1]],
				half: Math.hypot(last[0] - first[0], last[1] - first[1]) / 2,
				isWorn: true,
			} as const;
			outgrow(s, place, () => {
				if (inHair) {
					drawRooted(s, 'ears', outline, antler, antler, { depth: 0.01, rim: true });
					return;
				}
				// From behind hair and skull, so that no end of one is seen.
				s.head.form(bulging ? 'hairBack' : 'earFar', [...outline, ...deepen(outline)], antler, {
					depth: 0.01,
					rim: bulging,
				});
			});
		}
	}
	const bark = s.colors.ramp('leather', [0.42, 0.07, 75]);
	drawLeaves(s, bulging ? windBehindEyes(s, wearer, bark, 0.08) : windBand(s, rig, bark, 0.07), leaf, bulging);
}

/** A strap's leather, paler or darker where it would not be seen on the hair. */
function strapOn(s: Studio, { hat: { x, y, half } }: Rig, leather: Ramp): Ramp {
	const hair = findHair(s, [x + half * 0.6, y]);
	const [L, C, h] = leather.from;
	if (!hair || Math.abs(hair.ramp.from[0] - L) > 0.2) return leather;
	return s.colors.ramp('leather', [hair.ramp.from[0] + (hair.ramp.from[0] < 0.4 ? 0.28 : -0.26), C, h]);
}

/** Round lenses pushed up on the brow; a frog looks through them. */
export function goggles(s: Studio, rig: Rig, kit: Kit): void {
	circlet(s, rig, strapOn(s, rig, kit.leather), undefined, 0.13);
	if (isBulgeEyed(rig)) {
		for (const [[x, y], r] of [
			[rig.eyeNear, rig.eyeHalf * 1.42],
			[rig.eyeFar, rig.eyeHalf * 1.28],
		] as const) {
			const ring = s.head.shape(
				ellipseOutline(x, y, r, r, 0, 14),
				ellipseOutline(x, y, r * 0.76, r * 0.76, 0, 14).reverse(),
			);
			s.head.form('headgear', ring, kit.trim, { depth: 0.006, width: 0.8 });
		}
		return;
	}
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

/** How a cloth lies over eyes that stand on the skull: across both domes, past which it is drawn, and through the hollow between them. */
const overDomes: readonly Point[] = points(
	'0.24 0.252 0.4, 0.36 0.218, 0.44 0.262, 0.49 0.282, 0.545 0.262, 0.63 0.212, 0.76 0.248 0.4, 0.76 0.308 0.4, 0.63 0.345, 0.49 0.352, 0.36 0.342, 0.24 0.31 0.4',
);

/** Of birds' faces, whose eyes may be large, as much as possible stays free. */
const narrowest = 0.044;

function getBlindfold(s: Studio, rig: Rig, y: number, room: Shape): readonly Point[] {
	const { eyeHalf } = rig;
	const { left, right } = room.bounds;
	// Over compound eyes, which take up half the face, it leaves the crown and the circlet on it free.
	if (eyeHalf > 0.07)
		return [
			[left - 0.01, y - 0.058, 0],
			[left + 0.06, y - 0.062],
			[0.48, y - 0.044],
			[right - 0.06, y - 0.07],
			[right + 0.01, y - 0.066, 0],
			[right + 0.01, y + 0.06, 0],
			[right - 0.09, y + 0.098],
			[0.48, y + 0.126],
			[left + 0.09, y + 0.1],
			[left - 0.01, y + 0.06, 0],
		];
	// Up to the brow: what races and afflictions draw around the eyes is larger than the eyes.
	const half = isBeaked(s) ? Math.min(narrowest, eyeHalf) : eyeHalf;
	// Its ends rise where it turns away, so that none spreads out with broad cheeks; it goes on past the skull, which it
	// is kept inside of.
	const [top, low] = [y - half * 1.5, y - half * 0.1];
	return [
		[left - 0.01, top, 0],
		[left + 0.04, y - half * 1.62],
		[0.45, y - half * 1.55],
		[right - 0.04, y - half * 1.66],
		[right + 0.01, top, 0],
		[right + 0.01, low, 0],
		[right - 0.06, y + half * 0.62],
		[0.45, y + half * 1.25],
		[left + 0.06, y + half * 0.72],
		[left - 0.01, low, 0],
	];
}

/** Ears stand behind the cloth that is tied over their roots, and behind the hair that falls over it. */
function tuckEars({ recorder: { marks, outgrowths } }: Studio): void {
	for (const { base, marks: ear } of outgrowths) {
		if (base[1] < lowestCrown) continue;
		for (const mark of ear) {
			const i = marks.indexOf(mark);
			if (i >= 0 && mark.layer === layers.ears) marks[i] = { ...mark, layer: layers.hairFront - 0.6 };
		}
	}
}

/** What a cloth around the head is kept inside of: the skull with bulging eyes, or with the mane around it. */
function findRoom(s: Studio, rig: Rig, y: number): Shape {
	const mane = findMane(s, rig, y);
	return mane ? s.head.shape(mane.outline) : findFace(s, rig, isBulgeEyed(rig));
}

/** The middle of the sign on a cloth over eyes in row `y`. */
function findSign(s: Studio, rig: Rig, y: number): Spot {
	if (isBulgeEyed(rig)) return [0.49, 0.313];
	if (rig.eyeHalf > 0.07) return [0.484, y + 0.038];
	return [0.461, y - (isBeaked(s) && rig.eyeHalf > narrowest ? 0.018 : 0)];
}

/** A cloth over the eyes with a sign on it. */
export function blindfold(s: Studio, rig: Rig, ramp: Ramp, sign: string): void {
	const bulging = isBulgeEyed(rig);
	const half = bulging ? 0.036 : Math.min(0.055, rig.eyeHalf);
	const eyes = (rig.eyeNear[1] + rig.eyeFar[1]) / 2;
	const { marks } = s.recorder;
	const first = marks.length;
	const room = findRoom(s, rig, eyes);
	// It lies in the head's own space and ends where the skull turns away.
	s.head.form('hairFront', bulging ? overDomes : getBlindfold(s, rig, eyes, room), ramp, {
		depth: 0.01,
		width: 0.9,
		clip: room,
		fit: false,
	});
	tuckEars(s);
	const [x, y] = findSign(s, rig, eyes);
	s.head.line(
		'faceCover',
		[
			[x - 0.051, y + half * 0.2],
			[x - 0.001, y - half * 0.35],
			[x + 0.054, y + half * 0.15],
			[x - 0.001, y + half * 0.55],
			[x - 0.049, y + half * 0.2],
		],
		sign,
		0.009,
		{ taper: 0.1 },
	);
	s.head.pattern('faceCover', null, [s.head.disc(x + 0.001, y + half * 0.12, half * 0.24)], sign);
	// Behind hair and ears, but over what an affliction makes of the eyes.
	for (let i = first; i < marks.length; i++) marks[i] = { ...marks[i]!, layer: layers.hairFront - 0.5 };
}

/** A steel plate riveted on a brow band, knotted behind. */
export function browPlate(s: Studio, wearer: Rig, kit: Kit, band: Band): void {
	const bulging = isBulgeEyed(wearer);
	const { half } = wearer.hat;
	const tail = (loop: readonly Point[]) =>
		loop.map(
			([u, v, smooth = 1]): Point => [band.right[0] + (u - 1.06) * half, band.right[1] + (v + 0.08) * half, smooth],
		);
	// Under hair the knot is out of sight, and its ends would hang free.
	const ends = [
		points('0.94 -0.1 0.3, 1.1 0, 1.15 0.5, 1.12 0.98 0.2, 1.02 0.88 0.3, 0.92 0.98 0.2, 0.94 0.4'),
		points('0.96 -0.14 0.3, 1.15 -0.08, 1.21 0.2, 1.22 0.54 0.2, 1.14 0.5 0.3, 1.07 0.62 0.2, 1.03 0.3'),
	];
	for (const end of band.isTucked ? [] : ends) s.head.form('hairBack', tail(end), kit.cloth, { depth: 0.008 });
	// Between a frog's eyes or a bull's horns there is room for a small one.
	const isBetweenHorns = s.recorder.outgrowths.some(({ base: [, y] }) => Math.abs(y - wearer.hat.y) < half * 0.2);
	const place = bulging
		? { ...wearer, hat: { x: wearer.brow[0] + 0.014, y: wearer.brow[1] - 0.012, half: 0.082 } }
		: isBetweenHorns
			? { ...wearer, hat: { ...wearer.hat, y: wearer.hat.y + 0.006, half: half * 0.72 } }
			: wearer;
	const at = (loop: readonly Point[]) => onHat(place, loop);
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
	s.head.line('headgear', at(points('-0.6 -0.08, -0.45 0.04, -0.5 0.18')), kit.metal.spec, bulging ? 0.009 : 0.018, {
		clip: plate,
	});
}
