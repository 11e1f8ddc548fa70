import { containsPoint } from '../../engine/bounds.ts';
import { type Layer, layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import type { Rig, Spot } from '../../engine/rig.ts';
import { type Point, refineOutline, type Shape } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { findFreeSpots } from '../../wardrobe/floating.ts';

/** Where flowers grow from the crown, and along the vine on the cheek when something covers the crown. */
const onCrown = [
	[-0.13, 0.07, 350],
	[-0.06, 0.03, 310],
	[0.03, 0.02, 20],
	[0.11, 0.06, 340],
	[0.16, 0.13, 300],
] as const;
const onCheek = [
	[0.028, -0.082, 350],
	[0.036, 0.012, 310],
	[-0.004, 0.074, 20],
] as const;

/** Whether a band lies where the wreath would. */
function isBanded({ recorder: { marks } }: Studio, { crown: [cx, cy] }: Rig): boolean {
	const rim = onCrown.flatMap(([dx, dy]) =>
		[0, 36, 72, 108, 144, 180, 216, 252, 288, 324].map((turn) => petalAt(cx + dx, cy + dy, turn, 0.034)),
	);
	return marks.some((mark) => {
		if (mark.kind !== 'form' || mark.layer !== layers.headgear || mark.shape.space !== 'head') return false;
		const edge = refineOutline(mark.shape.outline, 4);
		return rim.some(([x, y]) => containsPoint(edge, x, y));
	});
}

function petalAt(x: number, y: number, turn: number, reach: number): Spot {
	const angle = ((turn - 90) * Math.PI) / 180;
	return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
}

function drawFlower(s: Studio, layer: Layer, [x, y]: Spot, h: number, clip?: Shape): void {
	const petal = s.colors.ramp('cloth', [0.82, 0.11, h]);
	const options = { width: 0.5, fit: false, ...(clip ? { clip, contour: false } : {}) };
	for (const turn of [0, 72, 144, 216, 288])
		s.head.form(layer, s.head.disc(...petalAt(x, y, turn, 0.017), 0.014), petal, { depth: 0.004, ...options });
	s.head.form(layer, s.head.disc(x, y, 0.01), s.colors.ramp('gem', [0.84, 0.14, 90]), { depth: 0.003, ...options });
}

/** A wreath on the crown, or blossoms of the cheek's vine where a hat or a band lies over it. */
function drawFlowers(s: Studio, rig: Rig): void {
	if (s.hidden.has('crown') || isBanded(s, rig)) {
		const [jx, jy] = rig.cheekNear;
		for (const [dx, dy, h] of onCheek) drawFlower(s, 'skinAffliction', [jx + dx, jy + dy], h, rig.headShape);
		return;
	}
	const [cx, cy] = rig.crown;
	const vine = onCrown.map(([dx, dy]): Point => [cx + dx, cy + dy + 0.006]);
	// Below bands, ears and hands, as hair is.
	s.head.line('hairFront', vine, s.colors.ramp('cloth', [0.62, 0.14, 140]).deep, 0.014, { taper: 0.3 });
	for (const [dx, dy, h] of onCrown) drawFlower(s, 'hairFront', [cx + dx, cy + dy], h);
}

export const feywildTouched = definePart({
	slot: 'affliction',
	id: 'feywild-touched',
	draw(s, rig) {
		const [jx, jy] = rig.cheekNear;
		const leaf = s.colors.ramp('cloth', [0.62, 0.14, 140]);
		const vine = [
			[jx + 0.05, jy - 0.14],
			[jx + 0.02, jy - 0.06],
			[jx + 0.045, jy + 0.01],
			[jx - 0.005, jy + 0.075],
		] as const;
		s.head.line('skinAffliction', vine, leaf.deep, 0.011, { clip: rig.headShape, taper: 0.5 });
		for (const [vx, vy, dx, dy] of [
			[jx + 0.022, jy - 0.055, -0.04, -0.012],
			[jx + 0.044, jy + 0.01, 0.036, 0.016],
			[jx + 0.03, jy + 0.035, -0.044, 0.002],
			[jx - 0.002, jy + 0.07, -0.026, 0.03],
		] as const)
			s.head.form(
				'skinAffliction',
				[
					[vx, vy, 0.2],
					[vx + dx * 0.5 - dy * 0.4, vy + dy * 0.5 + dx * 0.4],
					[vx + dx, vy + dy, 0.1],
					[vx + dx * 0.5 + dy * 0.4, vy + dy * 0.5 - dx * 0.4],
				],
				leaf,
				{ depth: 0.004, width: 0.5, contour: false, clip: rig.headShape },
			);
		drawFlowers(s, rig);
		const spark = s.stream('sparkles');
		const isFree = findFreeSpots(s);
		for (let i = 0; i < 16; i++) {
			const [u, y, r] = [spark.range(-0.4, 0.4), spark.range(0.14, 0.66), spark.range(0.01, 0.02)];
			// At both sides, the wider apart the lower: over face and hands they would be taken for blemishes.
			const x = 0.5 + Math.sign(u) * (0.19 + (y - 0.14) * 0.14 + Math.abs(u) * 0.36);
			if (!isFree([x, y], r)) continue;
			s.body.pattern(
				'back',
				null,
				[
					s.body.facet([
						[x, y - r],
						[x + r * 0.25, y - r * 0.25],
						[x + r, y],
						[x + r * 0.25, y + r * 0.25],
						[x, y + r],
						[x - r * 0.25, y + r * 0.25],
						[x - r, y],
						[x - r * 0.25, y - r * 0.25],
					]),
				],
				s.colors.tone([0.93, 0.08, 330]),
				0.9,
			);
		}
	},
});
