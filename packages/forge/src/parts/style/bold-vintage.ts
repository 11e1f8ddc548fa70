import { defineStyle } from '../../engine/style.ts';

export const boldVintage = defineStyle({
	id: 'bold-vintage',
	outlinePx: 5,
	heaviness: 1.4,
	shading: 'halftone',
	bands: 2,
	palette: 'faded',
	depth: 1.5,
	rim: 0,
	contour: 3,
	line: 'sepia',
	rasterPx: 8,
	ground: 'aged',
	page: 'aged',
	glows: 0,
});
