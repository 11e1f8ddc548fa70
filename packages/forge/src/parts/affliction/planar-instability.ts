import { definePart } from '../../engine/part.ts';

export const planarInstability = definePart({
	slot: 'affliction',
	id: 'planar-instability',
	draw(s, rig) {
		const shard = s.stream('shards');
		for (const [x, y] of [
			[0.12, 0.25],
			[0.86, 0.2],
			[0.9, 0.5],
			[0.1, 0.55],
			[0.76, 0.1],
		] as const) {
			const [w, h, lean] = [shard.range(0.03, 0.055), shard.range(0.05, 0.09), shard.range(-0.03, 0.03)];
			const slice = s.body.facet([
				[x - w + lean, y - h],
				[x + w + lean, y - h * 0.7],
				[x + w - lean, y + h],
				[x - w - lean, y + h * 0.7],
			]);
			s.body.form('back', slice, s.colors.ramp('gem', [0.5, 0.16, shard.pick([190, 320, 90, 40])]), {
				depth: 0.014,
				width: 0.7,
			});
			s.body.pattern(
				'back',
				slice,
				[
					s.body.disc(x - 0.01, y, 0.006),
					s.body.disc(x + 0.02, y - 0.03, 0.004),
					s.body.disc(x + 0.008, y + 0.03, 0.005),
				],
				s.colors.tone([0.96, 0.03, 200]),
			);
		}
		const [cx, cy] = rig.cheekNear;
		s.head.pattern(
			'skinAffliction',
			rig.headShape,
			[
				s.head.facet([
					[cx - 0.03, cy - 0.03],
					[cx + 0.05, cy - 0.02],
					[cx + 0.04, cy + 0.03],
					[cx - 0.04, cy + 0.02],
				]),
			],
			s.colors.tone([0.7, 0.15, 200]),
			0.8,
		);
	},
});
