import { defineStyle } from '../../engine/style.ts';

export const mediumSmooth = defineStyle({
	id: 'medium-smooth',
	outlinePx: 4,
	heaviness: 0.6,
	shading: 'soft',
	bands: 2,
	palette: 'natural',
	eyes: 'grand',
});
