import { defineStyle } from '../../engine/style.ts';

export const richShading = defineStyle({
	id: 'rich-shading',
	outlinePx: 3,
	heaviness: 1,
	shading: 'cel',
	bands: 4,
	palette: 'jewel',
	depth: 1.2,
});
