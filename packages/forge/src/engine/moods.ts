import type { Stream } from './random.ts';

export type MouthShape =
	| 'line'
	| 'smirk'
	| 'grin'
	| 'beam'
	| 'open'
	| 'gasp'
	| 'pout'
	| 'frown'
	| 'snarl'
	| 'bite'
	| 'fang';

/** A mood as offsets on the face's sliders. */
export interface Expression {
	readonly id: string;
	/** Height of the inner brow ends: -0.02 afraid to 0.024 fierce. */
	readonly browInner: number;
	readonly browOuter: number;
	/** How much higher the near brow stands than the far one. */
	readonly browSkew: number;
	/** 1 wide open, 0.6 half shut. */
	readonly lids: number;
	readonly pupil: number;
	/** 1 a broad smile, -1 a scowl. */
	readonly mouth: number;
	readonly mouthWidth: number;
	readonly open: number;
	readonly tilt: number;
	/** Mouths that show the mood; races with mouths of their own keep to those. */
	readonly mouths: readonly MouthShape[];
}

const expression = (
	id: string,
	[browInner, browOuter, browSkew, lids, pupil, mouth, mouthWidth, open, tilt]: readonly number[],
	mouths: readonly MouthShape[],
): Expression => ({
	id,
	browInner: browInner!,
	browOuter: browOuter!,
	browSkew: browSkew!,
	lids: lids!,
	pupil: pupil!,
	mouth: mouth!,
	mouthWidth: mouthWidth!,
	open: open!,
	tilt: tilt!,
	mouths,
});

const expressions = {
	calm: expression('calm', [0, 0, 0, 0.97, 1, 0.3, 1, 0, 0], ['line', 'line', 'pout']),
	joyful: expression('joyful', [-0.008, -0.01, 0, 0.94, 1.08, 1.25, 1.2, 0.6, -2], ['beam', 'grin', 'beam', 'line']),
	proud: expression('proud', [0.006, -0.012, 0.004, 0.82, 0.96, 0.35, 1, 0, 2], ['line', 'smirk']),
	fierce: expression('fierce', [0.024, -0.014, 0, 0.84, 0.8, -0.9, 1.08, 0, -1], ['frown', 'snarl', 'line', 'snarl']),
	sly: expression('sly', [0.008, -0.014, -0.02, 0.7, 0.94, 0.85, 1.08, 0, -3.5], ['smirk', 'smirk', 'line']),
	weary: expression('weary', [-0.014, 0.012, 0, 0.62, 1, -0.45, 0.88, 0, 1.5], ['line', 'frown']),
	afraid: expression('afraid', [-0.022, 0.006, 0, 1.14, 0.7, -0.6, 0.78, 0.5, 1], ['gasp', 'bite', 'gasp']),
	awed: expression('awed', [-0.016, -0.014, 0, 1.12, 1.14, 0.2, 0.8, 0.8, 0], ['gasp', 'open']),
	mischievous: expression(
		'mischievous',
		[0.011, -0.018, -0.014, 0.9, 1.02, 1.1, 1.14, 0.55, -4],
		['grin', 'smirk', 'beam'],
	),
} as const;

type Mood = keyof typeof expressions;

const all = Object.keys(expressions) as readonly Mood[];

/** Moods of the classes; one that stands twice is twice as likely. */
const moodsOfClass: Readonly<Record<string, readonly Mood[]>> = {
	fighter: ['proud', 'fierce', 'fierce', 'calm', 'weary'],
	wizard: ['calm', 'calm', 'proud', 'awed', 'weary', 'sly'],
	rogue: ['sly', 'sly', 'mischievous', 'calm', 'fierce'],
	cleric: ['calm', 'joyful', 'joyful', 'proud', 'weary'],
	barbarian: ['fierce', 'fierce', 'fierce', 'joyful', 'proud'],
	ranger: ['calm', 'calm', 'weary', 'fierce', 'proud'],
	paladin: ['proud', 'proud', 'calm', 'joyful', 'fierce'],
	sorcerer: ['mischievous', 'mischievous', 'proud', 'joyful', 'fierce'],
	warlock: ['sly', 'sly', 'weary', 'fierce', 'afraid'],
	bard: ['joyful', 'joyful', 'joyful', 'mischievous', 'sly'],
	druid: ['calm', 'calm', 'joyful', 'weary', 'fierce'],
	monk: ['calm', 'calm', 'calm', 'joyful', 'weary'],
	artificer: ['mischievous', 'joyful', 'joyful', 'awed', 'calm'],
	'blood-hunter': ['weary', 'weary', 'fierce', 'fierce', 'sly'],
	mystic: ['calm', 'calm', 'awed', 'weary'],
	'death-knight': ['fierce', 'fierce', 'weary'],
	'witch-doctor': ['mischievous', 'joyful', 'fierce', 'sly'],
	'battle-master': ['proud', 'proud', 'calm', 'fierce'],
	'arcane-archer': ['proud', 'calm', 'fierce', 'sly'],
	'shadow-dancer': ['sly', 'sly', 'calm', 'fierce'],
	'divine-oracle': ['awed', 'awed', 'calm', 'joyful', 'afraid'],
	'elemental-shaman': ['fierce', 'fierce', 'calm', 'proud'],
	'void-walker': ['weary', 'afraid', 'calm', 'awed'],
	'chrono-mage': ['mischievous', 'calm', 'weary', 'awed', 'joyful'],
};

const moodsOfAffliction: Readonly<Record<string, readonly Mood[]>> = {
	vampirism: ['sly', 'sly', 'fierce', 'proud'],
	lycanthropy: ['fierce', 'fierce', 'afraid', 'weary'],
	spellplague: ['afraid', 'weary', 'fierce'],
	'aberrant-corruption': ['afraid', 'weary', 'sly'],
	'shadow-curse': ['weary', 'afraid', 'fierce'],
	'feywild-touched': ['joyful', 'joyful', 'mischievous', 'awed'],
	'undead-taint': ['weary', 'weary', 'fierce', 'calm'],
	'demonic-influence': ['fierce', 'fierce', 'sly', 'mischievous'],
	'celestial-marked': ['calm', 'calm', 'joyful', 'proud'],
	'elemental-infusion': ['fierce', 'awed', 'proud'],
	'time-displacement': ['awed', 'weary', 'afraid'],
	'planar-instability': ['afraid', 'afraid', 'awed'],
	'mind-flayer-tadpole': ['afraid', 'weary', 'weary'],
	'dragon-touched': ['fierce', 'proud', 'proud', 'sly'],
	'lich-phylactery-bound': ['weary', 'sly', 'fierce'],
	'wild-magic-surge': ['afraid', 'mischievous', 'awed', 'joyful'],
	'divine-madness': ['awed', 'joyful', 'awed', 'afraid'],
	'void-touched': ['weary', 'afraid', 'calm'],
	'crystal-plague': ['weary', 'afraid', 'fierce'],
	'blood-curse': ['fierce', 'weary', 'afraid'],
};

/** The mood of a figure: what afflicts it weighs most, then its class, and now and then any will do. */
export function chooseExpression(
	mood: Stream,
	traits: { readonly class: string; readonly affliction: string },
): Expression {
	const ofClass = moodsOfClass[traits.class] ?? all;
	const ofAffliction = moodsOfAffliction[traits.affliction];
	const roll = mood.next();
	const moods = ofAffliction && roll < 0.6 ? ofAffliction : roll < 0.88 ? ofClass : all;
	return expressions[mood.pick(moods)];
}
