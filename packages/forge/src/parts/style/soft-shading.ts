import { defineStyle } from '../../engine/style.ts';

export const softShading = defineStyle({
	id: 'soft-shading',
	outlinePx: 3,
	heaviness: 0.6,
	shading: 'soft',
	bands: 2,
	palette: 'muted',
	rim: 0.5,
	contour: 1.6,
	line: 'tinted',
});
