import { defineStyle } from '../../engine/style.ts';

export const fineArtistic = defineStyle({
	id: 'fine-artistic',
	outlinePx: 2,
	heaviness: 1.8,
	shading: 'engraving',
	bands: 2,
	palette: 'wash',
	depth: 2.4,
	castAlpha: 0.3,
	rim: 0,
	contour: 1.2,
	line: 'pencil',
	eyes: 'small',
	rasterPx: 13,
	ground: 'wash',
	glows: 0,
});
