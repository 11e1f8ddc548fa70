import { defineStyle } from '../../engine/style.ts';

export const mediumSmooth = defineStyle({
	id: 'medium-smooth',
	outlinePx: 4,
	heaviness: 0.6,
	shading: 'soft',
	bands: 4,
	palette: 'rich',
	contrast: 1.5,
	rim: 1.4,
	contour: 1.6,
	eyes: 'grand',
	line: 'tinted',
});
