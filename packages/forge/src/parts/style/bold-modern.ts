import { defineStyle } from '../../engine/style.ts';

export const boldModern = defineStyle({
	id: 'bold-modern',
	outlinePx: 5,
	heaviness: 0,
	shading: 'cel',
	bands: 3,
	palette: 'neon',
	depth: 1.2,
	rim: 1.6,
	line: 'blue',
});
