import { defineStyle } from '../../engine/style.ts';

export const classicAdventure = defineStyle({
	id: 'classic-adventure',
	outlinePx: 3,
	heaviness: 1.2,
	shading: 'cel',
	bands: 2,
	palette: 'earth',
	line: 'sepia',
	ground: 'map',
	glows: 0,
});
