import type { Lch } from '../../engine/color.ts';
import type { Layer } from '../../engine/layers.ts';
import type { Family } from '../../engine/part.ts';
import type { Placement } from '../../engine/placement.ts';
import type { Rig } from '../../engine/rig.ts';
import { getPageMargin } from '../../engine/scene/page.ts';
import type { Studio } from '../../engine/studio.ts';
import type { Held } from '../props/held.ts';
import { findHeld } from '../props/items.ts';
import { type CarryingArm, carryingArms } from './carried-hands.ts';
import type { Stance } from './draw-arms.ts';
import { clearFar, clearNear, fillsBreast, measureFace } from './face-room.ts';
import { toHandBuild } from './hand.ts';
import { type ArmPose, type Pose, type PropKind, posesOfKind } from './poses.ts';

/** What an affliction makes of the near hand: its tone, and claws. */
const afflictedHands: Readonly<Record<string, { readonly tone?: Lch; readonly isClawed?: boolean }>> = {
	lycanthropy: { tone: [0.42, 0.06, 50], isClawed: true },
	vampirism: { isClawed: true },
	'undead-taint': { tone: [0.82, 0.04, 88] },
	'dragon-touched': { tone: [0.55, 0.14, 28], isClawed: true },
	'void-touched': { tone: [0.24, 0.08, 285] },
	'shadow-curse': { tone: [0.22, 0.04, 290] },
	'aberrant-corruption': { tone: [0.55, 0.13, 315] },
	'demonic-influence': { tone: [0.46, 0.15, 28], isClawed: true },
	'divine-madness': { tone: [0.86, 0.12, 90] },
	'mind-flayer-tadpole': { tone: [0.62, 0.12, 312] },
	spellplague: { tone: [0.7, 0.12, 240] },
	'lich-phylactery-bound': { tone: [0.84, 0.04, 105] },
};

/** How far the face of a family moves on its skull as the head turns, in fractions of the square; others as humans do. */
const turnsOfFamily: Partial<Readonly<Record<Family, number>>> = {
	insect: 0.005,
	construct: 0.006,
	turtle: 0.006,
	elephantine: 0.006,
	owl: 0.008,
	avian: 0.008,
	reptile: 0.008,
	canine: 0.008,
	bovine: 0.008,
};
const humanTurn = 0.012;

/** True where the far arm is used, or the near one reaches before what the far one holds. */
const leavesNoRoom = ({ id, far }: Pose) => far !== undefined || id === 'playing' || id === 'across' || id === 'oath';

function findPoses(s: Studio, kind: PropKind): readonly Pose[] {
	// Only lips close around a mouthpiece, and playing takes the hand that some classes need for what they carry.
	const isMute = s.hidden.has('mouth') || s.recorder.snoutKind !== null || carryingArms[s.figure.class]?.isNeeded;
	if (kind === 'pipe' && isMute) return posesOfKind.blade;
	return posesOfKind[kind];
}

/** What the hands of a figure do. */
interface Holding {
	readonly held: Held | null;
	readonly pose: Pose;
	readonly carrying: CarryingArm | null;
}

/** What floats over a palm or is clutched beside the face, not a pole that passes it. */
const isAfloat = (carrying: CarryingArm | null): boolean => carrying !== null && carrying.arm.shape !== 'fist';

const isSnouted = ({ recorder: { snoutKind } }: Studio): boolean => snoutKind === 'beak' || snoutKind === 'muzzle';

/** Whether the shoulders face the other way than the head. A snout points away from what is held up beside the face. */
function turnBody(s: Studio, { near }: Pose, carrying: CarryingArm | null): boolean {
	const isTurned = s.stream('shoulders-turned').chance(0.3);
	// The near ear, which shows whole, stays away from it as well.
	if (isAfloat(carrying)) return isSnouted(s);
	if (!isSnouted(s)) return isTurned;
	return near && near.hand[1] < 0.8 ? false : isTurned;
}

/** Whether what the far hand holds up would stand before an insect's eye or cross a beak or muzzle that points there. */
const crossesFace = (s: Studio, pose: Pose, carrying: CarryingArm): boolean =>
	s.recorder.snoutKind === 'mandibles' || (isSnouted(s) && !turnBody(s, pose, carrying));

/** Every call for one figure finds the same. */
function takeHold(s: Studio): Holding {
	const held = findHeld(s);
	const carrying = carryingArms[s.figure.class];
	const all = findPoses(s, held?.kind ?? 'none');
	const poses = fillsBreast(s) ? all.filter(({ id }) => id !== 'across') : all;
	const oneArmed = carrying?.isNeeded ? poses.filter((pose) => !leavesNoRoom(pose)) : [];
	const pose = s.stream('pose').pick(oneArmed.length > 0 ? oneArmed : poses);
	const carries =
		carrying !== undefined &&
		!leavesNoRoom(pose) &&
		(carrying.isNeeded || (s.stream('carrying').chance(0.8) && !crossesFace(s, pose, carrying)));
	return { held, pose, carrying: carries ? carrying : null };
}

/** Further in, a near hand lies before the breast. */
const breastFrom = 0.6;

/** Which shoulder no hand and nothing that one holds is before; null where both are in use. The face must be drawn. */
export function findFreeShoulder(s: Studio): 'near' | 'far' | null {
	const { carrying, pose } = takeHold(s);
	if (!pose.near || pose.near.hand[0] < breastFrom) return 'near';
	return carrying ? null : 'far';
}

/** Where the thing at the far shoulder is drawn: what a hand has closed around stands before ears, fins and hats. */
export function getCarryLayer(s: Studio): Layer {
	const { carrying, pose } = takeHold(s);
	if (!carrying || carrying.arm.shape === 'palm') return 'back';
	// A book held up by its edge stands beside a face, not before it.
	return carrying.arm.shape === 'clutch' && crossesFace(s, pose, carrying) ? 'back' : 'hand';
}

/** Where the near arm is further out than this, or a thing hangs behind it, nothing else behind that shoulder can be read. */
const innerSide = 0.6;

/** Whether an arm, or what it holds, stands before what is slung behind the near shoulder. */
export function coversNearShoulder(s: Studio): boolean {
	const { near, id } = takeHold(s).pose;
	return id === 'behind' || (near !== undefined && near.hand[0] > innerSide);
}

const moveArm = (arm: ArmPose, shift: number): ArmPose => ({ ...arm, hand: [arm.hand[0] + shift, arm.hand[1]] });

/** How far a hand that moves out beside a face also sinks, per how far it moves: where snouts end, beaks and jaws are narrow. */
const lowering = 1.5;

const moveOut = (pose: Pose, shift: number): Pose =>
	pose.near && shift > 0
		? { ...pose, near: { ...pose.near, hand: [pose.near.hand[0] + shift, pose.near.hand[1] + shift * lowering] } }
		: pose;

/** A stance but for where the lips come to lie. */
interface TakenStance extends Omit<Stance, 'lips'> {
	readonly placement: Omit<Placement, 'headWidth' | 'headHeight'>;
}

/** Picks how the figure stands with what it holds. */
export function takeStance(s: Studio, rig: Rig, family: Family): TakenStance {
	const { held, pose: taken, carrying } = takeHold(s);
	const size = Math.max(0.9, Math.min(1.12, rig.shoulders));
	const frame = s.stream('frame');
	const turn = turnsOfFamily[family] ?? humanTurn;
	const { look } = s;
	const isBodyMirrored = turnBody(s, taken, carrying) ? !look.mirrored : look.mirrored;
	const face = measureFace(s, rig, isBodyMirrored !== look.mirrored);
	const floats = isAfloat(carrying);
	const carryShift = floats ? clearFar(face) : 0;
	const pose = moveOut(taken, taken.near ? clearNear(face, taken.near.hand) : 0);
	const isMoved = carryShift > 0 || pose !== taken;
	const isHeldOut = held !== null && (pose.id === 'behind' || (pose.near !== undefined && pose.near.hand[0] > 0.78));
	// A page's margin takes as much from both sides: figures stand smaller on it, so that what they carry stays inside.
	const inPage = 1 - getPageMargin(s.style.page) * 1.6;
	// Staffs and what floats over a palm reach far to the other side.
	const isCarrier = carryingArms[s.figure.class] !== undefined;
	const mostZoom = isMoved
		? 1.03
		: held?.kind === 'shield' || pose.id === 'behind'
			? 1.05
			: isCarrier
				? 1.08
				: isHeldOut
					? 1.12
					: 1.16;
	const zoom = pose.isWide ? frame.range(1.01, 1.05) : frame.range(1.02, mostZoom);
	const aside = frame.swing() * (inPage < 1 || isCarrier ? 0.015 : 0.03);
	const build = toHandBuild(s, family, rig.skin);
	const afflicted = afflictedHands[s.figure.affliction];
	return {
		pose,
		held,
		carrying: carrying && floats ? moveArm(carrying.arm, carryShift) : (carrying?.arm ?? null),
		carryShift,
		build,
		nearBuild: afflicted
			? {
					...build,
					skin: afflicted.tone ? s.colors.ramp('skin', afflicted.tone) : build.skin,
					claw: afflicted.isClawed ? s.colors.ramp('bone', [0.3, 0.03, 300]) : build.claw,
				}
			: build,
		step: 0.1 * size,
		girth: size,
		shoulder: 0.5 + 0.42 * rig.shoulders * look.shoulders,
		placement: {
			tiltDegrees: look.tiltDegrees,
			turn: s.stream('turn').swing() * turn,
			nod: s.stream('nod').swing() * turn * 0.8,
			mirrored: look.mirrored,
			isBodyMirrored,
			zoom: zoom * inPage,
			// What is held out beside the figure needs the room there.
			aside: isHeldOut ? Math.abs(aside) * (isBodyMirrored ? 1 : -1) : aside,
		},
	};
}
