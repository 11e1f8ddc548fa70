import { defineStyle } from '../../engine/style.ts';

export const mediumSimple = defineStyle({
	id: 'medium-simple',
	outlinePx: 4,
	heaviness: 0.4,
	shading: 'cel',
	bands: 1,
	palette: 'plain',
	castAlpha: 0.35,
	detail: 0.5,
	rim: 0,
	contour: 2,
	eyes: 'lines',
	ground: 'poster',
});
