import { defineStyle } from '../../engine/style.ts';

export const fineMinimal = defineStyle({
	id: 'fine-minimal',
	outlinePx: 1,
	heaviness: 0,
	shading: 'flat',
	bands: 1,
	contrast: 1.25,
	palette: 'bare',
	rim: 0,
	castAlpha: 0,
	detail: 0.4,
	contour: 1.6,
	eyes: 'lines',
	ground: 'blank',
	glows: 0,
});
