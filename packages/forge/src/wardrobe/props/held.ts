import type { Lch, Ramp } from '../../engine/color.ts';
import type { Studio } from '../../engine/studio.ts';
import type { Grip, HandName } from '../stance/hand.ts';
import type { PropKind } from '../stance/poses.ts';

export interface Held {
	readonly kind: PropKind;
	/** How the hand takes it. */
	readonly hand: HandName;
	/** Units from where the prop's drawing has its origin down to where the hand takes it; above 0 it hangs. */
	readonly drop?: number;
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
