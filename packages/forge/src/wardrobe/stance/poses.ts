import type { Layer } from '../../engine/layers.ts';
import type { Spot } from '../../engine/rig.ts';
import type { HandName } from './hand.ts';

/** What a thing asks of the hand that holds it. */
export type PropKind =
	| 'pole'
	| 'sword'
	| 'sabre'
	| 'blade'
	| 'bow'
	| 'handle'
	| 'book'
	| 'cup'
	| 'horn'
	| 'palm'
	| 'pinch'
	| 'dice'
	| 'pipe'
	| 'shield'
	| 'none';

/** One arm of a pose, on the near side and unmirrored, in the body space. */
export interface ArmPose {
	readonly hand: Spot;
	readonly elbow: Spot;
	/** Degrees that the hand and what it holds lean, clockwise. */
	readonly turn: number;
	/** Another hand than the prop's own. */
	readonly shape?: HandName;
	/** How low it may be put to keep clear of a face; others as low as whole hands are still in the picture. */
	readonly lowest?: number;
}

/** How arms and what they hold stand before the bust. */
export interface Pose {
	readonly id:
		| 'low'
		| 'raised'
		| 'lifted'
		| 'crossed'
		| 'across'
		| 'shoulder'
		| 'two-handed'
		| 'behind'
		| 'pointing'
		| 'oath'
		| 'playing'
		| 'rest';
	readonly near?: ArmPose;
	/** The far arm, written as if it were the near one of a mirrored figure. */
	readonly far?: ArmPose;
	/** Where the prop lies when it is not in the near hand, or its layer when not the hand's. */
	readonly prop?: { readonly at?: Spot; readonly turn?: number; readonly layer: Layer };
	/** True shows more of the chest. */
	readonly isWide?: boolean;
}

const low = (turn = 6): Pose => ({ id: 'low', near: { hand: [0.805, 0.845], elbow: [0.97, 1.1], turn } });
const raised = (turn = 8): Pose => ({ id: 'raised', near: { hand: [0.835, 0.69], elbow: [0.985, 0.99], turn } });
const lifted: Pose = { id: 'lifted', near: { hand: [0.83, 0.55], elbow: [0.985, 0.92], turn: 0 } };
/** Before the far side of the breast. */
const across = (hand: Spot, turn: number): Pose => ({
	id: 'across',
	near: { hand, elbow: [0.8, 1.12], turn },
	isWide: true,
});
/** Long things cross what stands behind the far shoulder at a clear angle, short ones end beside it. */
const [longAcross, shortAcross] = [across([0.36, 0.9], -47), across([0.345, 0.9], -6)];
const behind = (turn: number, at: Spot): Pose => ({ id: 'behind', prop: { at, turn, layer: 'back' } });
const twoHanded = (hand: Spot, far: ArmPose, turn = 0): Pose => ({
	id: 'two-handed',
	near: { hand, elbow: [0.985, 1.08], turn },
	far,
	isWide: true,
});
const shoulder: Pose = {
	id: 'shoulder',
	near: { hand: [0.7, 0.885], elbow: [0.95, 1.12], turn: 27 },
	prop: { layer: 'shoulderNear' },
};

/** Poses a prop of each kind may be held in; the seed picks one. */
export const posesOfKind: Readonly<Record<PropKind, readonly Pose[]>> = {
	pole: [
		raised(3),
		{ ...low(2), near: { hand: [0.825, 0.79], elbow: [0.975, 1.08], turn: 2 } },
		twoHanded([0.835, 0.71], { hand: [0.225, 0.92], elbow: [0.95, 1.16], turn: 20 }, 20),
		shoulder,
		behind(13, [0.83, 0.64]),
	],
	sword: [
		low(10),
		raised(16),
		shoulder,
		// One fist below the other, both below the guard.
		twoHanded([0.79, 0.765], { hand: [0.244, 0.938], elbow: [0.9, 1.18], turn: -8 }, 8),
		longAcross,
	],
	sabre: [low(10), raised(16), shoulder, longAcross],
	blade: [low(10), raised(16), shoulder, shortAcross],
	bow: [raised(-2), low(0), behind(14, [0.77, 0.7])],
	handle: [lifted, { ...lifted, near: { hand: [0.79, 0.585], elbow: [0.975, 0.96], turn: 0 } }],
	book: [
		low(-6),
		raised(-8),
		{
			id: 'two-handed',
			near: { hand: [0.745, 0.93], elbow: [0.985, 1.1], turn: 4, shape: 'brace' },
			far: { hand: [0.375, 0.935], elbow: [0.9, 1.14], turn: 8, shape: 'brace' },
			isWide: true,
			prop: { at: [0.69, 0.93], turn: -3, layer: 'hand' },
		},
	],
	cup: [low(4), raised(-10), { ...raised(6), near: { hand: [0.79, 0.76], elbow: [0.98, 1.04], turn: 6 } }],
	// Low, so that no mouthpiece lies beside a mouth that it misses.
	horn: [low(4), low(-6), { ...low(2), near: { hand: [0.79, 0.82], elbow: [0.97, 1.08], turn: 2 } }],
	palm: [
		low(0),
		raised(0),
		// The thing lies in both hands, which touch beneath it.
		{
			id: 'two-handed',
			near: { hand: [0.718, 0.885], elbow: [0.985, 1.1], turn: 4, shape: 'bowl' },
			far: { hand: [0.438, 0.885], elbow: [0.9, 1.14], turn: 4, shape: 'bowl' },
			isWide: true,
			prop: { at: [0.645, 0.9], turn: 0, layer: 'hand' },
		},
	],
	pinch: [low(2), raised(4), shortAcross],
	dice: [low(0), { ...raised(0), near: { hand: [0.82, 0.76], elbow: [0.985, 1.05], turn: 0 } }],
	pipe: [{ id: 'playing', isWide: true }],
	shield: [
		// By its lower edge, over which the thumb comes: an arm behind it would only be guessed at.
		{
			id: 'low',
			near: { hand: [0.896, 0.897], elbow: [0.98, 1.12], turn: -8, shape: 'brace', lowest: 1 },
			prop: { at: [0.797, 0.845], turn: 0, layer: 'hand' },
		},
		behind(-8, [0.805, 0.68]),
	],
	none: [
		{ id: 'rest' },
		{ id: 'rest' },
		{
			id: 'crossed',
			near: { hand: [0.2, 0.925], elbow: [0.86, 1.03], turn: -82, shape: 'laid' },
			far: { hand: [0.27, 0.88], elbow: [0.86, 1.06], turn: -97, shape: 'laid' },
			isWide: true,
		},
		{ id: 'pointing', near: { hand: [0.79, 0.79], elbow: [0.975, 1.06], turn: 6, shape: 'point' } },
		{ id: 'raised', near: { hand: [0.845, 0.69], elbow: [0.985, 1.0], turn: 6, shape: 'open' } },
		{ id: 'raised', near: { hand: [0.84, 0.72], elbow: [0.985, 1.03], turn: 0, shape: 'sign' } },
		{ id: 'oath', near: { hand: [0.4, 0.93], elbow: [0.86, 1.04], turn: -68, shape: 'laid' }, isWide: true },
	],
};
