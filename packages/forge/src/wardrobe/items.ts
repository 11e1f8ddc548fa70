import type { Lch } from '../engine/color.ts';
import type { Kit } from '../engine/part.ts';
import { hashText } from '../engine/random.ts';
import type { Spot } from '../engine/rig.ts';
import type { Studio } from '../engine/studio.ts';
import { drawForearm } from './arm.ts';
import { type Grip, type HandBuild, type HandName, type HandShape, handShapes, openGrip } from './hand.ts';
import type { Held, ItemMaterials } from './held.ts';
import { blade, bow, chain, shield } from './items-arms.ts';
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
} from './items-further.ts';
import { bell, book, charm, crown, dice, key, mask, orb, quill, scroll } from './items-lore.ts';
import {
	armillary,
	candleCage,
	caseCompass,
	conch,
	crescentStaff,
	curledHorn,
	featherCharm,
	forkedStaff,
	paperLantern,
	rolledMap,
	skullLantern,
	strawDoll,
} from './items-more.ts';
import { beetle, compass, flask, flute, horn, hourglass, lantern, satchel, staffItem } from './items-tools.ts';
import type { ArmPose, Pose } from './poses.ts';

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
		design(curledHorn, 'barbarian', 'druid', 'elemental-shaman', 'death-knight'),
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

function getMaterials(s: Studio): ItemMaterials {
	const gem = (tone: Lch) => s.colors.ramp('gem', tone);
	return {
		s,
		gem,
		wood: s.colors.ramp('leather', [0.48, 0.07, 60]),
		steel: s.colors.ramp('metal', [0.76, 0.02, 250]),
		gold: s.colors.ramp('metal', [0.8, 0.12, 88]),
		paper: s.colors.ramp('cloth', [0.88, 0.05, 88]),
		glass: gem([0.78, 0.07, 200]),
		tint: gem([0.6, 0.15, hashText(s.figure.items.toLowerCase()) % 360]),
	};
}

/** Where the wrist of a hand meets the arm, and the hand itself once what it holds is drawn. */
interface Arm {
	readonly grip: Grip;
	readonly hand: HandShape;
	readonly pose: ArmPose;
	readonly isFar: boolean;
}

const mirrorSpot = ([x, y]: Spot): Spot => [1.01 - x, y];

function openArm(s: Studio, stance: Stance, pose: ArmPose, name: HandName, isFar: boolean): Arm {
	const at = isFar ? mirrorSpot(pose.hand) : pose.hand;
	return {
		grip: openGrip(s, { at, turn: pose.turn, step: stance.step, layer: 'hand', isFar }),
		hand: handShapes[pose.shape ?? name],
		pose,
		isFar,
	};
}

function reachOut(s: Studio, kit: Kit, stance: Stance, { grip, hand, pose, isFar }: Arm): void {
	drawForearm(s, kit, {
		elbow: isFar ? mirrorSpot(pose.elbow) : pose.elbow,
		wrist: grip.at(...hand.wrist),
		skin: (isFar ? stance.build : stance.nearBuild).skin,
		layer: 'hand',
		girth: stance.girth,
	});
}

/** How one figure stands: its pose, and what its hands are like. */
export interface Stance {
	readonly pose: Pose;
	readonly held: Held | null;
	/** The far arm where it has hold of what the class carries. */
	readonly carrying: ArmPose | null;
	readonly build: HandBuild;
	/** The near hand, which an affliction may have changed. */
	readonly nearBuild: HandBuild;
	/** Fractions of the square per unit of a hand's grid. */
	readonly step: number;
	readonly girth: number;
	/** The lips in the body space. */
	readonly lips: Spot;
}

/** The pipe at the lips, both hands on its holes. */
function playPipe(s: Studio, kit: Kit, stance: Stance, held: Held): void {
	const [x, y] = stance.lips;
	const pipe = openGrip(s, { at: [x, y + 0.004], turn: -24, step: 0.096, layer: 'hand' });
	held.draw(pipe, getMaterials(s));
	for (const [along, isFar] of [
		[1.65, true],
		[2.95, false],
	] as const) {
		const at = pipe.at(isFar ? -0.04 : 0.04, along);
		const arm: Arm = {
			grip: openGrip(s, { at, turn: isFar ? 34 : -34, step: stance.step * 0.85, layer: 'hand', isFar }),
			hand: handShapes.fist,
			pose: { hand: at, elbow: isFar ? [0.95, 1.12] : [0.93, 1.14], turn: 0 },
			isFar,
		};
		reachOut(s, kit, stance, arm);
		arm.hand.before(arm.grip, isFar ? stance.build : stance.nearBuild);
	}
}

/** Draws the figure's arms and the item in its hand. */
export function drawItem(s: Studio, kit: Kit, stance: Stance): void {
	const { pose, held, build, nearBuild, carrying } = stance;
	if (carrying) {
		const arm = openArm(s, stance, carrying, 'fist', true);
		reachOut(s, kit, stance, arm);
		arm.hand.behind?.(arm.grip, build);
		arm.hand.before(arm.grip, build);
	}
	if (held && pose.id === 'playing') {
		playPipe(s, kit, stance, held);
		return;
	}
	const far = pose.far && openArm(s, stance, pose.far, held?.hand ?? 'fist', true);
	const near = pose.near && openArm(s, stance, pose.near, held?.hand ?? 'fist', false);
	if (far) {
		reachOut(s, kit, stance, far);
		far.hand.behind?.(far.grip, build);
	}
	const isShield = held?.kind === 'shield';
	if (near) {
		reachOut(s, kit, stance, near);
		near.hand.behind?.(near.grip, nearBuild);
		if (isShield) near.hand.before(near.grip, nearBuild);
	}
	if (held) {
		const layer = pose.prop?.layer ?? 'hand';
		const at = pose.prop?.at ?? near?.pose.hand ?? [0.8, 0.8];
		const turn = pose.prop?.turn ?? near?.pose.turn ?? 0;
		const step = held.kind === 'shield' ? 0.118 : 0.1;
		held.draw(openGrip(s, { at, turn, step, layer }).moved(0, held.drop ?? 0), getMaterials(s));
	}
	if (far) far.hand.before(far.grip, build);
	if (near && !isShield) near.hand.before(near.grip, nearBuild);
}
