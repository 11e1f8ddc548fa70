import { definePart } from '../../engine/part.ts';

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
					x + Math.cos((i * Math.PI) / 8) * (i % 2 ? 0.012 : i % 4 ? 0.026 : 0.044),
					y + Math.sin((i * Math.PI) / 8) * (i % 2 ? 0.012 : i % 4 ? 0.026 : 0.044),
				] as const,
		);
		s.head.glow('aura', [x, y, 0.1], gold, { alpha: 0.5 });
		s.head.pattern('aura', null, [s.head.facet(points)], gold);
		const [cx, cy] = rig.crown;
		s.head.line(
			'back',
			[
				[cx - 0.27, cy + 0.22],
				[cx - 0.2, cy + 0.0],
				[cx, cy - 0.09],
				[cx + 0.2, cy + 0.0],
				[cx + 0.27, cy + 0.22],
			],
			gold,
			0.016,
			{ taper: 0.7 },
		);
		s.head.glow('back', [cx, cy + 0.12, 0.36], gold, { alpha: 0.4 });
	},
});
