import { layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import type { Rig, Spot } from '../../engine/rig.ts';
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

/** Discs around a flame and what it needs beside it, from where it leaves the mouth. */
const flameRoom = [
	[-0.1, 0.01, 0.055],
	[-0.175, -0.015, 0.075],
	[-0.24, -0.05, 0.06],
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

/** What is seen of a fire that stays in the mouth. */
function glowInMouth(s: Studio, [x, y]: Spot): void {
	// In large pixels what fades would be a ball before the lips.
	if (!s.style.pixels)
		s.head.glow('skinAffliction', [x, y, 0.065], s.colors.tone([0.68, 0.19, 42]), { alpha: 0.8, blend: 'cover' });
	s.head.glow('skinAffliction', [x, y, 0.035], s.colors.tone([0.9, 0.14, 90]), { alpha: 0.9, blend: 'cover' });
}

/** Fire from the mouth, in front of all that is on the head. Beaks and trunks have no lips for it, and none is seen behind a cloth. */
function breathe(s: Studio, rig: Rig, places: Places): void {
	const { snoutKind, marks } = s.recorder;
	if (snoutKind === 'beak' || snoutKind === 'trunk' || s.hidden.has('mouth')) return;
	const first = marks.length;
	const jawEnd = findJawEnd(s, rig);
	const [mx, my] = jawEnd ?? findCorner(rig);
	if (!isFree(s, rig.mouth, [mx, my], places)) {
		glowInMouth(s, jawEnd ?? rig.mouth);
		return;
	}
	const flame = s.colors.ramp('gem', [0.68, 0.19, 42]);
	s.head.glow('faceCover', [mx - 0.17, my - 0.01, 0.13], flame.light, { alpha: 0.5 });
	s.head.form(
		'faceCover',
		[
			[mx - 0.028, my + 0.01, 0.2],
			[mx - 0.11, my + 0.042],
			[mx - 0.19, my + 0.025],
			[mx - 0.27, my - 0.035, 0.1],
			[mx - 0.21, my - 0.03],
			[mx - 0.225, my - 0.095, 0.1],
			[mx - 0.165, my - 0.035],
			[mx - 0.1, my - 0.012],
		],
		flame,
		{ depth: 0.01, width: 0.8, fit: false, contour: false },
	);
	s.head.pattern(
		'faceCover',
		null,
		[
			s.head.shape([
				[mx - 0.05, my + 0.01, 0.2],
				[mx - 0.13, my + 0.026],
				[mx - 0.2, my - 0.005, 0.1],
				[mx - 0.13, my - 0.008],
			]),
		],
		s.colors.tone([0.92, 0.13, 95]),
	);
	// It moves with the face and burns before hoods, helms and what comes out of them.
	const layer = layers.headgear + 0.75;
	for (let i = first; i < marks.length; i++) marks[i] = { ...marks[i]!, layer };
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
					{ depth: 0.007, width: 0.7, contour: false, clip: rig.headShape },
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
