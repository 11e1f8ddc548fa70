import { defineStyle } from '../../engine/style.ts';

export const boldRetro = defineStyle({
	id: 'bold-retro',
	outlinePx: 5,
	heaviness: 1.9,
	shading: 'halftone',
	bands: 2,
	palette: 'warm-print',
	depth: 1.6,
	rim: 0,
});
