import type { CatalogueOption } from './option.ts';

/** What a character carries. */
export interface ItemOption extends CatalogueOption {}

/** 24 items of our own; every character carries exactly one. */
export const items = [
	{ value: 'travellers-lantern', label: "Traveller's Lantern", tier: 'common' },
	{ value: 'oaken-staff', label: 'Oaken Staff', tier: 'common' },
	{ value: 'hunting-horn', label: 'Hunting Horn', tier: 'common' },
	{ value: 'bronze-compass', label: 'Bronze Compass', tier: 'common' },
	{ value: 'woven-charm', label: 'Woven Charm', tier: 'common' },
	{ value: 'weathered-map', label: 'Weathered Map', tier: 'common' },
	{ value: 'bone-dice', label: 'Bone Dice', tier: 'common' },
	{ value: 'copper-flask', label: 'Copper Flask', tier: 'common' },
	{ value: 'silver-flute', label: 'Silver Flute', tier: 'uncommon' },
	{ value: 'sealed-letter', label: 'Sealed Letter', tier: 'uncommon' },
	{ value: 'thornwood-bow', label: 'Thornwood Bow', tier: 'uncommon' },
	{ value: 'glass-dagger', label: 'Glass Dagger', tier: 'uncommon' },
	{ value: 'raven-mask', label: 'Raven Mask', tier: 'uncommon' },
	{ value: 'herbalists-satchel', label: "Herbalist's Satchel", tier: 'uncommon' },
	{ value: 'whispering-bell', label: 'Whispering Bell', tier: 'rare' },
	{ value: 'mirror-shield', label: 'Mirror Shield', tier: 'rare' },
	{ value: 'clockwork-beetle', label: 'Clockwork Beetle', tier: 'rare' },
	{ value: 'frostbound-chain', label: 'Frostbound Chain', tier: 'rare' },
	{ value: 'singing-blade', label: 'Singing Blade', tier: 'rare' },
	{ value: 'phoenix-quill', label: 'Phoenix Quill', tier: 'epic' },
	{ value: 'lantern-of-echoes', label: 'Lantern of Echoes', tier: 'epic' },
	{ value: 'hourglass-of-ash', label: 'Hourglass of Ash', tier: 'epic' },
	{ value: 'key-without-a-door', label: 'Key Without a Door', tier: 'legendary' },
	{ value: 'crown-of-roots', label: 'Crown of Roots', tier: 'legendary' },
] as const satisfies readonly ItemOption[];
