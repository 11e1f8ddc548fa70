import { childlike, defineStyle } from '../../engine/style.ts';

export const ultraSimple = defineStyle({
	id: 'ultra-simple',
	outlinePx: 4,
	heaviness: 0,
	shading: 'flat',
	bands: 1,
	palette: 'plain',
	rim: 0,
	castAlpha: 0,
	detail: 0.4,
	contour: 2,
	eyes: 'dots',
	proportions: childlike,
	ground: 'solid',
	glows: 0,
});
