import { createHash } from 'node:crypto';
import { isLandscapeName } from '@adx/collection/plan/landscape-names';
import { artStyles } from '@adx/validators/catalogue/art-styles';
import { type AnyTraits, type ImageTraits, requireImageTraits } from '@adx/validators/catalogue/image-traits';
import { afflictionPrompts } from './fragments/afflictions.ts';
import { stylePrompts } from './fragments/art-styles.ts';
import { backgroundPrompts } from './fragments/backgrounds.ts';
import { divinityPrompts, itemPrompts, stonePrompts } from './fragments/belongings.ts';
import { chooseWording } from './fragments/choose-wording.ts';
import { classPrompts } from './fragments/classes.ts';
import { racePrompts } from './fragments/races.ts';

export interface ImagePrompt {
	readonly text: string;
	/** SHA-256 of the text, hex. */
	readonly hash: string;
}

/** The request comes first, or a model may answer with a description. */
const purpose =
	'Create exactly one square image now: an original character portrait for a collection of fantasy artwork.';
const sketchOf = (image: string) =>
	`Sketch: ${image} is a rough drawing of this very picture; keep its composition, the pose and the place of everything in ` +
	'it, and paint it afresh in the style and detail that the words below ask for.';
const likeness =
	'Likeness: the images that come with this request show the character; keep its face and its proportions alike, and ' +
	'take everything else from the words below.';
const styledLikeness =
	'Likeness: the images that come with this request show the character and how it is drawn; keep its face and its ' +
	'proportions alike, and take the palette, the line and the shading from these images, also where the words on style ' +
	'say otherwise. Take everything else from the words below.';
const composition =
	'Composition: one adult figure alone, shown as a three-quarter bust from the chest up and turned slightly to one ' +
	'side, centred, with the whole head in view and an even margin around it.';
const finish =
	'Finish: the picture holds only the figure and what lies behind it, as clean artwork that fills the whole square to ' +
	'its edges and speaks through the image alone.';
const tameTone =
	'Mood: calm, friendly and dignified, suited to a family picture book; every piece of gear is ornamental and at rest.';

export interface PromptOptions {
	/** In tamer words, after the full ones were refused. */
	readonly isSoftened: boolean;
	/** Whether images go with it that the picture should look alike. */
	readonly hasReferences?: boolean;
	/** Whether a drawing goes with it, before those, whose composition the picture follows. */
	readonly hasSketch?: boolean;
	/** Whether palette and line come from these images. */
	readonly hasStyleLock?: boolean;
}

/**
 * The prompt for one planned row: prose of fixed blocks, the same to the byte for every row of a style, around one
 * fragment per trait. Softened, it asks for the same traits in tamer words. Nothing but catalogue values and names of
 * the landscape grammar gets in: throws a TypeError for traits that hold anything else.
 */
export function buildPrompt(
	anyTraits: AnyTraits,
	{ isSoftened, hasReferences = false, hasSketch = false, hasStyleLock = false }: PromptOptions,
): ImagePrompt {
	const traits = requireImageTraits(anyTraits);
	const text = [
		purpose,
		...(hasSketch
			? [
					sketchOf(
						hasReferences ? 'the first image that comes with this request' : 'the image that comes with this request',
					),
				]
			: []),
		...(hasReferences ? [likenessBlock({ hasSketch, hasStyleLock })] : []),
		styleBlock(traits.artStyle),
		composition,
		figureBlock(traits, isSoftened),
		...(isSoftened ? [tameTone] : []),
		finish,
	].join('\n\n');
	return { text, hash: createHash('sha256').update(text, 'utf8').digest('hex') };
}

function likenessBlock({
	hasSketch,
	hasStyleLock,
}: {
	readonly hasSketch: boolean;
	readonly hasStyleLock: boolean;
}): string {
	const block = hasStyleLock ? styledLikeness : likeness;
	return hasSketch ? block.replace('the images that come', 'the other images that come') : block;
}

function styleBlock(artStyle: ImageTraits['artStyle']): string {
	const { line, shading, palette } = fragmentOf(stylePrompts, artStyle, 'art style');
	const outlinePx = artStyles.find(({ value }) => value === artStyle)?.outlinePx;
	return (
		`Style: a hand-drawn fantasy illustration in two dimensions with ${line}, the outer outline about ${outlinePx} px ` +
		`wide at 1024 by 1024 px, ${shading}, and ${palette}.`
	);
}

function figureBlock(traits: ImageTraits, isSoftened: boolean): string {
	const words = (fragment: Parameters<typeof chooseWording>[0]) => chooseWording(fragment, isSoftened);
	return [
		`The figure is ${words(fragmentOf(racePrompts, traits.race, 'race'))},`,
		`dressed in ${words(fragmentOf(classPrompts, traits.class, 'class'))}.`,
		words(fragmentOf(afflictionPrompts, traits.affliction, 'affliction')),
		fragmentOf(divinityPrompts, traits.divinity, 'divinity'),
		`In one hand, clearly visible, the figure holds ${words(fragmentOf(itemPrompts, traits.items, 'item'))}.`,
		fragmentOf(stonePrompts, traits.magicalStone, 'magical stone'),
		`Behind the figure lies ${settingOf(traits.background)}.`,
	].join(' ');
}

/** In small letters: written as a name, it would be painted as a caption. */
function settingOf(background: string): string {
	if (Object.hasOwn(backgroundPrompts, background)) return fragmentOf(backgroundPrompts, background, 'background');
	if (!isLandscapeName(background)) throw new TypeError('the background is neither a scene nor an invented landscape');
	return `an imagined, dreamlike landscape of ${background.toLowerCase()}`;
}

function fragmentOf<Value>(fragments: Readonly<Record<string, Value>>, value: string, trait: string): Value {
	const fragment = Object.hasOwn(fragments, value) ? fragments[value] : undefined;
	if (fragment === undefined) throw new TypeError(`the ${trait} is not one of the catalogue`);
	return fragment;
}
