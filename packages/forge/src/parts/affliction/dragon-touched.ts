import { definePart } from '../../engine/part.ts';

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
		for (const [row, col] of [
			[0, 0],
			[0, 1],
			[0, 2],
			[1, 0],
			[1, 1],
			[1, 2],
			[2, 1],
			[2, 2],
			[3, 2],
		] as const) {
			const [sx, sy] = [x - 0.02 + col * 0.036 + (row % 2) * 0.018, y - 0.115 + row * 0.026 + (row > 1 ? 0.07 : 0)];
			s.head.form(
				'skinAffliction',
				[
					[sx - 0.019, sy - 0.012, 0.4],
					[sx + 0.019, sy - 0.012, 0.4],
					[sx + 0.015, sy + 0.008],
					[sx, sy + 0.02, 0.2],
					[sx - 0.015, sy + 0.008],
				],
				scale,
				{ depth: 0.006, width: 0.6, contour: false, clip: rig.headShape },
			);
		}
		s.head.glow('skinAffliction', [x, y, rig.eyeHalf * 0.8], s.colors.tone([0.8, 0.17, 75]), {
			alpha: 0.8,
			blend: 'cover',
			clip: rig.headShape,
		});
		const [mx, my] = rig.mouth;
		for (const [dx, dy, r] of [
			[-0.1, 0.02, 0.02],
			[-0.15, -0.01, 0.03],
			[-0.22, -0.06, 0.04],
		] as const)
			s.head.glow('aura', [mx + dx, my + dy, r * 1.8], s.colors.tone([0.76, 0.18, 50]), { alpha: 0.7 });
	},
});
