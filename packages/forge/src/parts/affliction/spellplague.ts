import { definePart } from '../../engine/part.ts';

export const spellplague = definePart({
	slot: 'affliction',
	id: 'spellplague',
	draw(s, rig) {
		const [x, y] = rig.cheekNear;
		const blue = s.colors.tone([0.75, 0.14, 235]);
		const pale = s.colors.tone([0.93, 0.06, 215]);
		for (const line of [
			[
				[x - 0.06, y + 0.05],
				[x - 0.02, y + 0.01],
				[x - 0.03, y - 0.02],
				[x + 0.03, y - 0.07],
			],
			[
				[x - 0.02, y + 0.01],
				[x + 0.03, y + 0.02],
				[x + 0.04, y - 0.01],
			],
			[
				[x - 0.05, y + 0.045],
				[x - 0.06, y + 0.09],
			],
		] as const) {
			s.head.line('skinAffliction', line, blue, 0.02, { clip: rig.headShape });
			s.head.line('skinAffliction', line, pale, 0.008, { clip: rig.headShape });
		}
		s.head.glow('skinAffliction', [x, y, 0.1], blue, { alpha: 0.6 });
		const [cx, cy] = rig.crown;
		for (const dx of [-0.12, -0.03, 0.07, 0.15])
			s.head.form(
				'aura',
				[
					[cx + dx - 0.02, cy + 0.02, 0.3],
					[cx + dx - 0.026, cy - 0.03],
					[cx + dx + 0.01, cy - 0.1, 0.1],
					[cx + dx + 0.022, cy - 0.03],
					[cx + dx + 0.016, cy + 0.02, 0.3],
				],
				s.colors.ramp('gem', [0.78, 0.13, 230]),
				{ depth: 0.006, width: 0, alpha: 0.8 },
			);
	},
});
