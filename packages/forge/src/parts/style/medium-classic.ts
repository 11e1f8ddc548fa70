import { defineStyle } from '../../engine/style.ts';

export const mediumClassic = defineStyle({
	id: 'medium-classic',
	outlinePx: 4,
	heaviness: 1.2,
	shading: 'cel',
	bands: 2,
	palette: 'faded',
	rim: 0.5,
});
