import { defineStyle } from '../../engine/style.ts';

export const boldClassic = defineStyle({
	id: 'bold-classic',
	outlinePx: 5,
	heaviness: 1.6,
	shading: 'cel',
	bands: 2,
	palette: 'primary',
	contour: 2.8,
});
