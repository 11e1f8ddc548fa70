import { defineStyle } from '../../engine/style.ts';

export const balancedStyle = defineStyle({
	id: 'balanced-style',
	outlinePx: 3,
	heaviness: 0.9,
	shading: 'cel',
	bands: 2,
	depth: 1.2,
	contour: 1.6,
	line: 'tinted',
	ground: 'halves',
});
