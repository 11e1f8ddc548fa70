import { defineStyle } from '../../engine/style.ts';

export const classicFantasy = defineStyle({
	id: 'classic-fantasy',
	outlinePx: 3,
	heaviness: 1.6,
	shading: 'soft',
	bands: 2,
	palette: 'jewel',
	contrast: 1.7,
	ground: 'gilded',
});
