import { type CatalogueOption, getLabel, listValues } from './option.ts';

/**
 * `scene`: drawn as named. `random`: resolved per image when the collection is planned, so it never stands on an image;
 * its tier carries no meaning.
 */
export interface BackgroundOption extends CatalogueOption {
	readonly kind: 'scene' | 'random';
}

/** The 12 concrete scenes, in the specification's order; what 'random-all' draws from. */
export const sceneBackgrounds = [
	{ value: 'mountain-vista', label: 'Mountain Vista', tier: 'common', kind: 'scene' },
	{ value: 'forest-glade', label: 'Forest Glade', tier: 'common', kind: 'scene' },
	{ value: 'ocean-cliffs', label: 'Ocean Cliffs', tier: 'common', kind: 'scene' },
	{ value: 'desert-dunes', label: 'Desert Dunes', tier: 'uncommon', kind: 'scene' },
	{ value: 'arctic-tundra', label: 'Arctic Tundra', tier: 'uncommon', kind: 'scene' },
	{ value: 'volcanic-crater', label: 'Volcanic Crater', tier: 'rare', kind: 'scene' },
	{ value: 'ancient-ruins', label: 'Ancient Ruins', tier: 'common', kind: 'scene' },
	{ value: 'tropical-island', label: 'Tropical Island', tier: 'uncommon', kind: 'scene' },
	{ value: 'misty-valley', label: 'Misty Valley', tier: 'rare', kind: 'scene' },
	{ value: 'crystal-canyon', label: 'Crystal Canyon', tier: 'epic', kind: 'scene' },
	{ value: 'castle-ruins', label: 'Castle Ruins', tier: 'epic', kind: 'scene' },
	{ value: 'temple-stones', label: 'Temple Stones', tier: 'legendary', kind: 'scene' },
] as const satisfies readonly BackgroundOption[];

/** The values of `sceneBackgrounds`, same order. */
export const sceneBackgroundValues = listValues(sceneBackgrounds);
export type SceneBackground = (typeof sceneBackgroundValues)[number];

/** The 14 tiles of the form, in the specification's order. */
export const backgrounds = [
	{ value: 'random-all', label: 'Random (All)', tier: 'common', kind: 'random' },
	{ value: 'random-original-landscapes', label: 'Random Original Landscapes', tier: 'common', kind: 'random' },
	...sceneBackgrounds,
] as const satisfies readonly BackgroundOption[];

/** Accepted on the API, drawn literally and the column default, though it is not a tile of the form. */
export const defaultBackgroundOption = {
	value: 'purple-blue-gradient',
	label: 'Purple-Blue Gradient',
	tier: 'common',
	kind: 'scene',
} as const satisfies BackgroundOption;

/** Label of any stored background: a tile's, the default's, or an invented landscape's own name. */
export function getBackgroundLabel(value: string): string {
	return getLabel([...backgrounds, defaultBackgroundOption], value);
}
