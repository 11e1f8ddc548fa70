import { defineStyle } from '../../engine/style.ts';

export const comicBook = defineStyle({
	id: 'comic-book',
	outlinePx: 5,
	heaviness: 1.9,
	shading: 'halftone',
	bands: 2,
	palette: 'primary',
	depth: 2,
	castAlpha: 0.95,
	inkSpotting: true,
	rim: 0,
	contour: 3,
	ground: 'burst',
	page: 'panel',
});
