import { definePart } from '../../engine/part.ts';
import { findColumn, findRoom } from '../../wardrobe/floating.ts';

export const wildMagicSurge = definePart({
	slot: 'affliction',
	id: 'wild-magic-surge',
	draw(s, rig, placement) {
		const surge = s.stream('surge');
		// Each eye in a colour of its own, and splits of light across the cheek.
		const hues = [surge.range(0, 360), surge.range(0, 360)] as const;
		for (const [i, [ex, ey]] of [rig.eyeNear, rig.eyeFar].entries())
			s.head.glow('skinAffliction', [ex, ey, rig.eyeHalf * 0.9], s.colors.tone([0.78, 0.19, hues[i]!]), {
				alpha: 0.8,
				blend: 'cover',
				clip: rig.headShape,
			});
		const [px, py] = rig.cheekNear;
		for (const [i, loop] of (
			[
				[
					[px + 0.05, py - 0.08],
					[px + 0.02, py - 0.03],
					[px + 0.045, py],
					[px, py + 0.06],
				],
				[
					[px + 0.045, py],
					[px + 0.075, py + 0.02],
				],
				[
					[px + 0.02, py - 0.03],
					[px - 0.04, py - 0.025],
					[px - 0.06, py + 0.01],
				],
			] as const
		).entries()) {
			s.head.line('skinAffliction', loop, s.colors.tone([0.74, 0.2, hues[0] + i * 110]), 0.024, {
				clip: rig.headShape,
			});
			s.head.line('skinAffliction', loop, s.colors.tone([0.97, 0.05, 95]), 0.008, { clip: rig.headShape });
		}
		const room = findRoom(s, placement);
		for (const spot of [
			[0.14, 0.36],
			[0.86, 0.36],
			[0.1, 0.52],
			[0.9, 0.54],
			[0.29, 0.1],
			[0.71, 0.1],
		] as const) {
			const ramp = s.colors.ramp('gem', [0.74, 0.17, surge.range(0, 360)]);
			const [n, r] = [surge.pick([3, 4, 5, 8]), surge.range(0.026, 0.04)];
			const at = room(spot, r * 1.3);
			if (!at) continue;
			const [x, y] = at;
			s.body.glow('back', [x, y, r * 2.4], ramp.light, { alpha: 0.5 });
			s.body.form(
				'back',
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
		// The shapes that float there by now are in its way as well.
		const between = findRoom(s, placement);
		for (const [usual, h] of [
			[0.24, 60],
			[0.76, 190],
		] as const) {
			const x = findColumn(between, usual, [0.35, 0.44], 0.05);
			if (x === null) continue;
			s.body.pattern(
				'back',
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
		}
	},
});
