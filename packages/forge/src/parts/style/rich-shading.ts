import { defineStyle } from '../../engine/style.ts';

export const richShading = defineStyle({
	id: 'rich-shading',
	outlinePx: 3,
	heaviness: 1,
	shading: 'cel',
	bands: 4,
	palette: 'natural',
	depth: 1.5,
	castAlpha: 0.6,
	rim: 1.2,
});
