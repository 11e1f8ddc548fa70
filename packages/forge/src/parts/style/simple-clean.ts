import { defineStyle } from '../../engine/style.ts';

export const simpleClean = defineStyle({
	id: 'simple-clean',
	outlinePx: 3,
	heaviness: 0,
	shading: 'cel',
	bands: 1,
	depth: 0.8,
	castAlpha: 0.25,
	rim: 0,
	contour: 2,
	eyes: 'ovals',
	ground: 'white',
	glows: 0,
});
