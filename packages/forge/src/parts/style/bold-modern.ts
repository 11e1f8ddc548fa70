import { defineStyle } from '../../engine/style.ts';

export const boldModern = defineStyle({
	id: 'bold-modern',
	outlinePx: 5,
	heaviness: 1,
	shading: 'cel',
	bands: 3,
	palette: 'neon',
});
