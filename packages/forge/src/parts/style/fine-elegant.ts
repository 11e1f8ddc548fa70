import { defineStyle, slender } from '../../engine/style.ts';

export const fineElegant = defineStyle({
	id: 'fine-elegant',
	outlinePx: 2,
	heaviness: 2.4,
	shading: 'soft',
	bands: 2,
	palette: 'champagne',
	contrast: 1.35,
	rim: 0.5,
	contour: 1.3,
	eyes: 'grand',
	proportions: slender,
	ground: 'deco',
	glows: 0,
});
