import { definePart } from '../../engine/part.ts';

export const wildMagicSurge = definePart({
	slot: 'affliction',
	id: 'wild-magic-surge',
	draw(s) {
		const surge = s.stream('surge');
		for (const [x, y] of [
			[0.14, 0.2],
			[0.86, 0.24],
			[0.1, 0.5],
			[0.9, 0.52],
			[0.22, 0.08],
			[0.78, 0.08],
		] as const) {
			const ramp = s.colors.ramp('gem', [0.74, 0.17, surge.range(0, 360)]);
			const [n, r] = [surge.pick([3, 4, 5, 8]), surge.range(0.026, 0.04)];
			s.body.glow('aura', [x, y, r * 2.4], ramp.light, { alpha: 0.5 });
			s.body.form(
				'aura',
				Array.from(
					{ length: n },
					(_, i) =>
						[
							x + Math.cos((i / n) * 2 * Math.PI - 1.2) * r,
							y + Math.sin((i / n) * 2 * Math.PI - 1.2) * r,
							n === 8 ? 1 : 0.1,
						] as const,
				),
				ramp,
				{ depth: 0.008 },
			);
		}
		for (const [x, h] of [
			[0.24, 60],
			[0.76, 190],
		] as const)
			s.body.pattern(
				'aura',
				null,
				[
					s.body.facet([
						[x, 0.28],
						[x + 0.03, 0.29],
						[x + 0.012, 0.37],
						[x + 0.045, 0.37],
						[x - 0.012, 0.52],
						[x + 0.004, 0.41],
						[x - 0.024, 0.41],
					]),
				],
				s.colors.tone([0.86, 0.16, h]),
			);
	},
});
