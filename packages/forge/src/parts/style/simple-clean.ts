import { defineStyle } from '../../engine/style.ts';

export const simpleClean = defineStyle({
	id: 'simple-clean',
	outlinePx: 3,
	heaviness: 0,
	shading: 'cel',
	bands: 1,
	palette: 'primary',
	contour: 2.8,
	rim: 0,
});
