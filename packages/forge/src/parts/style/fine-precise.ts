import { defineStyle } from '../../engine/style.ts';

export const finePrecise = defineStyle({
	id: 'fine-precise',
	outlinePx: 1.5,
	heaviness: 0,
	shading: 'cel',
	bands: 3,
	palette: 'high-key',
	depth: 0.7,
	castAlpha: 0.5,
	rim: 0,
	contour: 1,
	line: 'blue',
	ground: 'drafting',
	glows: 0,
});
