import { defineStyle } from '../../engine/style.ts';

export const classicRetro = defineStyle({
	id: 'classic-retro',
	outlinePx: 4,
	heaviness: 1.4,
	shading: 'halftone',
	bands: 2,
	palette: 'eight-color',
	depth: 1.6,
	rim: 0,
});
