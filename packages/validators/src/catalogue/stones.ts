import type { CatalogueOption } from './option.ts';

/** The magical stone a character wears; 'none' stands for no stone. */
export interface StoneOption extends CatalogueOption {}

/** No stone, then 10 of our own. */
export const stones = [
	{ value: 'none', label: 'None', tier: 'common' },
	{ value: 'ember-agate', label: 'Ember Agate', tier: 'common' },
	{ value: 'river-jade', label: 'River Jade', tier: 'common' },
	{ value: 'moss-opal', label: 'Moss Opal', tier: 'common' },
	{ value: 'frost-quartz', label: 'Frost Quartz', tier: 'uncommon' },
	{ value: 'storm-topaz', label: 'Storm Topaz', tier: 'uncommon' },
	{ value: 'sun-amber', label: 'Sun Amber', tier: 'uncommon' },
	{ value: 'dusk-amethyst', label: 'Dusk Amethyst', tier: 'rare' },
	{ value: 'tide-sapphire', label: 'Tide Sapphire', tier: 'rare' },
	{ value: 'void-pearl', label: 'Void Pearl', tier: 'epic' },
	{ value: 'first-light-diamond', label: 'First-Light Diamond', tier: 'legendary' },
] as const satisfies readonly StoneOption[];
