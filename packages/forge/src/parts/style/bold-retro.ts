import { defineStyle } from '../../engine/style.ts';

export const boldRetro = defineStyle({
	id: 'bold-retro',
	outlinePx: 5,
	heaviness: 1.9,
	shading: 'halftone',
	bands: 2,
	palette: 'warm-print',
	depth: 1.9,
	rim: 0,
	contour: 3.4,
	rasterPx: 17,
	ground: 'sunburst',
	glows: 0,
});
