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
	rim: 1.6,
	rimTone: [0.88, 0.13, 75],
	ground: 'golden',
});
