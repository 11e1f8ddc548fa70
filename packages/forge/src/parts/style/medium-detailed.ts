import { defineStyle } from '../../engine/style.ts';

export const mediumDetailed = defineStyle({
	id: 'medium-detailed',
	outlinePx: 4,
	heaviness: 1.2,
	shading: 'cel',
	bands: 3,
	palette: 'rich',
	depth: 1.2,
	detail: 1.6,
	feathering: true,
	rim: 0,
	contour: 2,
	ground: 'etched',
});
