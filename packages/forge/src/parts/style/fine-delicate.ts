import { defineStyle } from '../../engine/style.ts';

export const fineDelicate = defineStyle({
	id: 'fine-delicate',
	outlinePx: 1.5,
	heaviness: 0.8,
	shading: 'soft',
	bands: 2,
	palette: 'pastel',
	contrast: 0.75,
	contour: 1.3,
	rim: 0.5,
	eyes: 'grand',
	line: 'tinted',
	ground: 'petals',
});
