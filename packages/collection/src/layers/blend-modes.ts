/** How a layer's pixels are combined with those below: the values of a canvas's `globalCompositeOperation`. */
export const blendModes = [
	'source-over',
	'source-in',
	'source-out',
	'source-atop',
	'destination-over',
	'destination-in',
	'destination-out',
	'destination-atop',
	'lighter',
	'copy',
	'xor',
	'multiply',
	'screen',
	'overlay',
	'darken',
	'lighten',
	'color-dodge',
	'color-burn',
	'hard-light',
	'soft-light',
	'difference',
	'exclusion',
	'hue',
	'saturation',
	'color',
	'luminosity',
] as const;
export type BlendMode = (typeof blendModes)[number];

/** Modes in which a transparent pixel of the layer changes the pixel below, so that nothing of a layer may be left out. */
export const wholeLayerModes: ReadonlySet<BlendMode> = new Set([
	'source-in',
	'source-out',
	'destination-in',
	'destination-atop',
	'copy',
]);

const toCamelCase = (mode: string) => mode.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** HashLips' constant `MODE`. What it calls `sourceAtop` is 'source-out' there, and so it is in every picture made with it. */
export const hashLipsModes: Readonly<Record<string, BlendMode>> = {
	...Object.fromEntries(blendModes.map((mode) => [toCamelCase(mode), mode])),
	sourceAtop: 'source-out',
};

const known: ReadonlyMap<string, BlendMode> = new Map(blendModes.map((mode) => [mode, mode]));

/** The mode of that name in any case, else undefined. */
export function findBlendMode(name: string): BlendMode | undefined {
	return known.get(name.trim().toLowerCase());
}
