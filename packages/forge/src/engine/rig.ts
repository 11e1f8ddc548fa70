import type { Ramp } from './color.ts';
import type { Point, Shape } from './shape.ts';

/** A place for other parts to hang on to. */
export type Spot = readonly [x: number, y: number];

/** The edges of a mouth's lips, from its far corner to its near one. */
export interface Lips {
	readonly upper: readonly Point[];
	readonly lower: readonly Point[];
}

/** What a race hands on to all that is drawn after it. Head spots are in the head space, the rest in the body space. */
export interface Rig {
	readonly headShape: Shape;
	readonly skin: Ramp;
	/** Tones of the neck; fur and feather necks differ from the face. */
	readonly neckRamp: Ramp;
	readonly neck: 'slim' | 'thick' | 'ruff' | 'bellows' | 'none';
	/** Multiplies the shoulder width. */
	readonly shoulders: number;
	/** Multiplies the head about the neck. */
	readonly headScale: number;
	/** Middle of the line where hats rest, and half the skull's width there. */
	readonly hat: { readonly x: number; readonly y: number; readonly half: number };
	readonly eyeNear: Spot;
	readonly eyeFar: Spot;
	/** Half the near eye's width. */
	readonly eyeHalf: number;
	readonly cheekNear: Spot;
	readonly brow: Spot;
	readonly mouth: Spot;
	/** Top of the nose on a short muzzle, which cloth over the mouth covers as well. */
	readonly nose?: Spot;
	/** Of the mouth in a flat face of bare skin, with a jaw that whiskers can grow along. */
	readonly lips?: Lips;
	readonly chin: Spot;
	readonly crown: Spot;
	/** A trunk or beard hangs over the collar's tip. */
	readonly coversCollar: boolean;
}

/** The places of a human skull in the bust square; races move what differs. */
export const humanSpots = {
	hat: { x: 0.502, y: 0.305, half: 0.178 },
	eyeNear: [0.547, 0.437],
	eyeFar: [0.402, 0.435],
	eyeHalf: 0.05,
	cheekNear: [0.6, 0.535],
	brow: [0.462, 0.335],
	mouth: [0.45, 0.586],
	chin: [0.475, 0.66],
	crown: [0.5, 0.165],
	coversCollar: false,
	neck: 'slim',
	shoulders: 1,
	headScale: 1,
} as const;
