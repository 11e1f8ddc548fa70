import { defineStyle } from '../../engine/style.ts';

export const classicHero = defineStyle({
	id: 'classic-hero',
	outlinePx: 4,
	heaviness: 1.6,
	shading: 'cel',
	bands: 3,
	palette: 'primary',
	rim: 1.8,
});
