import { definePart } from '../../engine/part.ts';

export const feywildTouched = definePart({
	slot: 'affliction',
	id: 'feywild-touched',
	draw(s, rig) {
		const [cx, cy] = rig.crown;
		for (const [dx, dy, h] of [
			[-0.13, 0.07, 350],
			[-0.06, 0.03, 310],
			[0.03, 0.02, 20],
			[0.11, 0.06, 340],
			[0.16, 0.13, 300],
		] as const) {
			const [x, y] = [cx + dx, cy + dy];
			const petal = s.colors.ramp('cloth', [0.82, 0.11, h]);
			for (const turn of [0, 72, 144, 216, 288]) {
				const angle = ((turn - 90) * Math.PI) / 180;
				s.head.form('aura', s.head.disc(x + Math.cos(angle) * 0.017, y + Math.sin(angle) * 0.017, 0.014), petal, {
					depth: 0.004,
					width: 0.5,
				});
			}
			s.head.form('aura', s.head.disc(x, y, 0.01), s.colors.ramp('gem', [0.84, 0.14, 90]), {
				depth: 0.003,
				width: 0.5,
			});
		}
		const spark = s.stream('sparkles');
		for (let i = 0; i < 12; i++) {
			const [x, y, r] = [spark.range(0.16, 0.84), spark.range(0.14, 0.7), spark.range(0.01, 0.02)];
			s.body.pattern(
				'aura',
				null,
				[
					s.body.facet([
						[x, y - r],
						[x + r * 0.25, y - r * 0.25],
						[x + r, y],
						[x + r * 0.25, y + r * 0.25],
						[x, y + r],
						[x - r * 0.25, y + r * 0.25],
						[x - r, y],
						[x - r * 0.25, y - r * 0.25],
					]),
				],
				s.colors.tone([0.93, 0.08, 330]),
				0.9,
			);
		}
	},
});
