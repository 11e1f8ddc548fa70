import { defineStyle } from '../../engine/style.ts';

export const classicModern = defineStyle({
	id: 'classic-modern',
	outlinePx: 3,
	heaviness: 0.4,
	shading: 'cel',
	bands: 2,
	palette: 'accent',
	depth: 1.5,
	rim: 0,
	line: 'blue',
});
