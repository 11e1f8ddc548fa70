import { definePart } from '../../engine/part.ts';

export const demonicInfluence = definePart({
	slot: 'affliction',
	id: 'demonic-influence',
	draw(s, rig) {
		const ember = s.colors.ramp('gem', [0.5, 0.18, 28]);
		const [cx, cy] = rig.crown;
		for (const [dx, lean] of [
			[0.1, 0.02],
			[-0.085, -0.02],
		] as const) {
			s.head.form(
				'aura',
				[
					[cx + dx - 0.026, cy + 0.06, 0.4],
					[cx + dx - 0.012, cy],
					[cx + dx + lean, cy - 0.05, 0.1],
					[cx + dx + 0.024, cy + 0.01],
					[cx + dx + 0.03, cy + 0.07, 0.4],
				],
				ember,
				{ depth: 0.008, rim: false },
			);
			s.head.glow('aura', [cx + dx + lean, cy - 0.03, 0.06], ember.light, { alpha: 0.6 });
		}
		const glow = s.colors.tone([0.72, 0.19, 45]);
		const [x, y] = rig.cheekNear;
		for (const line of [
			[
				[x - 0.02, y + 0.07],
				[x, y + 0.03],
				[x - 0.015, y],
				[x + 0.02, y - 0.04],
			],
			[
				[x, y + 0.03],
				[x + 0.035, y + 0.02],
			],
		] as const)
			s.head.line('skinAffliction', line, glow, 0.014, { clip: rig.headShape });
		s.head.glow('skinAffliction', [x, y + 0.02, 0.09], glow, { alpha: 0.5 });
	},
});
