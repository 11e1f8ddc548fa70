import { defineStyle } from '../../engine/style.ts';

export const lightShading = defineStyle({
	id: 'light-shading',
	outlinePx: 3,
	heaviness: 0.4,
	shading: 'cel',
	bands: 2,
	palette: 'high-key',
	depth: 0.45,
	contrast: 0.5,
	castAlpha: 0.2,
	rim: 0,
	line: 'tinted',
	ground: 'airy',
});
