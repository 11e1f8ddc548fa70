import { hasTrunk } from '../../anatomy/outgrowth.ts';
import type { Lch } from '../../engine/color.ts';
import type { Layer } from '../../engine/layers.ts';
import type { Family } from '../../engine/part.ts';
import type { Placement } from '../../engine/placement.ts';
import type { Rig, Spot } from '../../engine/rig.ts';
import { getEdgeMargin } from '../../engine/scene/frame.ts';
import type { Studio } from '../../engine/studio.ts';
import type { Held } from '../props/held.ts';
import { findHeld } from '../props/items.ts';
import { type CarryingArm, carryingArms } from './carried-hands.ts';
import { fillsBreast, isLongSnouted } from './face-room.ts';
import { type HandBuild, toHandBuild } from './hand.ts';
import { type ArmPose, type Pose, type PropKind, posesOfKind } from './poses.ts';

/** What an affliction makes of the near hand: its tone, and claws. */
const afflictedHands: Readonly<Record<string, { readonly tone?: Lch; readonly isClawed?: boolean }>> = {
	lycanthropy: { tone: [0.42, 0.06, 50], isClawed: true },
	vampirism: { isClawed: true },
	'undead-taint': { tone: [0.82, 0.04, 88] },
	'dragon-touched': { tone: [0.55, 0.14, 28], isClawed: true },
	'void-touched': { tone: [0.36, 0.1, 285] },
	'shadow-curse': { tone: [0.34, 0.045, 290] },
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
	// A hood would cover the end of a pipe on the shoulder.
	if (kind === 'pipe' && isMute) return posesOfKind.blade.filter(({ id }) => id !== 'shoulder');
	// What is carried at the far shoulder would seem to be the stem of a small thing before it.
	if (kind === 'pinch' && carryingArms[s.figure.class]) return posesOfKind.pinch.filter(({ id }) => id !== 'across');
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

/** Whether something, as a winding key, stands out beside the near side of the head. */
const standsOut = ({ recorder }: Studio): boolean =>
	recorder.marks.some(
		({ kind, ...mark }) =>
			kind === 'form' &&
			'shape' in mark &&
			mark.shape.space === 'head' &&
			mark.shape.bounds.left > besideHead.from &&
			mark.shape.bounds.right > besideHead.to,
	);
const besideHead = { from: 0.74, to: 0.86 } as const;

/** Whether the shoulders face the other way than the head. A snout points away from what is held up beside the face. */
function turnBody(s: Studio, { near }: Pose, carrying: CarryingArm | null): boolean {
	const isTurned = s.stream('shoulders-turned').chance(0.3);
	// What stands behind the far shoulder is as tall as the face, and stays where it is; the near hand makes room.
	if (isLongSnouted(s)) return true;
	// The near ear, which shows whole, stays away from it as well.
	if (isAfloat(carrying)) return isSnouted(s);
	// What the class has at its far shoulder would lie behind it.
	if (standsOut(s)) return false;
	if (!isSnouted(s)) return isTurned;
	// A near hand moves down or out of a snout's way, a long thing at the far shoulder hardly can.
	if (carrying) return true;
	return near && near.hand[1] < 0.8 ? false : isTurned;
}

/** Further in, a near hand lies before the breast, and what it holds before a trunk or jaws. */
const breastFrom = { hand: 0.6, held: 0.78 } as const;

/** Whether a pose puts a thing where the snout is: before the breast, or slung behind a shoulder where it would touch it. */
function meetsSnout(s: Studio, held: Held | null, { id, near }: Pose): boolean {
	if (id === 'behind') return isSnouted(s);
	if (id === 'across') return fillsBreast(s);
	// Trunks and long jaws are where both hands would hold something up, too.
	return held !== null && (hasTrunk(s) || isLongSnouted(s)) && near !== undefined && near.hand[0] < breastFrom.held;
}

/** Every call for one figure finds the same. */
function takeHold(s: Studio): Holding {
	const held = findHeld(s);
	const carrying = carryingArms[s.figure.class];
	const poses = findPoses(s, held?.kind ?? 'none').filter((pose) => !meetsSnout(s, held, pose));
	const oneArmed = carrying?.isNeeded ? poses.filter((pose) => !leavesNoRoom(pose)) : [];
	const pose = s.stream('pose').pick(oneArmed.length > 0 ? oneArmed : poses);
	const carries =
		carrying !== undefined &&
		!leavesNoRoom(pose) &&
		// A pole would stand before an insect's eye.
		(carrying.isNeeded || (s.stream('carrying').chance(0.8) && s.recorder.snoutKind !== 'mandibles'));
	return { held, pose, carrying: carries ? carrying : null };
}

/**
 * Which shoulder has no hand and nothing that is held before or behind it; null where both are in use. The face must be
 * drawn. Once arms are drawn as well, `findClear` knows more.
 */
export function findFreeShoulder(s: Studio): 'near' | 'far' | null {
	const {
		carrying,
		pose: { id, near },
	} = takeHold(s);
	if (id !== 'behind' && (!near || near.hand[0] < breastFrom.hand)) return 'near';
	return carrying ? null : 'far';
}

/** Whether what the figure has in hand otherwise is slung across its back at the near shoulder. */
export const hasNearSlung = (s: Studio): boolean => takeHold(s).pose.id === 'behind';

/** Whether the near hand is raised before its shoulder. */
export function isNearHandRaised(s: Studio): boolean {
	const { near } = takeHold(s).pose;
	return near !== undefined && near.hand[0] >= breastFrom.hand;
}

/** A forearm covers the outer half of its shoulder only where the hand is above the shoulder; beside a lower one it lies bare. */
const aboveShoulder = 0.73;

/** How far out a garment over the near shoulder may go at a height, to end behind an arm raised before it. */
export function findNearEnd(s: Studio): (y: number) => number {
	const { near } = takeHold(s).pose;
	if (!near || near.hand[0] < breastFrom.hand || near.hand[1] > aboveShoulder) return () => Number.POSITIVE_INFINITY;
	const { hand, elbow } = near;
	// The outer half of the forearm covers an end's own line and its lit edge.
	return (y) => hand[0] + 0.022 + (elbow[0] - hand[0]) * Math.max(0, Math.min(1, (y - hand[1]) / (elbow[1] - hand[1])));
}

/** Where the thing at the far shoulder is drawn: what a hand has closed around stands before ears, fins and hats. */
export function getCarryLayer(s: Studio): Layer {
	if (s.isSlung) return 'back';
	const { carrying } = takeHold(s);
	return !carrying || carrying.arm.shape === 'palm' ? 'back' : 'hand';
}

/** How one figure stands: its pose, and what its hands are like. */
export interface Stance {
	readonly pose: Pose;
	readonly held: Held | null;
	/** The far arm where it has hold of what the class carries. */
	readonly carrying: ArmPose | null;
	/** The class's thing floats over the far palm or is clutched. */
	readonly isAfloat: boolean;
	/** How far what the class carries, and the hand with it, move out to clear the face. */
	readonly carryShift: number;
	readonly placement: Placement;
	readonly build: HandBuild;
	/** The near hand, which an affliction may have changed. */
	readonly nearBuild: HandBuild;
	/** Fractions of the square per unit of a hand's grid. */
	readonly step: number;
	readonly girth: number;
	/** How far from the left the near shoulder's outer side lies. */
	readonly shoulder: number;
	/** The lips in the body space. */
	readonly lips: Spot;
	/** True for the mouths of bare faces: beaks and snouts do not close around a mouthpiece. */
	readonly hasLips: boolean;
}

/** A stance but for what follows from the drawn head. */
type TakenStance = Omit<Stance, 'lips' | 'carryShift'>;

/** Picks how the figure stands with what it holds. */
export function takeStance(s: Studio, rig: Rig, family: Family): TakenStance {
	const { held, pose, carrying } = takeHold(s);
	const size = Math.max(0.9, Math.min(1.12, rig.shoulders));
	const frame = s.stream('frame');
	const turn = turnsOfFamily[family] ?? humanTurn;
	const { look } = s;
	const isBodyMirrored = turnBody(s, pose, carrying) ? !look.mirrored : look.mirrored;
	const isHeldOut = held !== null && (pose.id === 'behind' || (pose.near !== undefined && pose.near.hand[0] > 0.78));
	// A page's margin and a frame take as much from both sides: figures stand smaller, so that what they carry stays inside.
	const inPage = 1 - getEdgeMargin(s.style.page, s.figure.rarity) * 1.6;
	// Staffs and what floats over a palm reach far to the other side.
	const isCarrier = carryingArms[s.figure.class] !== undefined;
	const mostZoom = held?.kind === 'shield' || pose.id === 'behind' ? 1.05 : isCarrier ? 1.08 : isHeldOut ? 1.12 : 1.16;
	const zoom = pose.isWide ? frame.range(1.01, 1.05) : frame.range(1.02, mostZoom);
	const aside = frame.swing() * (inPage < 1 || isCarrier ? 0.015 : 0.03);
	const build = toHandBuild(s, family, rig.skin);
	const afflicted = afflictedHands[s.figure.affliction];
	return {
		pose,
		held,
		carrying: carrying?.arm ?? null,
		isAfloat: isAfloat(carrying),
		build,
		nearBuild: afflicted
			? {
					...build,
					skin: afflicted.tone ? s.colors.ramp('skin', afflicted.tone) : build.skin,
					claw: afflicted.isClawed ? s.colors.ramp('bone', [0.3, 0.03, 300]) : build.claw,
				}
			: build,
		step: 0.1 * size,
		hasLips: rig.lips !== undefined,
		girth: size,
		shoulder: 0.5 + 0.42 * rig.shoulders * look.shoulders,
		placement: {
			tiltDegrees: look.tiltDegrees,
			headWidth: look.headWidth * rig.headScale * s.style.proportions.headWidth,
			headHeight: look.headHeight * rig.headScale * s.style.proportions.headHeight,
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
