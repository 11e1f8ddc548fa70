import { definePart } from '../../engine/part.ts';
import { ellipseOutline } from '../../engine/shape.ts';

export const timeDisplacement = definePart({
	slot: 'affliction',
	id: 'time-displacement',
	draw(s, rig) {
		const ghost = s.colors.ramp('skin', [0.8, 0.08, 220]);
		for (const dx of [-0.07, 0.07])
			s.head.pattern(
				'hairBack',
				null,
				[
					s.head.shape(
						rig.headShape.outline.map(([x, y, k]) =>
							k === undefined ? ([x + dx, y] as const) : ([x + dx, y, k] as const),
						),
					),
				],
				ghost.light,
				0.34,
			);
		const gold = s.colors.tone([0.86, 0.09, 95]);
		const [cx, cy, r] = [0.5, 0.42, 0.36];
		const ring = (radius: number, width: number) =>
			s.head.shape(
				ellipseOutline(cx, cy, radius, radius, 0, 16),
				ellipseOutline(cx, cy, radius - width, radius - width, 0, 16).reverse(),
			);
		s.head.pattern('back', null, [s.head.disc(cx, cy, r)], s.colors.tone([0.3, 0.07, 255]), 0.5);
		s.head.pattern('back', null, [ring(r, 0.012), ring(r - 0.075, 0.005)], gold, 0.95);
		for (let i = 0; i < 12; i++) {
			const angle = (i * Math.PI) / 6;
			const at = (reach: number) => [cx + Math.cos(angle) * reach, cy + Math.sin(angle) * reach] as const;
			s.head.line('back', [at(r - 0.01), at(r - (i % 3 === 0 ? 0.06 : 0.035))], gold, i % 3 === 0 ? 0.02 : 0.011, {
				taper: 0.1,
			});
		}
	},
});
