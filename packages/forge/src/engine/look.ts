import type { Stream } from './random.ts';

/** A mood as offsets on the face's sliders. */
export interface Expression {
	readonly id: string;
	/** Height of the inner brow ends: -0.014 worried to 0.018 fierce. */
	readonly browInner: number;
	readonly browOuter: number;
	/** 1 wide open, 0.6 half shut. */
	readonly lids: number;
	readonly pupil: number;
	/** 1 a broad smile, -1 a scowl. */
	readonly mouth: number;
	readonly mouthWidth: number;
	readonly open: number;
	readonly tilt: number;
}

const expression = (
	id: string,
	[browInner, browOuter, lids, pupil, mouth, mouthWidth, open, tilt]: readonly number[],
): Expression => ({
	id,
	browInner: browInner!,
	browOuter: browOuter!,
	lids: lids!,
	pupil: pupil!,
	mouth: mouth!,
	mouthWidth: mouthWidth!,
	open: open!,
	tilt: tilt!,
});

export const expressions: readonly Expression[] = [
	expression('calm', [0, 0, 1, 1, 0.25, 1, 0, 0]),
	expression('warm', [-0.005, -0.004, 1, 1.08, 1, 1.12, 0.35, -1.5]),
	expression('proud', [0.004, -0.008, 0.86, 0.96, 0.3, 1, 0, 1.5]),
	expression('fierce', [0.016, -0.006, 0.9, 0.84, -0.55, 1.02, 0, -1]),
	expression('sly', [0.007, -0.01, 0.78, 0.94, 0.65, 1.05, 0, -3]),
	expression('weary', [-0.008, 0.006, 0.78, 1, -0.25, 0.92, 0, 1]),
	expression('awed', [-0.012, -0.008, 1.1, 1.14, 0.2, 0.82, 0.8, 0]),
	expression('mischievous', [0.009, -0.012, 0.94, 1.02, 0.95, 1.12, 0.55, -3.5]),
];

const expressionOfClass: Readonly<Record<string, string>> = {
	fighter: 'proud',
	wizard: 'calm',
	rogue: 'sly',
	cleric: 'warm',
	barbarian: 'fierce',
	ranger: 'calm',
	paladin: 'proud',
	sorcerer: 'mischievous',
	warlock: 'sly',
	bard: 'warm',
	druid: 'warm',
	monk: 'calm',
	artificer: 'mischievous',
	'blood-hunter': 'weary',
	mystic: 'calm',
	'death-knight': 'fierce',
	'witch-doctor': 'mischievous',
	'battle-master': 'proud',
	'arcane-archer': 'proud',
	'shadow-dancer': 'sly',
	'divine-oracle': 'awed',
	'elemental-shaman': 'fierce',
	'void-walker': 'weary',
	'chrono-mage': 'mischievous',
};

/** What the seed decides about a face and a build, whatever the race; every value has its own stream. */
export interface Look {
	readonly expression: Expression;
	readonly mirrored: boolean;
	readonly tiltDegrees: number;
	/** Multipliers near 1. */
	readonly headWidth: number;
	readonly headHeight: number;
	readonly jaw: number;
	readonly eyeSize: number;
	readonly eyeSpread: number;
	readonly noseSize: number;
	readonly neckWidth: number;
	readonly shoulders: number;
	/** Offsets in fractions of the square. */
	readonly eyeLift: number;
	readonly mouthLift: number;
	/** 0 young to 1 old. */
	readonly age: number;
	/** True draws lashes and fuller lips. */
	readonly soft: boolean;
	/** Pupils meet the viewer's. */
	readonly looksAtViewer: boolean;
}

/** Draws the look of one figure. */
export function createLook(stream: (slot: string) => Stream, characterClass: string): Look {
	const swing = (slot: string, most: number) => 1 + stream(slot).swing() * most;
	const mood = stream('expression');
	const own = expressions.find(({ id }) => id === expressionOfClass[characterClass]);
	const expression = own && mood.chance(0.5) ? own : mood.pick(expressions);
	return {
		expression,
		mirrored: stream('mirror').chance(0.5),
		tiltDegrees: Math.max(-6, Math.min(6, stream('tilt').swing() * 4 + expression.tilt)),
		headWidth: swing('head-width', 0.06),
		headHeight: swing('head-height', 0.04),
		jaw: swing('jaw', 0.1),
		eyeSize: swing('eye-size', 0.1),
		eyeSpread: swing('eye-spread', 0.05),
		noseSize: swing('nose-size', 0.18),
		neckWidth: swing('neck-width', 0.1),
		shoulders: swing('shoulders', 0.08),
		eyeLift: stream('eye-line').swing() * 0.01,
		mouthLift: stream('mouth-line').swing() * 0.008,
		age: Math.abs(stream('age').swing()),
		soft: stream('softness').chance(0.5),
		looksAtViewer: stream('gaze').chance(0.2),
	};
}
