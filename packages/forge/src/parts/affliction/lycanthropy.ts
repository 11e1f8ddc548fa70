import { findNearEdge } from '../../anatomy/edge.ts';
import { definePart } from '../../engine/part.ts';
import type { Point, Shape } from '../../engine/shape.ts';
import { tearCloth } from '../../wardrobe/torn.ts';

const ruffHeights = [0.46, 0.51, 0.545, 0.58, 0.61] as const;

/** Fur that stands out from the near jaw, rooted inside its edge. */
function drawRuff(head: Shape): Point[] {
	const edge = findNearEdge(head, ruffHeights);
	const tips = ruffHeights.flatMap((y, i): Point[] => [
		[edge[i]! + 0.006, y, 0.6],
		[edge[i]! + 0.036 - i * 0.002, y + 0.036, 0.1],
	]);
	const roots = ruffHeights.map((y, i): Point => [edge[i]! - 0.045, y + 0.03, 0.5]);
	return [...tips, ...roots.reverse()];
}

export const lycanthropy = definePart({
	slot: 'affliction',
	id: 'lycanthropy',
	draw(s, rig) {
		// Fur darker than pale skins and paler than dark ones, so that it shows on every face.
		const fur = s.colors.ramp('fur', rig.skin.from[0] > 0.56 ? [0.38, 0.06, 50] : [0.68, 0.06, 65]);
		tearCloth(s, rig.skin);
		const { headShape } = rig;
		const tufts = [
			[0.7, 0.4],
			[0.6, 0.5, 0.1],
			[0.63, 0.52],
			[0.55, 0.57, 0.1],
			[0.59, 0.58],
			[0.5, 0.62, 0.1],
			[0.54, 0.63],
			[0.46, 0.645, 0.1],
			[0.4, 0.61, 0.1],
			[0.36, 0.57, 0.1],
			[0.33, 0.46],
			[0.3, 0.75],
			[0.75, 0.75],
		] as const;
		// The fur starts under the skin: a shade of it runs ahead, then single hairs, then the coat.
		s.head.glow('markings', [0.6, 0.56, 0.17], fur.base, { alpha: 0.7, blend: 'cover', clip: headShape });
		for (const [x, y] of [
			[0.575, 0.49],
			[0.55, 0.52],
			[0.525, 0.555],
			[0.49, 0.585],
			[0.465, 0.615],
			[0.6, 0.46],
			[0.43, 0.63],
		] as const)
			s.head.line(
				'skinAffliction',
				[
					[x + 0.03, y + 0.024],
					[x + 0.012, y + 0.016],
					[x - 0.006, y - 0.004],
				],
				fur.deep,
				0.009,
				{ clip: headShape },
			);
		s.head.form('skinAffliction', tufts, fur, { depth: 0.014, width: 0.7, contour: false, clip: headShape });
		s.head.form('skinAffliction', drawRuff(headShape), fur, { depth: 0.012, contour: false });
		const [nx, ny] = rig.eyeNear;
		const h = rig.eyeHalf;
		s.head.form(
			'skinAffliction',
			[
				[nx - h * 1.5, ny - h * 0.75, 0.2],
				[nx - h * 0.2, ny - h * 1.5],
				[nx + h * 1.2, ny - h * 2.1, 0.1],
				[nx + h * 1.25, ny - h * 1.55, 0.4],
				[nx + h * 2.1, ny - h * 1.9, 0.1],
				[nx + h * 1.75, ny - h * 1.15, 0.4],
				[nx + h * 2.4, ny - h * 0.9, 0.1],
				[nx + h * 1.1, ny - h * 0.7],
				[nx - h * 0.2, ny - h * 0.9],
			],
			fur,
			{ depth: 0.008, width: 0.7, contour: false, clip: headShape },
		);
		const [mx, my] = rig.mouth;
		// Muzzles have teeth of their own, and beaks have no lips.
		for (const x of s.recorder.snout.length > 0 ? [] : [mx - 0.03, mx + 0.036])
			s.head.form(
				'skinAffliction',
				[
					[x - 0.011, my + 0.008, 0.3],
					[x + 0.002, my - 0.034, 0.05],
					[x + 0.012, my + 0.008, 0.3],
				],
				s.colors.ramp('bone', [0.95, 0.03, 95]),
				{ depth: 0.004, width: 0.6, contour: false },
			);
		s.head.glow(
			'skinAffliction',
			[rig.eyeNear[0], rig.eyeNear[1], rig.eyeHalf * 0.85],
			s.colors.tone([0.84, 0.17, 92]),
			{ alpha: 0.9, blend: 'cover', clip: headShape },
		);
	},
});
