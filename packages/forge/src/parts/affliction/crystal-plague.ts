import { definePart } from '../../engine/part.ts';

export const crystalPlague = definePart({
	slot: 'affliction',
	id: 'crystal-plague',
	draw(s, rig) {
		const gem = s.colors.ramp(
			'gem',
			s.choose('crystal', [
				[0.74, 0.13, 205],
				[0.68, 0.17, 320],
				[0.74, 0.15, 150],
			]),
		);
		const [x, y] = rig.cheekNear;
		for (const [dx, dy, tx, ty, w] of [
			[0.05, 0.02, 0.13, -0.06, 0.022],
			[0.03, 0.05, 0.12, 0.05, 0.02],
			[0.06, -0.03, 0.1, -0.12, 0.018],
			[0.0, 0.06, 0.05, 0.12, 0.016],
		] as const) {
			s.head.form(
				'aura',
				[
					[x + dx - w, y + dy + w, 0],
					[x + tx - w, y + ty + w * 0.6, 0],
					[x + tx, y + ty - w, 0],
					[x + tx + w * 0.8, y + ty + w, 0],
					[x + dx + w, y + dy + w * 1.4, 0],
				],
				gem,
				{ depth: 0.01 },
			);
		}
		s.head.glow('aura', [x + 0.07, y, 0.13], gem.light, { alpha: 0.4 });
		for (const [px, h] of [
			[0.74, 0.11],
			[0.8, 0.16],
			[0.86, 0.09],
		] as const)
			s.body.form(
				'aura',
				[
					[px - 0.024, 0.79, 0],
					[px - 0.018, 0.79 - h * 0.7, 0],
					[px + 0.008, 0.79 - h, 0],
					[px + 0.028, 0.79 - h * 0.65, 0],
					[px + 0.03, 0.8, 0],
				],
				gem,
				{ depth: 0.012 },
			);
	},
});
