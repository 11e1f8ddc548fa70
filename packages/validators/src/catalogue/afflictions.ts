import type { CatalogueOption } from './option.ts';

/** An affliction; 'none' stands for a healthy character. */
export interface AfflictionOption extends CatalogueOption {}

/** The 21 afflictions of the specification, in its order. 'none' is the only common one, so that it alone holds the
 * common share of the draw. */
export const afflictions = [
	{ value: 'none', label: 'None', tier: 'common' },
	{ value: 'vampirism', label: 'Vampirism', tier: 'uncommon' },
	{ value: 'lycanthropy', label: 'Lycanthropy', tier: 'uncommon' },
	{ value: 'spellplague', label: 'Spellplague', tier: 'rare' },
	{ value: 'aberrant-corruption', label: 'Aberrant Corruption', tier: 'rare' },
	{ value: 'shadow-curse', label: 'Shadow Curse', tier: 'uncommon' },
	{ value: 'feywild-touched', label: 'Feywild-Touched', tier: 'uncommon' },
	{ value: 'undead-taint', label: 'Undead Taint', tier: 'uncommon' },
	{ value: 'demonic-influence', label: 'Demonic Influence', tier: 'uncommon' },
	{ value: 'celestial-marked', label: 'Celestial-Marked', tier: 'rare' },
	{ value: 'elemental-infusion', label: 'Elemental Infusion', tier: 'uncommon' },
	{ value: 'time-displacement', label: 'Time Displacement', tier: 'epic' },
	{ value: 'planar-instability', label: 'Planar Instability', tier: 'epic' },
	{ value: 'mind-flayer-tadpole', label: 'Mind Flayer Tadpole', tier: 'epic' },
	{ value: 'dragon-touched', label: 'Dragon-Touched', tier: 'rare' },
	{ value: 'lich-phylactery-bound', label: 'Lich Phylactery-Bound', tier: 'legendary' },
	{ value: 'wild-magic-surge', label: 'Wild Magic Surge', tier: 'uncommon' },
	{ value: 'divine-madness', label: 'Divine Madness', tier: 'rare' },
	{ value: 'void-touched', label: 'Void-Touched', tier: 'legendary' },
	{ value: 'crystal-plague', label: 'Crystal Plague', tier: 'epic' },
	{ value: 'blood-curse', label: 'Blood Curse', tier: 'rare' },
] as const satisfies readonly AfflictionOption[];
