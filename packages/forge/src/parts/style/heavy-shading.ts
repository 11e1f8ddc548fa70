import { defineStyle } from '../../engine/style.ts';

export const heavyShading = defineStyle({
	id: 'heavy-shading',
	outlinePx: 3,
	heaviness: 1.4,
	shading: 'cel',
	bands: 3,
	palette: 'dim',
	depth: 3,
	contrast: 1.75,
	castAlpha: 0.95,
	rim: 1.3,
	eyes: 'small',
	ground: 'dark',
});
