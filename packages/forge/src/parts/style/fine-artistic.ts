import { defineStyle } from '../../engine/style.ts';

export const fineArtistic = defineStyle({
	id: 'fine-artistic',
	outlinePx: 2,
	heaviness: 1.8,
	shading: 'engraving',
	bands: 2,
	palette: 'faded',
	contour: 1.8,
});
