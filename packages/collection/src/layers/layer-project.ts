import type { BlendMode } from './blend-modes.ts';

/** The longest side of a layer, in pixels. */
export const layerSideMaxPx = 4_096;
/** Weights of values, as in every plan. */
export const layerWeightMax = 1_000_000;

/** A picture that a value puts on the image. */
export interface LayerPart {
	/** As it was given. */
	readonly path: string;
	readonly blend: BlendMode;
	/** From 0, invisible, to 1. */
	readonly opacity: number;
	/** Parts with a higher number lie over all with a lower one, whatever their layers' order. */
	readonly z: number;
}

export interface LayerValue {
	/** As it stands in the metadata. No other value of its layer has it, whatever its case. */
	readonly name: string;
	/** Its share beside the others of its layer, from 0 to `layerWeightMax`. */
	readonly weight: number;
	/** The exact number of images that the project asks for, else null. */
	readonly count: number | null;
	/** From the back to the front; none for a value that shows nothing, such as None. */
	readonly parts: readonly LayerPart[];
}

/** One trait of the collection, and the pictures that show its values. */
export interface Layer {
	/** The trait's name as it stands in the metadata. No other layer of its configuration has it, whatever its case. */
	readonly name: string;
	/** Its folder inside the folder of layers, with '/' between names. */
	readonly folder: string;
	/** Two images that differ in this layer alone count as different ones. False for HashLips' `bypassDNA`. */
	readonly isInDna: boolean;
	/** In the natural order of their files. */
	readonly values: readonly LayerValue[];
}

/** A value of a layer, by the names in the metadata. */
export interface LayerPair {
	readonly trait: string;
	readonly value: string;
}

/** `never`: the two values meet on no image. `together`: an image with `left` also has `right`. */
export interface LayerRule {
	readonly kind: 'never' | 'together';
	readonly left: LayerPair;
	readonly right: LayerPair;
	/** What said so: a config, or folders inside a value's folder, whose values need that value. */
	readonly source: 'config' | 'folders';
}

/** Images that are drawn from the same layers in the same order. */
export interface LayerConfiguration {
	/** How many images the config asks for, else null. */
	readonly size: number | null;
	/** From the back to the front. */
	readonly layers: readonly Layer[];
	readonly rules: readonly LayerRule[];
}

/** What lies under all layers of an image. */
export type LayerBackground =
	| { readonly kind: 'colour'; readonly css: string }
	/** HashLips' own: a full colour of any hue in this lightness, e.g. '80%'. */
	| { readonly kind: 'random-hue'; readonly lightness: string };

/** The size that images are drawn in; layers of another size are scaled. */
export interface LayerFormat {
	readonly width: number;
	readonly height: number;
	/** False for pixel art: every pixel becomes a sharp rectangle. */
	readonly isSmooth: boolean;
}

/**
 * What was noticed while layers were read. An `error` keeps images from being drawn as the folder says, a `warning` tells
 * what was assumed instead, a `note` is worth knowing.
 */
export interface LayerFinding {
	readonly severity: 'error' | 'warning' | 'note';
	/** One or two sentences to show as they are. */
	readonly message: string;
	/** The first few files it is about, as they were given. */
	readonly paths: readonly string[];
}

/** A folder of layers, read. */
export interface LayerProject {
	/** At least one, unless a finding says why there is nothing to draw. */
	readonly configurations: readonly LayerConfiguration[];
	/** The images of several configurations are numbered in a shuffled order instead of one configuration after the other. */
	readonly isShuffled: boolean;
	readonly format: LayerFormat | null;
	readonly background: LayerBackground | null;
	/** Every picture that some value shows, once, in natural order. */
	readonly picturePaths: readonly string[];
	readonly findings: readonly LayerFinding[];
}
