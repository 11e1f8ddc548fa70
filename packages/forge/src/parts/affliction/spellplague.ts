import { definePart } from '../../engine/part.ts';
import type { Point } from '../../engine/shape.ts';

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
		const flame = s.colors.ramp('gem', [0.7, 0.15, 240]);
		const heart = s.colors.tone([0.93, 0.06, 210], 0.9);
		s.head.glow('earFar', [cx, cy + 0.05, 0.3], blue, { alpha: 0.5 });
		// Round a hood or hat, which would let single points through.
		const across = Math.min(0.18, rig.hat.half * 0.98);
		const reach = s.hidden.has('hair') || s.hidden.has('front-hair') ? 1.36 : 1.2;
		for (const [degrees, height, lean] of [
			[-158, 0.1, 0.02],
			[-134, 0.14, 0.03],
			[-110, 0.18, -0.03],
			[-84, 0.15, 0.03],
			[-58, 0.19, 0.03],
			[-34, 0.13, -0.02],
			[-14, 0.1, -0.02],
		] as const) {
			const angle = (degrees * Math.PI) / 180;
			const [x0, y0] = [cx + Math.cos(angle) * across * reach, cy + 0.18 + Math.sin(angle) * 0.18 * reach];
			const tongue = (k: number): Point[] => [
				[x0 - 0.04 * k, y0 + 0.045 * k],
				// Those at the sides are seen down to their roots, which are round as a flame's.
				[x0 - Math.cos(angle) * 0.02, y0 + 0.075 * k],
				[x0 + 0.04 * k, y0 + 0.045 * k],
				[x0 + 0.056 * k + lean * 0.2, y0 - height * 0.2 * k],
				[x0 + 0.026 * k - lean * 0.5, y0 - height * 0.6 * k],
				[x0 + lean * 1.6, y0 - height * 1.25 * k, 0.05],
				[x0 - 0.022 * k - lean * 0.5, y0 - height * 0.66 * k],
				[x0 - 0.056 * k - lean * 0.3, y0 - height * 0.25 * k],
			];
			const drawn = s.head.form('earFar', tongue(1), flame, { depth: 0.01, width: 0.5, alpha: 0.9 });
			s.head.pattern('earFar', drawn, [s.head.shape(tongue(0.55))], heart);
		}
	},
});
