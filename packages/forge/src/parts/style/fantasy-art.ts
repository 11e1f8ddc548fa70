import { defineStyle } from '../../engine/style.ts';

export const fantasyArt = defineStyle({
	id: 'fantasy-art',
	outlinePx: 1.5,
	heaviness: 0.6,
	shading: 'soft',
	bands: 2,
	palette: 'neon',
	contrast: 1.35,
	glows: 1.5,
	rim: 1.8,
	rimTone: [0.85, 0.12, 205],
	contour: 2,
	eyes: 'grand',
	line: 'tinted',
	ground: 'sparkle',
});
