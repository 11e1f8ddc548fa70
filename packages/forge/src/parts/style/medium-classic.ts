import { defineStyle } from '../../engine/style.ts';

export const mediumClassic = defineStyle({
	id: 'medium-classic',
	outlinePx: 4,
	heaviness: 1.2,
	shading: 'cel',
	bands: 2,
	palette: 'natural',
	depth: 0.75,
	castAlpha: 0.35,
	rim: 0,
	contour: 4.4,
});
