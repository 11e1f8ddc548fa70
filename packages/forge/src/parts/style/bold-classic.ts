import { defineStyle } from '../../engine/style.ts';

export const boldClassic = defineStyle({
	id: 'bold-classic',
	outlinePx: 5,
	heaviness: 2.2,
	shading: 'cel',
	bands: 2,
	palette: 'primary',
	contour: 4.6,
	rim: 0,
	ground: 'plain',
});
