import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Studio } from '../../engine/studio.ts';

/** Tongues of shadow, rooted behind head and neck. */
const shadowFlames = points(
	'0.52 0.8, 0.28 0.79, 0.175 0.72, 0.165 0.64, 0.1 0.56 0.1, 0.2 0.575, 0.25 0.55 0.5, 0.205 0.48, 0.215 0.41, 0.125 0.31 0.1, 0.235 0.35, 0.275 0.32 0.5, 0.265 0.28, 0.275 0.24, 0.215 0.17 0.1, 0.31 0.195, 0.42 0.25',
);

/** One mass, rooted behind the far side of head and shoulder, and behind whatever is carried there. */
function castBehind(s: Studio, ink: string): void {
	const { marks } = s.recorder;
	const from = marks.length;
	const flames = s.head.shape(shadowFlames);
	s.head.pattern('back', null, [flames], ink, 0.8);
	// It pales towards the head, or dark hair would be one black mass with it.
	s.head.glow('back', [0.36, 0.36, 0.2], s.colors.tone([0.5, 0.13, 300]), {
		alpha: 0.75,
		blend: 'cover',
		clip: flames,
	});
	marks.unshift(...marks.splice(from));
}

export const shadowCurse = definePart({
	slot: 'affliction',
	id: 'shadow-curse',
	draw(s, rig) {
		const ink = s.colors.tone([0.16, 0.05, 290]);
		// A snout stands out of the shadow: on it the shadow would end where the skull does.
		const layer = s.recorder.snoutKind ? 'markings' : 'skinAffliction';
		s.head.glow(layer, [0.33, 0.5, 0.21], ink, { alpha: 0.95, blend: 'cover', clip: rig.headShape });
		s.head.pattern(
			layer,
			rig.headShape,
			[
				s.head.shape(
					points(
						'0.1 0.1, 0.4 0.1, 0.36 0.24 0.4, 0.42 0.3 0.1, 0.345 0.36 0.4, 0.385 0.5 0.4, 0.44 0.54 0.1, 0.37 0.57 0.4, 0.4 0.64, 0.46 0.69 0.1, 0.38 0.8, 0.1 0.8',
					),
				),
			],
			ink,
			0.82,
		);
		s.head.glow('skinAffliction', [rig.eyeFar[0], rig.eyeFar[1], 0.05], s.colors.tone([0.8, 0.14, 300]), {
			alpha: 0.8,
		});
		castBehind(s, ink);
	},
});
