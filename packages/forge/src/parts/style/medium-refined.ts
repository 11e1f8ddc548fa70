import { defineStyle } from '../../engine/style.ts';

export const mediumRefined = defineStyle({
	id: 'medium-refined',
	outlinePx: 3,
	heaviness: 1.4,
	shading: 'cel',
	bands: 3,
	palette: 'muted',
	depth: 0.8,
	contrast: 0.85,
	rim: 0.4,
	contour: 1.2,
	line: 'tinted',
	ground: 'calm',
	page: 'mat',
});
