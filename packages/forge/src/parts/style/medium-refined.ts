import { defineStyle } from '../../engine/style.ts';

export const mediumRefined = defineStyle({
	id: 'medium-refined',
	outlinePx: 3,
	heaviness: 1,
	shading: 'cel',
	bands: 3,
	palette: 'muted',
	depth: 0.8,
	rim: 0.5,
	contour: 1.4,
});
