import { drawFangs } from '../../anatomy/fangs.ts';
import { hasTrunk, isBeaked } from '../../anatomy/outgrowth.ts';
import type { Lch } from '../../engine/color.ts';
import { definePart, type Family } from '../../engine/part.ts';
import { getBodyMatrix, type Placement, still } from '../../engine/placement.ts';
import type { Rig } from '../../engine/rig.ts';
import { type Point, refineOutline } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { findCovered } from '../../wardrobe/cover.ts';
import { findClear } from '../../wardrobe/floating.ts';

/** Two fangs over the lower lip; none where a trunk hangs over the mouth or a beak has no lips. */
function drawMouthFangs(s: Studio, { mouth: [mx, my], lips, skin }: Rig, family: Family): void {
	if (isBeaked(s) || hasTrunk(s)) return;
	if (lips && family === 'tusked') {
		// Between the tusks of those who have some.
		drawFangs(s, lips, skin.ink, { length: 0.026, half: 0.008, apart: 0.15, layer: 'moustache' });
	} else if (lips) drawFangs(s, lips, skin.ink, { length: 0.034, half: 0.0085 });
	else
		for (const x of [mx - 0.026, mx + 0.034])
			s.head.form(
				'beard',
				[
					[x - 0.009, my, 0.3],
					[x, my + 0.036, 0.05],
					[x + 0.009, my, 0.3],
				],
				s.colors.ramp('bone', [0.96, 0.02, 95]),
				{ depth: 0.004, width: 0.6, contour: false },
			);
}

/** The points of the collar as shares of its height above the shoulders: it stands high, or low where things are held beside it. */
const collarHeights = [1, 0.5] as const;

const outlineCollar = (side: number, height: number): readonly Point[] => {
	const base = 0.76;
	const at = (out: number, y: number, smooth?: number): Point => {
		const point: Point = [0.5 + side * (0.12 + (out - 0.12) * (0.4 + height * 0.6)), base + (y - base) * height];
		return smooth === undefined ? point : [point[0], point[1], smooth];
	};
	return [
		at(0.12, 0.76, 0.2),
		at(0.2, 0.6),
		at(0.34, 0.47, 0.1),
		at(0.31, 0.58),
		at(0.39, 0.6, 0.1),
		at(0.32, 0.68),
		at(0.36, 0.75, 0.1),
		at(0.24, 0.82, 0.2),
	];
};

/** The upper points of the collar and the dent between them, by which it is known for one. */
const cuePoints = 4;

/** Whether those of both sides can be seen beside hair, hoods and what is slung: a scrap of a collar would be a stain. */
function isCollarSeen({ recorder }: Studio, pose: Placement, height: number): boolean {
	const places = { head: getBodyMatrix(pose, 'head'), face: getBodyMatrix(pose, 'face'), body: still };
	const cues = [1, -1].flatMap((side) => outlineCollar(side, height).slice(1, 1 + cuePoints));
	return findCovered(recorder.marks, places, cues).size === 0;
}

/** A collar like bats' wings, behind whatever is slung on the back. */
function drawCollar(s: Studio, pose: Placement): void {
	const { marks, carriedForms } = s.recorder;
	const isClear = findClear(s, 'hand');
	const height = collarHeights.find((k) =>
		[1, -1].every((side) => refineOutline(outlineCollar(side, k), 2).every(([x, y]) => isClear([x, y], 0))),
	);
	const [, low] = collarHeights;
	if (height !== collarHeights[0] && !isCollarSeen(s, pose, low)) return;
	const wing = s.colors.ramp('cloth', [0.28, 0.08, 10]);
	const from = marks.length;
	for (const side of [1, -1]) s.body.form('back', outlineCollar(side, height ?? low), wing, { depth: 0.014 });
	const slung = marks.indexOf(carriedForms[0]!);
	if (slung >= 0) marks.splice(slung, 0, ...marks.splice(from));
}

export const vampirism = definePart({
	slot: 'affliction',
	id: 'vampirism',
	skin: ([L, C]: Lch): Lch => [L + (0.93 - L) * 0.5, C * 0.3, 295],
	draw(s, rig, placement, family) {
		for (const [x, y] of [rig.eyeNear, rig.eyeFar])
			s.head.glow('markings', [x, y + 0.008, rig.eyeHalf * 1.7], s.colors.tone([0.34, 0.12, 5]), {
				alpha: 0.6,
				blend: 'cover',
				clip: rig.headShape,
			});
		for (const eye of [rig.eyeNear, rig.eyeFar])
			s.head.glow('skinAffliction', [eye[0], eye[1], rig.eyeHalf * 0.66], s.colors.tone([0.54, 0.23, 25]), {
				alpha: 0.85,
				blend: 'cover',
				clip: rig.headShape,
			});
		const [vx, vy] = [rig.eyeNear[0] + rig.eyeHalf * 1.3, rig.eyeNear[1]];
		for (const vein of [
			[
				[vx - 0.01, vy + 0.02],
				[vx + 0.018, vy - 0.016],
				[vx + 0.014, vy - 0.06],
				[vx + 0.03, vy - 0.1],
			],
			[
				[vx + 0.016, vy - 0.02],
				[vx + 0.04, vy - 0.045],
			],
			[
				[vx - 0.03, vy + 0.055],
				[vx - 0.012, vy + 0.09],
				[vx - 0.03, vy + 0.13],
			],
		] as const)
			s.head.line('markings', vein, s.colors.tone([0.5, 0.09, 300]), 0.008, { clip: rig.headShape, alpha: 0.75 });
		// A grille has no lips for fangs to come out of.
		if (family !== 'construct') drawMouthFangs(s, rig, family);
		drawCollar(s, placement);
	},
});
