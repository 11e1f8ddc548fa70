import type { CatalogueOption } from './option.ts';

/** The power a character is sworn to; 'none' stands for nobody. */
export interface DivinityOption extends CatalogueOption {}

/** No divinity, then 12 of our own. */
export const divinities = [
	{ value: 'none', label: 'None', tier: 'common' },
	{ value: 'ember-dawn', label: 'Ember Dawn', tier: 'common' },
	{ value: 'golden-sheaf', label: 'Golden Sheaf', tier: 'common' },
	{ value: 'iron-oath', label: 'Iron Oath', tier: 'common' },
	{ value: 'green-root', label: 'Green Root', tier: 'common' },
	{ value: 'silent-tide', label: 'Silent Tide', tier: 'uncommon' },
	{ value: 'wandering-wind', label: 'Wandering Wind', tier: 'uncommon' },
	{ value: 'veiled-lantern', label: 'Veiled Lantern', tier: 'uncommon' },
	{ value: 'hollow-moon', label: 'Hollow Moon', tier: 'rare' },
	{ value: 'last-winter', label: 'Last Winter', tier: 'rare' },
	{ value: 'broken-crown', label: 'Broken Crown', tier: 'epic' },
	{ value: 'unwritten-page', label: 'Unwritten Page', tier: 'epic' },
	{ value: 'ninth-star', label: 'Ninth Star', tier: 'legendary' },
] as const satisfies readonly DivinityOption[];
