import { afflictions } from '@adx/validators/catalogue/afflictions';
import { artStyles } from '@adx/validators/catalogue/art-styles';
import { backgrounds, defaultBackgroundOption } from '@adx/validators/catalogue/backgrounds';
import { classes } from '@adx/validators/catalogue/classes';
import { divinities } from '@adx/validators/catalogue/divinities';
import { items } from '@adx/validators/catalogue/items';
import type { CatalogueOption } from '@adx/validators/catalogue/option';
import { races } from '@adx/validators/catalogue/races';
import { stones } from '@adx/validators/catalogue/stones';
import type { ImageTraits } from '@adx/validators/generation';

/** The traits a plan fixes; the rarity tier follows from them once the collection is ranked. */
export type PlannedTraits = Omit<ImageTraits, 'rarity'>;

/** One trait as marketplaces read it. */
export interface TokenAttribute {
	readonly trait_type: string;
	readonly value: string;
}

/** The names people read, in the order in which a token's attributes stand. */
export const traitNames = {
	race: 'Race',
	class: 'Class',
	artStyle: 'Art Style',
	background: 'Background',
	affliction: 'Affliction',
	divinity: 'Divinity',
	items: 'Items',
	magicalStone: 'Magical Stone',
	rarity: 'Rarity',
} as const satisfies Record<keyof ImageTraits, string>;

const catalogues: Readonly<Record<keyof PlannedTraits, readonly CatalogueOption[]>> = {
	race: races,
	class: classes,
	artStyle: artStyles,
	background: [...backgrounds, defaultBackgroundOption],
	affliction: afflictions,
	divinity: divinities,
	items: items,
	magicalStone: stones,
};

const plannedTraits = Object.keys(catalogues) as (keyof PlannedTraits)[];

const labels = new Map(
	plannedTraits.map((trait) => [trait, new Map(catalogues[trait].map(({ value, label }) => [value, label]))]),
);

/** What people read for a trait's value; a value of no catalogue (an invented landscape's name) is its own label. */
export function traitLabel(trait: keyof PlannedTraits, value: string): string {
	return labels.get(trait)!.get(value) ?? value;
}

/** The traits that rarity is computed from, by the names and labels people read: everything but Rarity itself. */
export function toScoredTraits(traits: PlannedTraits): Record<string, string> {
	return Object.fromEntries(plannedTraits.map((trait) => [traitNames[trait], traitLabel(trait, traits[trait])]));
}

/** A token's attributes in fixed order. Affliction is always included ('None' when there is none); Rarity comes last. */
export function toAttributes(traits: ImageTraits): TokenAttribute[] {
	const planned = plannedTraits.map((trait) => ({
		trait_type: traitNames[trait],
		value: traitLabel(trait, traits[trait]),
	}));
	return [...planned, { trait_type: traitNames.rarity, value: traits.rarity }];
}
