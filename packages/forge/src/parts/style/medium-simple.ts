import { defineStyle } from '../../engine/style.ts';

export const mediumSimple = defineStyle({
	id: 'medium-simple',
	outlinePx: 4,
	heaviness: 0.4,
	shading: 'cel',
	bands: 1,
	palette: 'pastel',
	detail: 0.5,
	rim: 0,
	contour: 3,
});
