import { defineStyle, heroic } from '../../engine/style.ts';

export const classicHero = defineStyle({
	id: 'classic-hero',
	outlinePx: 4,
	heaviness: 1.6,
	shading: 'cel',
	bands: 3,
	palette: 'primary',
	depth: 1.7,
	castAlpha: 0.7,
	rim: 2.3,
	rimTone: [0.93, 0.12, 92],
	contour: 3.4,
	proportions: heroic,
	eyes: 'small',
	ground: 'godrays',
});
