import { defineStyle } from '../../engine/style.ts';

export const sharpShading = defineStyle({
	id: 'sharp-shading',
	outlinePx: 3,
	heaviness: 1.2,
	shading: 'sharp',
	bands: 3,
	depth: 1.9,
	contrast: 1.2,
	castAlpha: 0.7,
	rim: 0,
	ground: 'shards',
});
