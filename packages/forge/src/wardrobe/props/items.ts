import type { Lch } from '../../engine/color.ts';
import { hashText } from '../../engine/random.ts';
import type { Studio } from '../../engine/studio.ts';
import { blade, bow, chain, shield } from './arms-and-chains.ts';
import {
	bellStrap,
	gourd,
	herbBundle,
	hipFlask,
	kris,
	manySidedDice,
	roundShield,
	sabre,
	tiedLetter,
} from './further-designs.ts';
import type { Held, ItemMaterials } from './held.ts';
import {
	armillary,
	candleCage,
	caseCompass,
	conch,
	crescentStaff,
	featherCharm,
	forkedStaff,
	paperLantern,
	rolledMap,
	skullLantern,
	strawDoll,
} from './lights-and-staffs.ts';
import { bell, book, charm, crown, dice, key, mask, orb, quill, scroll } from './lore.ts';
import { beetle, compass, flask, flute, horn, hourglass, lantern, ridgedHorn, satchel, staffItem } from './tools.ts';

/** One way to draw an item. */
interface Design {
	readonly held: Held;
	/** Classes that carry this one rather than the others. */
	readonly suits?: readonly string[];
}

const design = (held: Held, ...suits: readonly string[]): Design => ({ held, suits });

/** What every item of the catalogue looks like in the hand; where there are several designs, class and seed choose. */
export const heldItems: Readonly<Record<string, readonly Design[]>> = {
	'travellers-lantern': [
		design(
			lantern((m) => m.gold, 80),
			'ranger',
			'artificer',
			'paladin',
			'cleric',
			'fighter',
		),
		design(paperLantern(60), 'monk', 'mystic', 'bard', 'shadow-dancer', 'arcane-archer'),
		design(candleCage(75), 'wizard', 'warlock', 'divine-oracle', 'rogue', 'blood-hunter', 'chrono-mage'),
		design(skullLantern(95), 'witch-doctor', 'elemental-shaman', 'barbarian', 'druid', 'death-knight'),
	],
	'oaken-staff': [
		design(staffItem, 'ranger', 'monk', 'cleric', 'druid'),
		design(forkedStaff, 'witch-doctor', 'elemental-shaman', 'barbarian', 'druid'),
		design(crescentStaff, 'wizard', 'sorcerer', 'mystic', 'warlock', 'divine-oracle'),
	],
	'hunting-horn': [
		design(horn, 'ranger', 'fighter', 'battle-master', 'bard'),
		design(ridgedHorn, 'barbarian', 'druid', 'elemental-shaman', 'death-knight'),
		design(conch, 'monk', 'mystic', 'witch-doctor', 'divine-oracle'),
	],
	'bronze-compass': [
		design(compass, 'ranger', 'rogue', 'bard'),
		design(caseCompass, 'battle-master', 'fighter', 'blood-hunter', 'paladin'),
		design(armillary, 'wizard', 'artificer', 'chrono-mage', 'void-walker', 'divine-oracle', 'mystic'),
	],
	'woven-charm': [
		design(charm, 'cleric', 'sorcerer', 'monk'),
		design(featherCharm, 'druid', 'ranger', 'elemental-shaman', 'arcane-archer'),
		design(strawDoll, 'witch-doctor', 'warlock', 'barbarian', 'blood-hunter'),
	],
	'weathered-map': [
		design(scroll(false), 'rogue', 'bard', 'chrono-mage'),
		design(rolledMap, 'battle-master', 'fighter', 'ranger', 'wizard', 'artificer'),
	],
	'bone-dice': [
		design(dice, 'barbarian', 'fighter', 'witch-doctor', 'blood-hunter'),
		design(manySidedDice, 'wizard', 'bard', 'rogue', 'sorcerer', 'chrono-mage'),
	],
	'copper-flask': [
		design(flask, 'artificer', 'wizard', 'sorcerer', 'warlock'),
		design(hipFlask, 'fighter', 'rogue', 'battle-master', 'bard', 'blood-hunter'),
		design(gourd, 'monk', 'druid', 'barbarian', 'witch-doctor', 'elemental-shaman', 'mystic'),
	],
	'silver-flute': [design(flute)],
	'sealed-letter': [
		design(scroll(true), 'rogue', 'bard', 'paladin'),
		design(tiedLetter, 'battle-master', 'cleric', 'wizard', 'divine-oracle', 'warlock'),
	],
	'thornwood-bow': [design(bow)],
	'glass-dagger': [
		design(
			blade(2.7, (m) => m.glass),
			'fighter',
			'ranger',
			'paladin',
			'artificer',
		),
		design(
			kris((m) => m.glass),
			'rogue',
			'warlock',
			'shadow-dancer',
			'witch-doctor',
			'blood-hunter',
		),
	],
	'raven-mask': [design(mask)],
	'herbalists-satchel': [
		design(satchel, 'ranger', 'artificer', 'cleric'),
		design(herbBundle, 'druid', 'witch-doctor', 'monk', 'elemental-shaman'),
	],
	'whispering-bell': [
		design(bell, 'cleric', 'paladin', 'divine-oracle'),
		design(bellStrap, 'bard', 'shadow-dancer', 'witch-doctor', 'monk', 'elemental-shaman'),
	],
	'mirror-shield': [
		design(shield, 'paladin', 'battle-master', 'fighter'),
		design(roundShield, 'barbarian', 'ranger', 'monk'),
	],
	'clockwork-beetle': [design(beetle)],
	'frostbound-chain': [design(chain)],
	'singing-blade': [
		design(
			blade(4.4, (m) => m.steel, [0.75, 0.12, 220]),
			'paladin',
			'fighter',
			'death-knight',
			'battle-master',
		),
		design(sabre([0.75, 0.12, 220]), 'rogue', 'bard', 'blood-hunter', 'shadow-dancer', 'monk'),
	],
	'phoenix-quill': [design(quill)],
	'lantern-of-echoes': [
		design(
			lantern((m) => m.steel, 290),
			'artificer',
			'paladin',
			'cleric',
		),
		design(paperLantern(290), 'monk', 'mystic', 'bard'),
		design(candleCage(285), 'wizard', 'warlock', 'rogue'),
		design(skullLantern(200), 'witch-doctor', 'death-knight', 'barbarian'),
	],
	'hourglass-of-ash': [design(hourglass)],
	'key-without-a-door': [design(key)],
	'crown-of-roots': [design(crown)],
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

/** How many times likelier a design is that suits the class. */
const suitedWeight = 5;

function chooseDesign(s: Studio, designs: readonly Design[]): Held {
	const weighted = designs.flatMap((one) =>
		Array.from({ length: one.suits?.includes(s.figure.class) ? suitedWeight : 1 }, () => one),
	);
	return s.stream('design').pick(weighted).held;
}

/** What the figure holds, or null for `none`. */
export function findHeld(s: Studio): Held | null {
	const name = s.figure.items.toLowerCase();
	if (name === 'none' || name === '') return null;
	const designs = heldItems[name];
	if (designs) return chooseDesign(s, designs);
	return byKeyword.find(([word]) => word.test(name))?.[1] ?? [book, orb, charm][hashText(name) % 3]!;
}

/** The materials that props of one figure are made of. */
export function getMaterials(s: Studio): ItemMaterials {
	const gem = (tone: Lch) => s.colors.ramp('gem', tone);
	return {
		s,
		gem,
		wood: s.colors.ramp('leather', [0.48, 0.07, 60]),
		steel: s.colors.ramp('metal', [0.76, 0.02, 250]),
		gold: s.colors.ramp('metal', [0.8, 0.12, 88]),
		// Not cloth, which some styles paint in one strong tone with the clothes.
		paper: s.colors.ramp('bone', [0.88, 0.05, 88]),
		glass: gem([0.78, 0.07, 200]),
		tint: gem([0.6, 0.15, hashText(s.figure.items.toLowerCase()) % 360]),
	};
}
