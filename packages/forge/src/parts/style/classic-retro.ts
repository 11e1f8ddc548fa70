import { defineStyle } from '../../engine/style.ts';

export const classicRetro = defineStyle({
	id: 'classic-retro',
	outlinePx: 4,
	heaviness: 0.6,
	shading: 'cel',
	bands: 2,
	palette: 'primary',
	depth: 1.6,
	rim: 0,
	pixels: true,
	contour: 2,
});
