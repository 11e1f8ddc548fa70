import type { ForgeSurface } from '../surface.ts';
import { forgeVersion } from '../version.ts';
import { createRamp, css, type Lch, type Material, type Ramp } from './color.ts';
import type { Figure } from './figure.ts';
import { createLook, type Look } from './look.ts';
import { createStream, type Stream } from './random.ts';
import { Pen, Recorder } from './recorder.ts';
import { type LineInk, palettes, type StylePart } from './style.ts';

export interface Colors {
	/** Ramp of a material after the style's palette. */
	ramp(material: Material, tone: Lch): Ramp;
	/** One CSS colour after the style's palette. */
	tone(tone: Lch, alpha?: number): string;
}

/**
 * What a class takes away so that its own headgear shows; `crown` is what stands up from the top of a skull: sails,
 * tufts, antennae, topknots; `crest` only the plates swept back over one and what is stuck upright in the hair, among
 * which antlers are lost; `eyes` takes the brows along, which over a blindfold would be taken for eyes; nothing is played at a hidden `mouth`; `brow-band` is what a race wears around its brow, `eyeglass` what it looks through, and
 * `face-paint` its stripes of war; a mask that shows the eyes has `brows` of its own; `shoulders` lie whole under armour,
 * capes or furs.
 */
export type Hidden =
	| 'front-hair'
	| 'hair'
	| 'ears'
	| 'headgear'
	| 'crown'
	| 'crest'
	| 'eyes'
	| 'mouth'
	| 'brow-band'
	| 'brows'
	| 'eyeglass'
	| 'face-paint'
	| 'shoulders';

/** Where the far side of a head lies between two heights: as far out as it comes, and where it is everywhere. */
export interface HeadSide {
	readonly most: number;
	readonly everywhere: number;
}

/** What a race may use: pens, colours, random streams and the look the seed chose. */
export interface Studio {
	readonly surface: ForgeSurface;
	readonly figure: Figure;
	readonly style: StylePart;
	readonly look: Look;
	readonly colors: Colors;
	readonly recorder: Recorder;
	readonly head: Pen;
	readonly body: Pen;
	/** Small marks are worth drawing at this size and in this style. */
	readonly fine: boolean;
	readonly hidden: ReadonlySet<Hidden>;
	/** What the class carries is on the back, behind the head, and no hand holds it. */
	readonly isSlung?: boolean;
	/** How far out the head reaches on the far side between two heights of the body space, given to what classes carry. */
	readonly findHeadSide?: (top: number, bottom: number) => HeadSide;
	stream(slot: string): Stream;
	/** A tone picked from `tones` by its own slot and jittered a little. */
	choose(slot: string, tones: readonly Lch[]): Lch;
}

/** Inks that are the same around everything. */
const inks: Partial<Readonly<Record<LineInk, string>>> = {
	sepia: css(0.32, 0.06, 50),
	blue: css(0.36, 0.15, 262),
	violet: css(0.26, 0.14, 295),
	pencil: css(0.36, 0.015, 70),
};

/** Outlines thinner than this, in pixels of the reference, are hairlines. */
const hairlinePx = 2;

const lineOf = (ink: LineInk, ramp: Ramp): string =>
	ink === 'tinted' ? ramp.deep : ink === 'faint' ? ramp.shade : (inks[ink] ?? ramp.ink);

export function createColors(style: StylePart): Colors {
	const adjust = palettes[style.palette];
	return {
		ramp: (material, tone) => {
			const ramp = createRamp(material, adjust(tone, material), style.contrast);
			const outline = lineOf(style.line, ramp);
			// Beside hairlines a broad stroke in their ink would be an error: it is a tone of what it is drawn on.
			const ink = style.outlinePx < hairlinePx ? ramp.deep : outline;
			return { ...ramp, ink, outline, ...(style.inkSpotting ? { deep: ramp.ink } : {}) };
		},
		tone: (tone, alpha = 1) => {
			const [L, C, h] = adjust(tone, null);
			return css(L, C, h, alpha);
		},
	};
}

/** Sets the table for one figure. */
export function openStudio(
	surface: ForgeSurface,
	figure: Figure,
	style: StylePart,
	options: { readonly seed: string; readonly sizePx: number; readonly hidden: readonly Hidden[] },
): Studio {
	const stream = (slot: string) => createStream(forgeVersion, options.seed, slot);
	const recorder = new Recorder(surface);
	return {
		surface,
		figure,
		style,
		look: createLook(stream, figure),
		colors: createColors(style),
		recorder,
		head: new Pen(recorder, 'head'),
		body: new Pen(recorder, 'body'),
		fine: style.detail >= 0.6 && options.sizePx >= 96,
		hidden: new Set(options.hidden),
		stream,
		choose: (slot, tones) => {
			const random = stream(slot);
			const [L, C, h] = random.pick(tones);
			return [L + random.swing() * 0.02, C * (1 + random.swing() * 0.08), h + random.swing() * 4];
		},
	};
}
