import { defineStyle } from '../../engine/style.ts';

export const finePrecise = defineStyle({
	id: 'fine-precise',
	outlinePx: 1.5,
	heaviness: 0,
	shading: 'cel',
	bands: 3,
	palette: 'natural',
	contour: 1.3,
	rim: 0.4,
});
