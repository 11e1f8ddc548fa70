import { layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import { type Placement, toBody } from '../../engine/placement.ts';
import { points } from '../../engine/points.ts';
import type { Mark } from '../../engine/recorder.ts';
import type { Rig, Spot } from '../../engine/rig.ts';
import { type Point, refineOutline } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { findClear } from '../../wardrobe/floating.ts';

/** Narrower forms are horns and locks, which stand out of the fire as plumes beside the skull do. */
const leastWidth = 0.2;

/** Outlines of what the fire stands behind: the skull, its hair or mane, and whatever is worn on it. */
function findSilhouette({ recorder: { marks, outgrowths } }: Studio, middle: number): readonly (readonly Point[])[] {
	const grown = new Set<Mark>(outgrowths.flatMap((outgrowth) => outgrowth.marks));
	return marks.flatMap((mark) => {
		if (mark.kind !== 'form' || mark.shape.space !== 'head' || mark.options.clip || grown.has(mark)) return [];
		if (mark.layer < layers.hairBack || mark.layer > layers.headgear) return [];
		const { left, right } = mark.shape.bounds;
		// Rings of metal behind the head leave it open.
		if (mark.shape.loops > 1 || left > middle - 0.06 || right < middle + 0.06) return [];
		return right - left < leastWidth ? [] : [refineOutline(mark.shape.outline, 3)];
	});
}

/** How far from the middle the outlines reach in a direction. */
function findReach(edges: readonly (readonly Point[])[], [cx, cy]: Spot, [dx, dy]: Spot): number {
	let reach = 0;
	for (const edge of edges) {
		let before = edge.at(-1)!;
		for (const point of edge) {
			const aside = (point[0] - cx) * dy - (point[1] - cy) * dx;
			const asideBefore = (before[0] - cx) * dy - (before[1] - cy) * dx;
			if (aside > 0 !== asideBefore > 0) {
				const t = asideBefore / (asideBefore - aside);
				const x = before[0] + (point[0] - before[0]) * t - cx;
				const y = before[1] + (point[1] - before[1]) * t - cy;
				reach = Math.max(reach, x * dx + y * dy);
			}
			before = point;
		}
	}
	return reach;
}

/** Directions from the middle of the head in which tongues stand, in degrees; 0 points to the near side, -90 up. */
const directions = [-172, -151, -128, -104, -80, -56, -32, -10] as const;
/** How far each tongue rises above the silhouette. */
const heights = [0.1, 0.15, 0.19, 0.14, 0.2, 0.15, 0.16, 0.1] as const;
/** No tongue rises higher, so that the figure need not shrink for it. */
const ceiling = -0.03;

/** Tongues leave room for what is held or carried beside them. */
const lowered = 0.3;

/** A place on the silhouette where a tongue of fire stands, and the way it leans. */
interface Root {
	readonly at: Spot;
	readonly way: Spot;
	readonly height: number;
}

function findRoots(s: Studio, middle: Spot, placement: Placement): readonly Root[] {
	const edges = findSilhouette(s, middle[0]);
	const isClear = findClear(s);
	return directions.map((degrees, i) => {
		const angle = (degrees * Math.PI) / 180;
		const out: Spot = [Math.cos(angle), Math.sin(angle)];
		const reach = findReach(edges, middle, out);
		const at: Spot = [middle[0] + out[0] * reach, middle[1] + out[1] * reach];
		// Fire bends upwards on its way out.
		const [wx, wy] = [out[0] * 0.62, out[1] * 0.4 - 0.7];
		const length = Math.sqrt(wx * wx + wy * wy);
		const way: Spot = [wx / length, wy / length];
		const height = Math.max(0, Math.min(heights[i]!, (at[1] - ceiling) / -way[1]));
		const tip: Spot = [at[0] + way[0] * height * 0.7, at[1] + way[1] * height * 0.7];
		return { at, way, height: isClear(toBody(placement, tip), height * 0.35) ? height : height * lowered };
	});
}

/**
 * The outline of the fire, which closes behind the head: whatever the silhouette's form, nothing of the fire lies
 * before it and no end of it hangs free. `k` is 1 for all of it and less for its heart.
 */
function traceFire(roots: readonly Root[], [cx, cy]: Spot, k: number): Point[] {
	const tongues = roots.flatMap(({ at: [x, y], way: [dx, dy], height }, i): Point[] => {
		// Tongues bend to one side and lick back to the other.
		const sway = (i % 2 ? -0.03 : 0.034) * (0.4 + height * 4);
		const breadth = 0.35 + k * 0.65;
		const place = (up: number, aside: number, smooth = 1): Point => [
			x + dx * height * up * k - dy * aside,
			y + dy * height * up * k + dx * aside,
			smooth,
		];
		const valley = (next: Root): Point => [
			(x + next.at[0]) / 2 + (dx + next.way[0]) * 0.02 * k,
			(y + next.at[1]) / 2 + (dy + next.way[1]) * 0.02 * k,
			0.9,
		];
		const next = roots[i + 1];
		return [
			place(0.12, -0.056 * breadth),
			place(0.42, -0.043 * breadth - sway * 0.5),
			place(0.72, -0.02 * breadth - sway * 0.2),
			place(1, sway, 0.05),
			place(0.66, 0.022 * breadth + sway * 0.1),
			place(0.38, 0.036 * breadth - sway * 0.4),
			place(0.12, 0.052 * breadth),
			...(next ? [valley(next)] : []),
		];
	});
	return [...tongues, [cx + 0.1, cy + 0.14], [cx - 0.1, cy + 0.14]];
}

/** Blue fire that stands up behind the head and what is worn on it. */
function drawFire(s: Studio, { hat, crown, chin }: Rig, placement: Placement, blue: string): void {
	const flame = s.colors.ramp('gem', [0.7, 0.15, 240]);
	const heart = s.colors.tone([0.93, 0.06, 210], 0.9);
	const middle: Spot = [hat.x, (crown[1] + chin[1]) / 2];
	const roots = findRoots(s, middle, placement);
	const { marks } = s.recorder;
	const from = marks.length;
	s.head.glow('back', [middle[0], middle[1] - 0.12, 0.36], blue, { alpha: 0.5 });
	const drawn = s.head.form('back', traceFire(roots, middle, 1), flame, { depth: 0.01, width: 0.6, light: false });
	s.head.pattern('back', drawn, [s.head.shape(traceFire(roots, middle, 0.5))], heart);
	// Before wings, tails and what is carried on the back, behind hair that hangs down.
	for (let i = from; i < marks.length; i++) marks[i] = { ...marks[i]!, layer: layers.back + 0.5 };
}

/** Flames on the cheek: from its middle to their foot, and their heights. */
const cheekFlames = [
	[0.052, 0.075, 0.12],
	[-0.056, 0.085, 0.1],
	[-0.004, 0.1, 0.19],
] as const;

/** One flame that stands on its foot; `k` is 1 for all of it and less for its heart. */
const lick = ([x, y]: Spot, height: number, k: number): Point[] =>
	points(
		'0 0, -0.2 -0.1, -0.25 -0.3, -0.1 -0.52, -0.13 -0.72, 0.06 -1 0.05, 0.09 -0.7, 0.2 -0.5, 0.25 -0.26, 0.17 -0.07',
	).map(([u, v, smooth = 1]): Point => [x + u * height * k, y - height * 0.04 + v * height * k, smooth]);

export const spellplague = definePart({
	slot: 'affliction',
	id: 'spellplague',
	draw(s, rig, placement) {
		const [x, y] = rig.cheekNear;
		const blue = s.colors.tone([0.75, 0.14, 235]);
		const pale = s.colors.tone([0.93, 0.06, 215]);
		// Flames as behind the head: cracks would be of lightning or ice.
		for (const [k, color] of [
			[1, blue],
			[0.52, pale],
		] as const)
			s.head.pattern(
				'skinAffliction',
				rig.headShape,
				cheekFlames.map(([u, v, height]) => s.head.shape(lick([x + u, y + v], height, k))),
				color,
			);
		s.head.glow('skinAffliction', [x, y, 0.1], blue, { alpha: 0.6 });
		for (const eye of [rig.eyeNear, rig.eyeFar])
			s.head.glow('skinAffliction', [eye[0], eye[1], rig.eyeHalf * 0.8], blue, {
				alpha: 0.85,
				blend: 'cover',
				clip: rig.headShape,
			});
		drawFire(s, rig, placement, blue);
	},
});
