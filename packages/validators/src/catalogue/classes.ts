import type { CatalogueOption } from './option.ts';

/** A character class. */
export interface ClassOption extends CatalogueOption {}

/** The 24 classes of the specification, in its order. */
export const classes = [
	{ value: 'fighter', label: 'Fighter', tier: 'common' },
	{ value: 'wizard', label: 'Wizard', tier: 'common' },
	{ value: 'rogue', label: 'Rogue', tier: 'common' },
	{ value: 'cleric', label: 'Cleric', tier: 'common' },
	{ value: 'barbarian', label: 'Barbarian', tier: 'common' },
	{ value: 'ranger', label: 'Ranger', tier: 'common' },
	{ value: 'paladin', label: 'Paladin', tier: 'uncommon' },
	{ value: 'sorcerer', label: 'Sorcerer', tier: 'uncommon' },
	{ value: 'warlock', label: 'Warlock', tier: 'uncommon' },
	{ value: 'bard', label: 'Bard', tier: 'common' },
	{ value: 'druid', label: 'Druid', tier: 'common' },
	{ value: 'monk', label: 'Monk', tier: 'uncommon' },
	{ value: 'artificer', label: 'Artificer', tier: 'uncommon' },
	{ value: 'blood-hunter', label: 'Blood Hunter', tier: 'rare' },
	{ value: 'mystic', label: 'Mystic', tier: 'rare' },
	{ value: 'death-knight', label: 'Death Knight', tier: 'epic' },
	{ value: 'witch-doctor', label: 'Witch Doctor', tier: 'rare' },
	{ value: 'battle-master', label: 'Battle Master', tier: 'uncommon' },
	{ value: 'arcane-archer', label: 'Arcane Archer', tier: 'rare' },
	{ value: 'shadow-dancer', label: 'Shadow Dancer', tier: 'rare' },
	{ value: 'divine-oracle', label: 'Divine Oracle', tier: 'epic' },
	{ value: 'elemental-shaman', label: 'Elemental Shaman', tier: 'epic' },
	{ value: 'void-walker', label: 'Void Walker', tier: 'legendary' },
	{ value: 'chrono-mage', label: 'Chrono Mage', tier: 'legendary' },
] as const satisfies readonly ClassOption[];
