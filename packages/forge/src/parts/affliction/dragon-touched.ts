import { hasTrunk } from '../../anatomy/outgrowth.ts';
import { definePart } from '../../engine/part.ts';
import type { Rig } from '../../engine/rig.ts';
import type { Studio } from '../../engine/studio.ts';

/** A tongue of fire from the lips; none where a veil, a helm or a trunk lies before them. */
function breatheFire(s: Studio, rig: Rig): void {
	if (s.hidden.has('mouth') || hasTrunk(s)) return;
	const [lipX, my] = rig.mouth;
	// Out of the corner of a wide mouth, so that it burns beside the face instead of across it.
	const mx = Math.min(lipX, rig.headShape.bounds.left + 0.2);
	const flame = s.colors.ramp('gem', [0.68, 0.19, 42]);
	// Beards and jaws lie behind what comes out of the mouth.
	const layer = 'faceCover';
	s.head.glow(layer, [mx - 0.17, my - 0.01, 0.13], flame.light, { alpha: 0.5 });
	s.head.form(
		layer,
		[
			[mx - 0.028, my + 0.01, 0.2],
			[mx - 0.11, my + 0.042],
			[mx - 0.19, my + 0.025],
			[mx - 0.27, my - 0.035, 0.1],
			[mx - 0.21, my - 0.03],
			[mx - 0.225, my - 0.095, 0.1],
			[mx - 0.165, my - 0.035],
			[mx - 0.1, my - 0.012],
		],
		flame,
		{ depth: 0.01, width: 0.8, fit: false, contour: false },
	);
	s.head.pattern(
		layer,
		null,
		[
			s.head.shape([
				[mx - 0.05, my + 0.01, 0.2],
				[mx - 0.13, my + 0.026],
				[mx - 0.2, my - 0.005, 0.1],
				[mx - 0.13, my - 0.008],
			]),
		],
		s.colors.tone([0.92, 0.13, 95]),
	);
}

export const dragonTouched = definePart({
	slot: 'affliction',
	id: 'dragon-touched',
	draw(s, rig) {
		const scale = s.colors.ramp(
			'skin',
			s.choose('scale', [
				[0.55, 0.15, 28],
				[0.58, 0.13, 150],
				[0.55, 0.13, 255],
				[0.74, 0.13, 85],
			]),
		);
		const [x, y] = rig.eyeNear;
		const [cx, cy] = rig.cheekNear;
		// From the temple down to the jaw, each row over the one below it.
		for (const [row, from] of [
			[4, 0],
			[3, 0],
			[2, 0],
			[1, 0.5],
			[0, 1.5],
			[-1, 1.5],
			[-2, 1],
		] as const) {
			for (let column = from; column < 3; column++) {
				const [sx, sy] = [cx - 0.034 + column * 0.042 + (row % 2 === 0 ? 0 : 0.021), cy - 0.03 + row * 0.03];
				s.head.form(
					'skinAffliction',
					[
						[sx - 0.022, sy - 0.018, 0.4],
						[sx + 0.022, sy - 0.018, 0.4],
						[sx + 0.018, sy + 0.01],
						[sx, sy + 0.027, 0.2],
						[sx - 0.018, sy + 0.01],
					],
					scale,
					{ depth: 0.007, width: 0.7, contour: false, clip: rig.headShape },
				);
			}
		}
		s.head.glow('skinAffliction', [x, y, rig.eyeHalf * 0.8], s.colors.tone([0.8, 0.17, 75]), {
			alpha: 0.8,
			blend: 'cover',
			clip: rig.headShape,
		});
		breatheFire(s, rig);
	},
});
