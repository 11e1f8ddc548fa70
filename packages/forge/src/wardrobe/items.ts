import type { Lch } from '../engine/color.ts';
import type { Kit } from '../engine/part.ts';
import { hashText } from '../engine/random.ts';
import type { Rig } from '../engine/rig.ts';
import type { Studio } from '../engine/studio.ts';
import { drawFist, drawPalm, gripOf } from './hand.ts';
import type { Held, ItemMaterials } from './held.ts';
import { blade, bow, chain, shield } from './items-arms.ts';
import { bell, book, charm, crown, dice, key, mask, orb, quill, scroll } from './items-lore.ts';
import { beetle, compass, flask, flute, horn, hourglass, lantern, satchel, staffItem } from './items-tools.ts';

/** What every item of the catalogue looks like in the hand. */
export const heldItems: Readonly<Record<string, Held>> = {
	'travellers-lantern': lantern((m) => m.gold, 80),
	'oaken-staff': staffItem,
	'hunting-horn': horn,
	'bronze-compass': compass,
	'woven-charm': charm,
	'weathered-map': scroll(false),
	'bone-dice': dice,
	'copper-flask': flask,
	'silver-flute': flute,
	'sealed-letter': scroll(true),
	'thornwood-bow': bow,
	'glass-dagger': blade(2.7, (m) => m.glass),
	'raven-mask': mask,
	'herbalists-satchel': satchel,
	'whispering-bell': bell,
	'mirror-shield': shield,
	'clockwork-beetle': beetle,
	'frostbound-chain': chain,
	'singing-blade': blade(4.4, (m) => m.steel, [0.75, 0.12, 220]),
	'phoenix-quill': quill,
	'lantern-of-echoes': lantern((m) => m.steel, 290),
	'hourglass-of-ash': hourglass,
	'key-without-a-door': key,
	'crown-of-roots': crown,
};

const byKeyword: readonly (readonly [RegExp, Held])[] = [
	[/sword|blade|sabre/, blade(4.4, (m) => m.steel)],
	[/dagger|knife/, blade(2.7, (m) => m.steel)],
	[/staff|wand|rod/, staffItem],
	[/bow/, bow],
	[/shield/, shield],
	[/book|tome|grimoire/, book],
	[/flask|potion|vial/, flask],
	[/lantern|lamp/, lantern((m) => m.gold, 80)],
	[/map|scroll|letter/, scroll(false)],
	[/key/, key],
	[/mask/, mask],
];

/** Draws the figure's item in the near hand; `none` leaves the hand out of the picture. */
export function drawItem(s: Studio, rig: Rig, kit: Kit): void {
	const name = s.figure.items.toLowerCase();
	if (name === 'none' || name === '') return;
	const hash = hashText(name);
	const held = heldItems[name] ?? byKeyword.find(([word]) => word.test(name))?.[1] ?? [book, orb, charm][hash % 3]!;
	const gem = (tone: Lch) => s.colors.ramp('gem', tone);
	const materials: ItemMaterials = {
		s,
		gem,
		wood: s.colors.ramp('leather', [0.48, 0.07, 60]),
		steel: s.colors.ramp('metal', [0.76, 0.02, 250]),
		gold: s.colors.ramp('metal', [0.8, 0.12, 88]),
		paper: s.colors.ramp('cloth', [0.88, 0.05, 88]),
		glass: gem([0.78, 0.07, 200]),
		tint: gem([0.6, 0.15, hash % 360]),
	};
	const grip = gripOf(s);
	if (held.hold === 'palm') {
		drawPalm(s, rig, kit);
		held.draw(grip, materials);
	} else {
		held.draw(grip, materials);
		drawFist(s, rig, kit);
	}
}
