import { defineStyle } from '../../engine/style.ts';

export const fineElegant = defineStyle({
	id: 'fine-elegant',
	outlinePx: 2,
	heaviness: 1.4,
	shading: 'soft',
	bands: 2,
	palette: 'accent',
	rim: 0.5,
	contour: 1.3,
	eyes: 'grand',
});
