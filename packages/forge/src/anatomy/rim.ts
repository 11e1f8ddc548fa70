import { backgroundParts } from '../background-parts.ts';
import type { Layer } from '../engine/layers.ts';
import { findRimTone } from '../engine/scene/stand-off.ts';
import type { Point, Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';

/**
 * Rim light along one edge of a head form only. The painter's own rim follows every edge that looks away from the
 * light, which on forms around a face would also light the edge beside the cheek.
 */
export function rimAlong(s: Studio, layer: Layer, shape: Shape, edge: readonly Point[]): void {
	if (s.style.rim === 0 || edge.length < 3) return;
	const tone = findRimTone(
		s.style,
		backgroundParts.find(({ id }) => id === s.figure.background),
	);
	s.head.pattern(layer, shape, [s.head.ribbon(edge, 0.018 * s.style.rim, 0.9)], s.colors.tone(tone, 0.6));
}
