import { definePart } from '../../engine/part.ts';

export const elementalInfusion = definePart({
	slot: 'affliction',
	id: 'elemental-infusion',
	draw(s, rig) {
		const hue = s.stream('element').pick([40, 230, 140, 95]);
		const vein = s.colors.tone([0.78, 0.16, hue]);
		const [x, y] = rig.cheekNear;
		for (const line of [
			[
				[x + 0.03, y + 0.12],
				[x + 0.01, y + 0.06],
				[x + 0.03, y + 0.02],
				[x + 0.02, y - 0.05],
			],
			[
				[x + 0.01, y + 0.06],
				[x - 0.04, y + 0.04],
				[x - 0.05, y + 0.0],
			],
			[
				[x + 0.03, y + 0.02],
				[x + 0.06, y],
			],
		] as const)
			s.head.line('skinAffliction', line, vein, 0.015, { clip: rig.headShape });
		s.head.glow('skinAffliction', [x, y + 0.03, 0.11], vein, { alpha: 0.5 });
		const spot = s.stream('particles');
		for (let i = 0; i < 14; i++) {
			const [px, py, r] = [spot.range(0.1, 0.9), spot.range(0.2, 0.8), spot.range(0.005, 0.014)];
			s.body.form('aura', s.body.disc(px, py, r), s.colors.ramp('gem', [0.78, 0.16, hue]), { depth: 0.003, width: 0 });
		}
	},
});
