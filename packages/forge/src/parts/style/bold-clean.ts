import { defineStyle } from '../../engine/style.ts';

export const boldClean = defineStyle({
	id: 'bold-clean',
	outlinePx: 5,
	heaviness: 0,
	shading: 'flat',
	bands: 1,
	palette: 'plain',
	rim: 0,
	contour: 3.4,
	stickerPx: 11,
	eyes: 'ovals',
	ground: 'candy',
	glows: 0,
});
