import type { Lch, Ramp } from '../engine/color.ts';
import type { Studio } from '../engine/studio.ts';
import type { Grip } from './hand.ts';

export interface Held {
	/** `fist` closes around the item, `palm` carries it. */
	readonly hold: 'fist' | 'palm';
	readonly draw: (g: Grip, m: ItemMaterials) => void;
}

export interface ItemMaterials {
	readonly s: Studio;
	readonly wood: Ramp;
	readonly steel: Ramp;
	readonly gold: Ramp;
	readonly paper: Ramp;
	readonly glass: Ramp;
	readonly tint: Ramp;
	gem(tone: Lch): Ramp;
}
