import type { Lch, Ramp } from './color.ts';
import type { Layer } from './layers.ts';
import type { Matrix, Placement } from './placement.ts';
import type { Rig, Spot } from './rig.ts';
import type { Backdrop } from './scene/backdrop.ts';
import type { Shape, Space } from './shape.ts';
import type { Hidden, Studio } from './studio.ts';
import type { StylePart } from './style.ts';

/** Families share a skull and a silhouette. */
export type Family =
	| 'humanoid'
	| 'pointed-ear'
	| 'horned'
	| 'tusked'
	| 'feline'
	| 'canine'
	| 'ursine'
	| 'bovine'
	| 'leporine'
	| 'primate'
	| 'avian'
	| 'owl'
	| 'reptile'
	| 'turtle'
	| 'amphibian'
	| 'fish'
	| 'insect'
	| 'construct'
	| 'plasmoid'
	| 'elephantine'
	| 'fey';

export interface RacePart {
	readonly slot: 'race';
	readonly id: string;
	readonly family: Family;
	/** Draws the head and says where everything else hangs. */
	draw(s: Studio): Rig;
	/** Draws what shines around the head, once it is known what stands on it. */
	crown?(s: Studio, rig: Rig): void;
}

/** Materials of one figure's clothes. */
export interface Kit {
	readonly cloth: Ramp;
	readonly trim: Ramp;
	readonly leather: Ramp;
	readonly metal: Ramp;
	readonly torso: Shape;
}

/** A sign worn on the breast. */
export interface Emblem {
	/** Where it is worn unless something hides it there, and how far it reaches from its middle. */
	readonly at: Spot;
	readonly reach: number;
	draw(s: Studio, kit: Kit, at: Spot, layer: Layer): void;
}

export interface ClassPart {
	readonly slot: 'class';
	readonly id: string;
	/** Cloth tones to pick from; the first clashes least. */
	readonly cloth: readonly Lch[];
	readonly trim: Lch;
	/** How the trim takes the light. */
	readonly trimMaterial: 'metal' | 'cloth';
	readonly metal?: Lch;
	readonly hides?: readonly Hidden[];
	garment(s: Studio, rig: Rig, kit: Kit): void;
	headgear?(s: Studio, rig: Rig, kit: Kit): void;
	readonly emblem?: Emblem;
	/** What is carried behind the far shoulder. */
	carry?(s: Studio, rig: Rig, kit: Kit): void;
}

export interface BackgroundPart {
	readonly slot: 'background';
	readonly id: string;
	/** Tone behind the head, for the halo that parts figure and ground. */
	readonly halo: Lch;
	/** The scene is known by its colours, so no light may change them. */
	readonly keepsHue?: boolean;
	/** Rim light of figures in this scene. */
	readonly rim?: Lch;
	draw(b: Backdrop): void;
}

export interface AfflictionPart {
	readonly slot: 'affliction';
	readonly id: string;
	/** Draws it on the figure, whose arms and all they hold are drawn. */
	draw(s: Studio, rig: Rig, placement: Placement, family: Family): void;
	/** Draws what has to keep clear of held and carried things, once they and the places of all spaces are known. */
	finish?(s: Studio, rig: Rig, places: Readonly<Record<Space, Matrix>>): void;
}

export type Part = RacePart | ClassPart | BackgroundPart | AfflictionPart | StylePart;

/** Marks an object as a part of the forge; the registry keeps it under its slot and id. */
export function definePart<const Defined extends Part>(part: Defined): Defined {
	return part;
}
