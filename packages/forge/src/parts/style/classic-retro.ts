import { defineStyle } from '../../engine/style.ts';

export const classicRetro = defineStyle({
	id: 'classic-retro',
	outlinePx: 4,
	heaviness: 0.6,
	shading: 'cel',
	bands: 2,
	palette: 'primary',
	depth: 1.6,
	rim: 0,
	ground: 'pixel',
	pixels: true,
	// In few colours a soft light is a solid body with a ragged edge.
	glows: 0.35,
	contour: 2,
});
