import { z } from 'zod';
import { unknownValueError } from '../zod-messages.ts';
import { afflictions } from './afflictions.ts';
import { artStyles } from './art-styles.ts';
import { backgrounds, defaultBackgroundOption } from './backgrounds.ts';
import { classes } from './classes.ts';
import { listValues } from './option.ts';
import { races } from './races.ts';

/** Accepted on the API and drawn literally, though it is not a tile of the form. */
export const defaultBackground = defaultBackgroundOption.value;

export const raceSchema = z.enum(listValues(races), { error: unknownValueError('race') });
export const classSchema = z.enum(listValues(classes), { error: unknownValueError('class') });
export const afflictionSchema = z.enum(listValues(afflictions), { error: unknownValueError('affliction') });
export const artStyleSchema = z.enum(listValues(artStyles), { error: unknownValueError('art style') });
export const backgroundSchema = z.enum([...listValues(backgrounds), defaultBackground], {
	error: unknownValueError('background type'),
});

export type Race = z.infer<typeof raceSchema>;
export type CharacterClass = z.infer<typeof classSchema>;
export type Affliction = z.infer<typeof afflictionSchema>;
export type ArtStyle = z.infer<typeof artStyleSchema>;
export type Background = z.infer<typeof backgroundSchema>;

export const rarityTierSchema = z.enum(['Common', 'Uncommon', 'Rare', 'Epic', 'Legendary']);
export type RarityTier = z.infer<typeof rarityTierSchema>;

/**
 * The planned traits of one image: catalogue values (an invented landscape's name for `background`),
 * `rarity` the tier its rank gives.
 */
export const imageTraitsSchema = z.object({
	race: raceSchema,
	class: classSchema,
	artStyle: artStyleSchema,
	background: z.string(),
	affliction: afflictionSchema,
	divinity: z.string(),
	items: z.string(),
	magicalStone: z.string(),
	rarity: rarityTierSchema,
});
export type ImageTraits = z.infer<typeof imageTraitsSchema>;

/** One trait as marketplaces read it. */
export const tokenAttributeSchema = z.object({ trait_type: z.string(), value: z.string() });
export type TokenAttribute = z.infer<typeof tokenAttributeSchema>;

/** The planned traits of an image of a creator's own layers, by the names that its metadata shows. */
export const layerTraitsSchema = z.object({
	/** From the back to the front. A list, since a database keeps no order of names. */
	layers: z.array(tokenAttributeSchema),
	/** The layers that make no image another one: HashLips' `bypassDNA`. */
	outsideDna: z.array(z.string()),
	/** The tier that its rank gives. */
	rarity: rarityTierSchema,
});
export type LayerTraits = z.infer<typeof layerTraitsSchema>;

/** Those of the catalogue, or for an image of own layers theirs. */
export const anyTraitsSchema = z.union([imageTraitsSchema, layerTraitsSchema]);
export type AnyTraits = z.infer<typeof anyTraitsSchema>;

/** Tells an image of a creator's own layers from one of the catalogue. */
export const isLayerTraits = (traits: object): traits is LayerTraits => 'layers' in traits;

/** The traits of an image that is drawn by them. Throws a TypeError for those of own layers. */
export function requireImageTraits(traits: AnyTraits): ImageTraits {
	if (isLayerTraits(traits)) throw new TypeError('Own layers have no traits of the catalogue.');
	return traits;
}
