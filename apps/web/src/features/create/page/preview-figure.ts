import { afflictions } from '@adx/validators/catalogue/afflictions';
import { artStyles } from '@adx/validators/catalogue/art-styles';
import { sceneBackgrounds } from '@adx/validators/catalogue/backgrounds';
import { classes } from '@adx/validators/catalogue/classes';
import { divinities } from '@adx/validators/catalogue/divinities';
import type { ImageTraits } from '@adx/validators/catalogue/image-traits';
import { items } from '@adx/validators/catalogue/items';
import { races } from '@adx/validators/catalogue/races';
import { stones } from '@adx/validators/catalogue/stones';

/** What the form has chosen so far; nothing chosen means anything goes. */
export interface PreviewChoice {
	readonly races: readonly ImageTraits['race'][];
	readonly classes: readonly ImageTraits['class'][];
	readonly artStyle: string;
	readonly backgroundType: string;
	readonly afflictions?: readonly ImageTraits['affliction'][];
}

const valueAt = <Value extends string>(options: readonly { readonly value: Value }[], index: number): Value =>
	options[index % options.length]!.value;

/** Walks through the choices roll by roll: every race comes up once before any comes again. */
export function createPreviewFigure(choice: PreviewChoice, roll: number): ImageTraits {
	const chosenOr = <Value extends string>(
		chosen: readonly Value[] | undefined,
		options: readonly { readonly value: Value }[],
		stride: number,
	): Value => {
		if (chosen === undefined || chosen.length === 0) return valueAt(options, roll * stride);
		return chosen[roll % chosen.length]!;
	};
	const style = artStyles.find((candidate) => candidate.value === choice.artStyle) ?? artStyles[0]!;
	const scene = sceneBackgrounds.find((candidate) => candidate.value === choice.backgroundType);
	return {
		race: chosenOr(choice.races, races, 7),
		class: chosenOr(choice.classes, classes, 5),
		artStyle: style.value,
		background: scene?.value ?? valueAt(sceneBackgrounds, roll * 5),
		affliction: choice.afflictions?.length ? chosenOr(choice.afflictions, afflictions, 1) : 'none',
		divinity: valueAt(divinities, roll * 3),
		items: valueAt(items, roll * 7),
		magicalStone: valueAt(stones, roll * 3),
		rarity: 'Common',
	};
}
