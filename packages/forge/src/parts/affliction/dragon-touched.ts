import { leaveOutMouth } from '../../anatomy/mouth.ts';
import { hasTrunk } from '../../anatomy/outgrowth.ts';
import { containsPoint } from '../../engine/bounds.ts';
import { layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Rig, Spot } from '../../engine/rig.ts';
import { computeOrientation, type Point, refineOutline, type Shape } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { measureCover, type Places, spotsOf } from '../../wardrobe/cover.ts';

/** A jaw's end further out than this from the mouth's middle is where fire leaves it. */
const longJaw = 0.1;

/** The end of a long jaw; null for a mouth in the face. */
function findJawEnd({ recorder }: Studio, { mouth: [x, y] }: Rig): Spot | null {
	const end = Math.min(...recorder.snout.map((mark) => ('shape' in mark ? mark.shape.bounds.left : x)), x);
	return recorder.snoutKind === 'muzzle' && x - end > longJaw ? [end + 0.06, y - 0.004] : null;
}

/** Where fire leaves a mouth in the face. */
function findCorner({ mouth: [x, y], headShape }: Rig): Spot {
	// Out of the corner of a wide mouth, so that it burns beside the face instead of across it.
	return [Math.min(x, headShape.bounds.left + 0.2), y];
}

/** Fire from a mouth at the origin: it widens away from it and ends in tongues. */
const flame = points(
	'0 0 0.2, -0.06 0.022, -0.12 0.052, -0.215 0.098 0.05, -0.17 0.046 0.5, -0.245 0.052 0.05, -0.205 0.016 0.5, -0.315 -0.014 0.05, -0.215 -0.024 0.5, -0.275 -0.082 0.05, -0.19 -0.05 0.5, -0.2 -0.108 0.05, -0.12 -0.042, -0.06 -0.016',
);

/** Discs around a flame and what it needs beside it, from where it leaves the mouth. */
const flameRoom = [
	[-0.09, 0.005, 0.045],
	[-0.165, -0.005, 0.085],
	[-0.245, -0.01, 0.09],
] as const;

/** Nothing that is played or held comes closer than this to the middle of a mouth that breathes fire. */
const lipRoom = 0.035;

/** Whether nothing that is held or carried, and no hand, lies at the mouth or where a flame from it would burn. */
function isFree({ recorder }: Studio, mouth: Spot, [fx, fy]: Spot, places: Places): boolean {
	const [a, b, c, d, e, f] = places.face;
	const inHands = recorder.marks.filter(({ layer }) => layer >= layers.hand);
	const things = [...recorder.carriedForms, ...inHands];
	const discs = [[...mouth, lipRoom] as const, ...flameRoom.map(([x, y, r]) => [fx + x, fy + y, r] as const)];
	return discs.every(([x, y, radius]) => {
		const spots = spotsOf(a * x + c * y + e, b * x + d * y + f, radius * Math.hypot(a, b));
		return measureCover(things, places, spots) === 0;
	});
}

/** What is seen of a fire that stays in the mouth; a mouth in the face shows before it. */
function glowInMouth(s: Studio, [x, y]: Spot, isInFace: boolean): void {
	const layer = isInFace ? 'muzzle' : 'skinAffliction';
	// In large pixels what fades would be a ball before the lips.
	if (!s.style.pixels)
		s.head.glow(layer, [x, y, 0.065], s.colors.tone([0.68, 0.19, 42]), { alpha: 0.8, blend: 'cover' });
	s.head.glow(layer, [x, y, 0.035], s.colors.tone([0.9, 0.14, 90]), { alpha: 0.9, blend: 'cover' });
}

/** A mouth in the face opens for its fire. */
function openMouth(s: Studio, { skin }: Rig, [x, y]: Spot): void {
	leaveOutMouth(s);
	const gap = s.head.disc(x - 0.004, y + 0.007, 0.031, 0.025);
	s.head.pattern('beard', null, [s.head.disc(x - 0.004, y + 0.008, 0.038, 0.032)], skin.deep);
	s.head.pattern('beard', null, [gap], s.colors.tone([0.26, 0.1, 22]));
	s.head.pattern('beard', gap, [s.head.disc(x - 0.012, y + 0.007, 0.02, 0.016)], s.colors.tone([0.68, 0.19, 42]));
}

/** Fire from the mouth, in front of all that is on the head. Beaks and trunks have no lips for it, and none is seen behind a cloth. */
function breathe(s: Studio, rig: Rig, places: Places): void {
	const { snoutKind, marks } = s.recorder;
	if (snoutKind === 'beak' || snoutKind === 'trunk' || s.hidden.has('mouth')) return;
	const jawEnd = findJawEnd(s, rig);
	const [mx, my] = jawEnd ?? findCorner(rig);
	if (!isFree(s, rig.mouth, [mx, my], places)) {
		glowInMouth(s, jawEnd ?? rig.mouth, rig.lips !== undefined);
		return;
	}
	if (rig.lips) openMouth(s, rig, [mx, my]);
	const first = marks.length;
	const fire = s.colors.ramp('gem', [0.68, 0.19, 42]);
	s.head.glow('faceCover', [mx - 0.17, my - 0.01, 0.15], fire.light, { alpha: 0.5 });
	const burn = (size: number) =>
		flame.map(([x, y, smooth]): Point => [mx - 0.02 + x * size, my + 0.006 + y * size, smooth ?? 1]);
	s.head.form('faceCover', burn(1), fire, { depth: 0.008, width: 0.7, light: false, fit: false, contour: false });
	s.head.pattern('faceCover', null, [s.head.shape(burn(0.74))], s.colors.tone([0.82, 0.16, 72]));
	s.head.pattern('faceCover', null, [s.head.shape(burn(0.46))], s.colors.tone([0.95, 0.1, 98]));
	// It moves with the face and burns before hoods, helms and what comes out of them.
	const layer = layers.headgear + 0.75;
	for (let i = first; i < marks.length; i++) marks[i] = { ...marks[i]!, layer };
}

/** How far scales end before the line around the head: on it they would seem to stand out beyond the cheek. */
const edgeRoom = 0.0085;

/** The skull without its edge. */
function findCheek(s: Studio, { headShape }: Rig): Shape {
	const edge = refineOutline(headShape.outline, 3);
	const inwards = edgeRoom * Math.sign(computeOrientation(headShape.outline));
	const inner = edge.map((at, i): Point => {
		const [before, after] = [edge.at(i - 1)!, edge[(i + 1) % edge.length]!];
		const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
		const length = Math.hypot(dx, dy) || 1;
		return [at[0] - (dy / length) * inwards, at[1] + (dx / length) * inwards];
	});
	const cheek = s.head.facet(inner);
	s.recorder.skull.add(cheek);
	return cheek;
}

export const dragonTouched = definePart({
	slot: 'affliction',
	id: 'dragon-touched',
	draw(s, rig) {
		const scale = s.colors.ramp(
			'skin',
			s.choose('scale', [
				[0.55, 0.15, 28],
				[0.58, 0.13, 150],
				[0.55, 0.13, 255],
				[0.74, 0.13, 85],
			]),
		);
		const [x, y] = rig.eyeNear;
		const [cx, cy] = rig.cheekNear;
		const tusks = hasTrunk(s) ? s.recorder.snout.filter((mark) => mark.kind === 'form') : [];
		const edges = tusks.map(({ shape }) => refineOutline(shape.outline, 4));
		const cheek = findCheek(s, rig);
		// From the temple down to the jaw, each row over the one below it.
		for (const [row, from] of [
			[4, 0],
			[3, 0],
			[2, 0],
			[1, 0.5],
			[0, 1.5],
			[-1, 1.5],
			[-2, 1],
		] as const) {
			for (let column = from; column < 3; column++) {
				const [sx, sy] = [cx - 0.034 + column * 0.042 + (row % 2 === 0 ? 0 : 0.021), cy - 0.03 + row * 0.03];
				// Lids and lashes stay whole.
				if (Math.hypot((sx - x) / (rig.eyeHalf + 0.032), (sy - y) / (rig.eyeHalf * 0.75 + 0.03)) < 1) continue;
				// Tusks stand before the cheek.
				const tips = [-0.02, 0, 0.02].map((dx) => [sx + dx, sy + 0.03 - Math.abs(dx)] as const);
				if (edges.some((edge) => tips.some(([tx, ty]) => containsPoint(edge, tx, ty)))) continue;
				s.head.form(
					'skinAffliction',
					[
						[sx - 0.022, sy - 0.018, 0.4],
						[sx + 0.022, sy - 0.018, 0.4],
						[sx + 0.018, sy + 0.01],
						[sx, sy + 0.027, 0.2],
						[sx - 0.018, sy + 0.01],
					],
					scale,
					{ depth: 0.007, width: 0.7, contour: false, clip: cheek },
				);
			}
		}
		s.head.glow('skinAffliction', [x, y, rig.eyeHalf * 0.8], s.colors.tone([0.8, 0.17, 75]), {
			alpha: 0.8,
			blend: 'cover',
			clip: rig.headShape,
		});
	},
	finish: breathe,
});
