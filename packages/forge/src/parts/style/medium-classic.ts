import { defineStyle } from '../../engine/style.ts';

export const mediumClassic = defineStyle({
	id: 'medium-classic',
	outlinePx: 4,
	heaviness: 1.2,
	shading: 'cel',
	bands: 2,
	depth: 0.9,
	castAlpha: 0.4,
	rim: 0,
	contour: 2.6,
	ground: 'plain',
});
