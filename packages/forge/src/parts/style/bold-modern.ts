import { defineStyle } from '../../engine/style.ts';

export const boldModern = defineStyle({
	id: 'bold-modern',
	outlinePx: 5,
	heaviness: 0,
	shading: 'cel',
	bands: 3,
	palette: 'neon',
	depth: 1.2,
	rim: 2.2,
	rimTone: [0.86, 0.17, 195],
	contour: 3.2,
	line: 'violet',
	ground: 'neon',
});
