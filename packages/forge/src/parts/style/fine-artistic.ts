import { defineStyle } from '../../engine/style.ts';

export const fineArtistic = defineStyle({
	id: 'fine-artistic',
	outlinePx: 2,
	heaviness: 1.8,
	shading: 'engraving',
	bands: 2,
	palette: 'faded',
	depth: 2.6,
	castAlpha: 0.3,
	rim: 0,
	contour: 1.2,
	line: 'sepia',
	eyes: 'small',
});
