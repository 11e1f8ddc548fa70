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
		const [mx, my] = rig.mouth;
		for (const [dx, dy, r] of [
			[-0.1, 0.02, 0.02],
			[-0.15, -0.01, 0.03],
			[-0.22, -0.06, 0.04],
		] as const)
			s.head.glow('aura', [mx + dx, my + dy, r * 1.8], s.colors.tone([0.76, 0.18, 50]), { alpha: 0.7 });
	},
});
