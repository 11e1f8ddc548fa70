import { definePart } from '../../engine/part.ts';
import { ellipseOutline } from '../../engine/shape.ts';
import { findTop } from '../../wardrobe/halo.ts';

export const celestialMarked = definePart({
	slot: 'affliction',
	id: 'celestial-marked',
	draw(s, rig) {
		const gold = s.colors.tone([0.86, 0.14, 92]);
		const [x, y] = rig.brow;
		const points = Array.from(
			{ length: 16 },
			(_, i) =>
				[
					x + Math.cos((i * Math.PI) / 8) * (i % 2 ? 0.014 : i % 4 ? 0.03 : 0.056),
					y + Math.sin((i * Math.PI) / 8) * (i % 2 ? 0.014 : i % 4 ? 0.03 : 0.056),
				] as const,
		);
		s.head.glow('hairFront', [x, y, 0.1], gold, { alpha: 0.5 });
		s.head.pattern('hairFront', null, [s.head.facet(points)], gold);
		for (const [ex, ey, side] of [
			[...rig.eyeNear, 1],
			[...rig.eyeFar, -0.8],
		] as const)
			for (const [from, to] of [
				[1.25, 1.75],
				[1.9, 2.1],
			] as const)
				s.head.line(
					'skinAffliction',
					[
						[ex + side * rig.eyeHalf * from, ey + 0.022],
						[ex + side * rig.eyeHalf * to, ey + 0.014],
					],
					gold,
					0.012,
					{ clip: rig.headShape, taper: 0.4 },
				);
		const [cx, crownY] = rig.crown;
		// The rings stand higher behind a hat, so that they are seen above it.
		const cy = crownY + Math.max(-0.075, Math.min(0, findTop(s, rig) - 0.02 - (crownY - 0.18)));
		const ring = (r: number, width: number) =>
			s.head.shape(
				ellipseOutline(cx, cy + 0.13, r, r, 0, 16),
				ellipseOutline(cx, cy + 0.13, r - width, r - width, 0, 16).reverse(),
			);
		const from = s.recorder.marks.length;
		s.head.pattern('back', null, [ring(0.31, 0.016), ring(0.278, 0.006)], gold, 0.95);
		for (const angle of [-150, -120, -90, -60, -30].map((degrees) => (degrees * Math.PI) / 180)) {
			const at = (r: number) => [cx + Math.cos(angle) * r, cy + 0.13 + Math.sin(angle) * r] as const;
			s.head.line('back', [at(0.318), at(0.36)], gold, 0.012, { taper: 0.6 });
		}
		s.head.glow('back', [cx, cy + 0.12, 0.36], gold, { alpha: 0.4 });
		s.recorder.moveBehindCarried(from);
	},
});
