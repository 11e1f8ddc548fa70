import { afflictions } from '@adx/validators/catalogue/afflictions';
import { artStyles } from '@adx/validators/catalogue/art-styles';
import { backgrounds, defaultBackgroundOption } from '@adx/validators/catalogue/backgrounds';
import { classes } from '@adx/validators/catalogue/classes';
import { divinities } from '@adx/validators/catalogue/divinities';
import {
	type AnyTraits,
	type ImageTraits,
	isLayerTraits,
	type LayerTraits,
	type TokenAttribute,
} from '@adx/validators/catalogue/image-traits';
import { items } from '@adx/validators/catalogue/items';
import type { CatalogueOption } from '@adx/validators/catalogue/option';
import { races } from '@adx/validators/catalogue/races';
import { stones } from '@adx/validators/catalogue/stones';

/** The traits a plan fixes; the rarity tier follows from them once the collection is ranked. */
export type PlannedTraits = Omit<ImageTraits, 'rarity'>;

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

/**
 * The traits that rarity is computed from, by the names and labels people read: everything but Rarity itself, which is
 * left out of own layers where they are ranked.
 */
export function toScoredTraits(traits: PlannedTraits): Record<string, string>;
export function toScoredTraits(traits: PlannedTraits | LayerTraits): Record<string, string> | readonly TokenAttribute[];
export function toScoredTraits(
	traits: PlannedTraits | LayerTraits,
): Record<string, string> | readonly TokenAttribute[] {
	if (isLayerTraits(traits)) return traits.layers;
	return Object.fromEntries(plannedTraits.map((trait) => [traitNames[trait], traitLabel(trait, traits[trait])]));
}

/**
 * A token's attributes in fixed order, Rarity last: all of the catalogue, where Affliction is 'None' when there is none, or
 * all layers. A layer that is called like it stands instead of the derived one.
 */
export function toAttributes(traits: AnyTraits): TokenAttribute[] {
	if (isLayerTraits(traits)) {
		const { layers, rarity } = traits;
		return hasOwnRarity(layers) ? [...layers] : [...layers, { trait_type: traitNames.rarity, value: rarity }];
	}
	const planned = plannedTraits.map((trait) => ({
		trait_type: traitNames[trait],
		value: traitLabel(trait, traits[trait]),
	}));
	return [...planned, { trait_type: traitNames.rarity, value: traits.rarity }];
}

const hasOwnRarity = (layers: readonly TokenAttribute[]) =>
	layers.some(({ trait_type }) => trait_type.trim().toLowerCase() === traitNames.rarity.toLowerCase());
