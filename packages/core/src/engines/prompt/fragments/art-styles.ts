import type { ArtStyle } from '@adx/validators/catalogue/image-traits';

/** How each style shades and colours; how wide its outline is stands in the catalogue. */
export interface StylePrompt {
	readonly line: string;
	readonly shading: string;
	readonly palette: string;
}

export const stylePrompts: Readonly<Record<ArtStyle, StylePrompt>> = {
	'bold-classic': {
		line: 'a heavy, lively ink line',
		shading: 'two-tone cel shading with hard edges',
		palette: 'clear primary colours',
	},
	'bold-modern': {
		line: 'an even, confident line',
		shading: 'three-tone cel shading',
		palette: 'cool neon colours on deep blue and violet',
	},
	'bold-retro': { line: 'a bold brush line', shading: 'halftone dots for shade', palette: 'four warm print colours' },
	'bold-clean': {
		line: 'a line of constant width',
		shading: 'flat colour with a single cast shadow',
		palette: 'fresh, clean colours',
	},
	'bold-vintage': {
		line: 'a bold, slightly worn ink line',
		shading: 'halftone shading',
		palette: 'faded ink colours on warm tinted paper',
	},
	'medium-classic': {
		line: 'a balanced ink line',
		shading: 'two-tone cel shading',
		palette: 'natural, saturated colours',
	},
	'medium-smooth': {
		line: 'a smooth, rounded line',
		shading: 'soft, blended shading',
		palette: 'warm natural colours',
	},
	'medium-detailed': {
		line: 'a searching line with many folds in the cloth',
		shading: 'three-tone cel shading',
		palette: 'full natural colours',
	},
	'medium-simple': {
		line: 'a simple line with half the usual detail',
		shading: 'one tone of cel shading',
		palette: 'a few plain colours',
	},
	'medium-refined': {
		line: 'a slender, careful line',
		shading: 'three-tone cel shading',
		palette: 'muted, harmonious colours',
	},
	'fine-delicate': { line: 'a delicate pen line', shading: 'soft shading', palette: 'light pastel colours' },
	'fine-precise': {
		line: 'a technical pen line of constant width',
		shading: 'crisp three-tone cel shading',
		palette: 'clear, measured colours',
	},
	'fine-elegant': {
		line: 'a line with long elegant tapers',
		shading: 'soft shading',
		palette: 'graceful cool colours',
	},
	'fine-minimal': {
		line: 'a thin line and very little detail',
		shading: 'flat, unshaded colour',
		palette: 'three or four quiet colours',
	},
	'fine-artistic': {
		line: 'a thin line with a strong swing',
		shading: 'engraved hatching lines for shade',
		palette: 'ink tones with a few washes of colour',
	},
	'light-shading': { line: 'a clear line', shading: 'light, restrained shading', palette: 'bright, airy colours' },
	'heavy-shading': {
		line: 'a clear line',
		shading: 'heavy shading with deep cast shadows',
		palette: 'dark, dramatic colours',
	},
	'soft-shading': {
		line: 'a gentle line',
		shading: 'soft shading that melts from light to dark',
		palette: 'mellow colours',
	},
	'sharp-shading': {
		line: 'a crisp line',
		shading: 'sharp shading cut in hard-edged facets',
		palette: 'strong contrasting colours',
	},
	'rich-shading': {
		line: 'a clear line',
		shading: 'rich shading in four tones with bright highlights',
		palette: 'deep, saturated colours',
	},
	'ultra-simple': {
		line: 'a simple line, dots for eyes and smooth cloth',
		shading: 'flat, unshaded colour',
		palette: 'a handful of cheerful colours',
	},
	'simple-clean': {
		line: 'a tidy line of constant width',
		shading: 'one tone of cel shading',
		palette: 'clean, simple colours',
	},
	'complex-detailed': {
		line: 'a fine line with patterned cloth and ornament everywhere',
		shading: 'three-tone cel shading with engraved shadows',
		palette: 'rich, varied colours',
	},
	'balanced-style': {
		line: 'an even, relaxed line',
		shading: 'two-tone cel shading',
		palette: 'well-balanced natural colours',
	},
	'classic-hero': {
		line: 'a strong comic ink line',
		shading: 'three-tone cel shading with a strong rim light, seen from slightly below',
		palette: 'bold heroic colours',
	},
	'classic-adventure': {
		line: 'a lively ink line',
		shading: 'two-tone cel shading',
		palette: 'earth colours',
	},
	'classic-fantasy': {
		line: 'a storybook ink line',
		shading: 'soft shading over cel tones',
		palette: 'jewel colours',
	},
	'classic-retro': {
		line: 'a chunky ink line',
		shading: 'halftone shading',
		palette: 'a palette of exactly eight colours',
	},
	'classic-modern': {
		line: 'a clean graphic line',
		shading: 'two-tone cel shading',
		palette: 'desaturated colours with one bright accent',
	},
	'fantasy-art': {
		line: 'a fine, almost dissolving line',
		shading: 'soft painterly shading and glowing light',
		palette: 'luminous colours',
	},
	'comic-book': {
		line: 'a bold comic ink line with solid inked blacks and speed lines behind the figure',
		shading: 'halftone shading',
		palette: 'punchy print colours',
	},
};
