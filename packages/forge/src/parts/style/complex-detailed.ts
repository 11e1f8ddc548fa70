import { defineStyle } from '../../engine/style.ts';

export const complexDetailed = defineStyle({
	id: 'complex-detailed',
	outlinePx: 2,
	heaviness: 1,
	shading: 'engraving',
	bands: 3,
	palette: 'jewel',
	depth: 2.1,
	castAlpha: 0.7,
	detail: 2,
	contour: 1.6,
	eyes: 'small',
	rasterPx: 11,
	ground: 'ornate',
});
