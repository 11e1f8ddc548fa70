import { defineStyle } from '../../engine/style.ts';

export const comicBook = defineStyle({
	id: 'comic-book',
	outlinePx: 5,
	heaviness: 1.9,
	shading: 'halftone',
	bands: 2,
	palette: 'primary',
	inkSpotting: true,
	ground: 'speed-lines',
});
