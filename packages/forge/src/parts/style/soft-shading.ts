import { defineStyle } from '../../engine/style.ts';

export const softShading = defineStyle({
	id: 'soft-shading',
	outlinePx: 3,
	heaviness: 0,
	shading: 'soft',
	bands: 2,
	palette: 'muted',
	contrast: 1.2,
	rim: 0.5,
	contour: 0.6,
	line: 'faint',
	ground: 'misty',
});
