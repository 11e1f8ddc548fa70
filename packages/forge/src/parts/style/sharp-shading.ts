import { defineStyle } from '../../engine/style.ts';

export const sharpShading = defineStyle({
	id: 'sharp-shading',
	outlinePx: 3,
	heaviness: 1.2,
	shading: 'sharp',
	bands: 2,
	palette: 'natural',
});
