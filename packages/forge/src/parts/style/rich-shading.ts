import { defineStyle } from '../../engine/style.ts';

export const richShading = defineStyle({
	id: 'rich-shading',
	outlinePx: 3,
	heaviness: 1,
	shading: 'cel',
	bands: 4,
	palette: 'rich',
	depth: 1.6,
	contrast: 1.3,
	castAlpha: 0.7,
	rim: 1.2,
	// The ground is gold and violet: a golden edge would be a second contour in the air.
	rimTone: [0.86, 0.09, 215],
	ground: 'golden',
});
