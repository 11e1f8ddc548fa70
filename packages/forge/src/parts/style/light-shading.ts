import { defineStyle } from '../../engine/style.ts';

export const lightShading = defineStyle({
	id: 'light-shading',
	outlinePx: 3,
	heaviness: 0.8,
	shading: 'cel',
	bands: 2,
	palette: 'pastel',
	depth: 0.5,
	castAlpha: 0.25,
	rim: 0.5,
	line: 'tinted',
	eyes: 'grand',
});
