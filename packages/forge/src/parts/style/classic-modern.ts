import { defineStyle } from '../../engine/style.ts';

export const classicModern = defineStyle({
	id: 'classic-modern',
	outlinePx: 3,
	heaviness: 0.4,
	shading: 'cel',
	bands: 1,
	palette: 'accent',
	depth: 1.8,
	contrast: 1.5,
	rim: 0,
	ground: 'mono',
	glows: 0,
});
