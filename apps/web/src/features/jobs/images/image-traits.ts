import { type PlannedTraits, traitLabel, traitNames } from '@adx/collection/metadata/traits';
import { backgrounds, defaultBackgroundOption } from '@adx/validators/catalogue/backgrounds';
import { isLayerTraits } from '@adx/validators/catalogue/image-traits';
import type { JobImage } from '../../../lib/api/trpc.ts';

type CatalogueKey = keyof PlannedTraits;
/** A trait of the catalogue, or a creator's own layer by its name. */
export type TraitKey = CatalogueKey | `@${string}`;

/** One value of one trait. */
export interface TraitValue {
	readonly trait: TraitKey;
	readonly value: string;
}

/** In the order people read them. */
const catalogueKeys = [
	'race',
	'class',
	'affliction',
	'divinity',
	'items',
	'magicalStone',
	'background',
	'artStyle',
] as const satisfies readonly CatalogueKey[];

const isLayer = (trait: TraitKey): trait is `@${string}` => trait.startsWith('@');

/** The traits of images in the order people read them: those of the catalogue, or every layer that one of them has. */
export function listTraitKeys(images: Iterable<Pick<JobImage, 'traits'> | undefined>): readonly TraitKey[] {
	const layers = new Set<TraitKey>();
	for (const image of images) {
		if (image === undefined) continue;
		if (!isLayerTraits(image.traits)) return catalogueKeys;
		for (const { trait_type } of image.traits.layers) layers.add(`@${trait_type}`);
	}
	return layers.size === 0 ? catalogueKeys : [...layers];
}

/** An image's value of a trait; undefined for a layer that it is not made of. */
export function getTraitValue({ traits }: Pick<JobImage, 'traits'>, trait: TraitKey): string | undefined {
	if (!isLayerTraits(traits)) return isLayer(trait) ? undefined : traits[trait];
	return traits.layers.find(({ trait_type }) => `@${trait_type}` === trait)?.value;
}

/** What people read for a trait. */
export const getTraitName = (trait: TraitKey): string => (isLayer(trait) ? trait.slice(1) : traitNames[trait]);

/** What people read for a value as an image has it. */
export const getExactLabel = ({ trait, value }: TraitValue): string =>
	isLayer(trait) ? value : traitLabel(trait, value);

/** The value that stands for all landscapes invented for their images: each is its own, so ten thousand would say nothing. */
export const inventedLandscape = '*';

const namedBackgrounds: ReadonlySet<string> = new Set(
	[...backgrounds, defaultBackgroundOption].map(({ value }) => value),
);

/** The value that a filter or a table knows: the same, but one for all invented landscapes. */
export const groupedValue = (trait: TraitKey, value: string): string =>
	trait === 'background' && !namedBackgrounds.has(value) ? inventedLandscape : value;

/** What people read for a folded value. */
export const valueLabel = (chosen: TraitValue): string =>
	chosen.trait === 'background' && chosen.value === inventedLandscape
		? 'Invented landscapes, each its own'
		: getExactLabel(chosen);

const separator = '~';

/** 'race:elf~class:wizard' and back, layers' names and values encoded; what is not a trait is left out. */
export const serializeTraits = (traits: readonly TraitValue[]) =>
	traits
		.map(({ trait, value }) => (isLayer(trait) ? `@${encode(trait.slice(1))}:${encode(value)}` : `${trait}:${value}`))
		.join(separator);

const encode = (text: string) => encodeURIComponent(text).replaceAll(separator, '%7E');

export function parseTraits(text: string): readonly TraitValue[] {
	return text.split(separator).flatMap((part) => {
		const colon = part.indexOf(':');
		const [name, value] = [part.slice(0, colon), part.slice(colon + 1)];
		if (colon === -1 || value === '') return [];
		if (name.startsWith('@')) return parseLayer(name.slice(1), value);
		const trait = catalogueKeys.find((key) => key === name);
		return trait === undefined ? [] : [{ trait, value }];
	});
}

function parseLayer(name: string, value: string): TraitValue[] {
	try {
		return [{ trait: `@${decodeURIComponent(name)}`, value: decodeURIComponent(value) }];
	} catch {
		return [];
	}
}
