import { defineStyle } from '../../engine/style.ts';

export const complexDetailed = defineStyle({
	id: 'complex-detailed',
	outlinePx: 2,
	heaviness: 1,
	shading: 'engraving',
	bands: 2,
	palette: 'natural',
	detail: 1.6,
});
