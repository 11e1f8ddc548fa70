import { defineStyle } from '../../engine/style.ts';

export const boldClean = defineStyle({
	id: 'bold-clean',
	outlinePx: 5,
	heaviness: 0,
	shading: 'flat',
	bands: 1,
	palette: 'primary',
	rim: 0,
	eyes: 'ovals',
});
