import { findNearEdge } from '../../anatomy/edge.ts';
import type { Layer } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import type { Spot } from '../../engine/rig.ts';
import type { Studio } from '../../engine/studio.ts';

/** A lidless slit eye where none belongs; `reach` is half its width. */
function drawStrangeEye(s: Studio, layer: Layer, [x, y]: Spot, reach: number): void {
	const iris = s.colors.ramp('gem', [0.6, 0.17, 320]);
	s.head.form(
		layer,
		[
			[x - reach, y + reach * 0.05, 0.3],
			[x, y - reach * 0.66],
			[x + reach, y - reach * 0.05, 0.3],
			[x, y + reach * 0.66],
		],
		s.colors.ramp('skin', [0.93, 0.08, 105]),
		{ depth: 0.006, contour: false },
	);
	s.head.pattern(layer, null, [s.head.disc(x, y, reach * 0.48)], iris.deep);
	s.head.pattern(layer, null, [s.head.disc(x, y + reach * 0.12, reach * 0.36, reach * 0.28)], iris.light);
	s.head.pattern(layer, null, [s.head.disc(x, y, reach * 0.12, reach * 0.42)], s.colors.tone([0.15, 0.03, 300]));
	s.head.pattern(
		layer,
		null,
		[s.head.disc(x - reach * 0.18, y - reach * 0.2, reach * 0.13)],
		s.colors.tone([0.98, 0.01, 95]),
	);
}

/** Half the width of the eye on the cheek. */
const cheekEye = 0.034;
/** What stays between it and the skull's outline; the face shifts on the skull by less than that. */
const edgeGap = 0.016;

export const aberrantCorruption = definePart({
	slot: 'affliction',
	id: 'aberrant-corruption',
	draw(s, rig) {
		const [x, y] = rig.cheekNear;
		const patch = s.colors.ramp('gem', [0.52, 0.15, 315]);
		for (const [reach, color, alpha] of [
			[1, patch.base, 0.85],
			[0.72, s.colors.tone([0.68, 0.12, 195]), 0.55],
		] as const) {
			const at = (dx: number, dy: number, smooth = 1) =>
				[x + 0.025 + dx * reach, y + 0.01 + dy * reach, smooth] as const;
			const blotch = s.head.shape([
				at(0.02, -0.12, 0.3),
				at(0.035, -0.06),
				at(0.09, -0.07, 0.4),
				at(0.085, 0.05),
				at(0.04, 0.11, 0.5),
				at(0.005, 0.07),
				at(-0.06, 0.1, 0.3),
				at(-0.055, 0.035),
				at(-0.11, 0.01, 0.3),
				at(-0.05, -0.03),
				at(-0.06, -0.075, 0.3),
				at(-0.005, -0.055),
			]);
			s.head.pattern('skinAffliction', rig.headShape, [blotch], color, alpha);
		}
		for (const [dx, dy, r] of [
			[-0.04, 0.065, 0.012],
			[0.065, -0.04, 0.014],
			[0.07, 0.055, 0.011],
		] as const)
			s.head.pattern('skinAffliction', rig.headShape, [s.head.disc(x + dx, y + dy, r)], patch.spec, 0.85);
		s.head.glow('skinAffliction', [rig.brow[0], rig.brow[1], 0.1], patch.light, { alpha: 0.5 });
		// Below a hat's edge where one is worn.
		const isHatted = s.hidden.has('front-hair') || s.hidden.has('hair');
		drawStrangeEye(s, 'hairFront', [rig.brow[0], rig.brow[1] + (isHatted ? 0.052 : 0.03)], isHatted ? 0.036 : 0.05);
		// On narrow skulls the whole of it stays on the cheek.
		const edge = Math.min(...findNearEdge(rig.headShape, [y, y + 0.024]));
		drawStrangeEye(s, 'skinAffliction', [Math.min(x + 0.025, edge - cheekEye - edgeGap), y + 0.012], cheekEye);
	},
});
