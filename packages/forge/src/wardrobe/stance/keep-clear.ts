import { layers } from '../../engine/layers.ts';
import { findFrame, type Placement } from '../../engine/placement.ts';
import type { Mark } from '../../engine/recorder.ts';
import { getEdgeMargin } from '../../engine/scene/frame.ts';
import type { Studio } from '../../engine/studio.ts';
import type { ArmPose, Pose } from './poses.ts';
import {
	findInnermost,
	type HeadSilhouette,
	isWide,
	measureHead,
	measureOverlap,
	measureThing,
	type Overlap,
	rowHeight,
	type Side,
	type Silhouette,
} from './silhouette.ts';
import type { Stance } from './stance.ts';

/** Things keep so far from the face, and from what ears and brims they do not clearly cross. */
const gap = 0.022;
/** What reaches less far over an ear or a brim, or in fewer rows, seems only to touch it. */
const clearCrossing = { reach: 0.03, rows: 4 } as const;

/** How far out a thing keeps a gap to whatever beside the face it would seem to touch at `out`. */
function leave(beside: readonly Overlap[], out: number): number {
	let far = out;
	for (const { reach, rows } of beside)
		if (reach - far > -gap && (reach - far < clearCrossing.reach || rows < clearCrossing.rows)) far = reach + gap;
	return far;
}

/** Further out, figures would have to be drawn too small; what floats would read as a bump of the head that half hides it. */
const mostOut = { carried: 0.095, afloat: 0.175, held: 0.08 } as const;

/** What is slung across the back goes on so far behind ears and horns. */
const slungReach = 0.05;

/** How what a class carries came to stand. */
export interface Carried {
	/** How far out of its usual place it is. */
	readonly shift: number;
	/** It is slung across the back, behind the head as a whole, and no hand holds it. */
	readonly isSlung: boolean;
}

/** How far out a thing keeps clear of the face, and of all that is beside it. */
function findWaysOut(
	thing: Silhouette,
	{ face, ears, hair, headgear }: HeadSilhouette,
	isApart: boolean,
): readonly [toFace: number, toAll: number] {
	const toFace = Math.max(0, measureOverlap(thing, face, 'far').reach + gap);
	const beside = [ears, headgear].map((other) => measureOverlap(thing, other, 'far'));
	if (!isApart) return [toFace, leave(beside, toFace)];
	const toAll = Math.max(toFace, ...beside.map(({ reach }) => reach + gap));
	// Hair may be wide enough to lie beneath it, but not only to be touched.
	const toHair = leave([measureOverlap(thing, hair, 'far')], toAll);
	return [toFace, toHair > mostOut.carried ? toAll : toHair];
}

/**
 * Draws what a class carries at the far shoulder so that it keeps clear of the face. What floats (`isAfloat`) and what is
 * wide keep clear of ears and horns as well, or are behind the head as a whole.
 */
export function carryClear(
	s: Studio,
	pose: Placement,
	isAfloat: boolean,
	draw: (outwards: number, isSlung: boolean) => void,
): Carried {
	const { marks } = s.recorder;
	const from = marks.length;
	draw(0, false);
	const before = marks.slice(from).filter(({ layer }) => layer === layers.hand);
	if (before.length === 0) {
		s.recorder.noteCarried(from);
		return { shift: 0, isSlung: false };
	}
	const thing = measureThing(before);
	const isBroad = !isAfloat && isWide(thing);
	const head = measureHead(marks.slice(0, from), pose, { side: 'far', from: findInnermost(thing, 'far') - gap });
	const [toFace, toAll] = findWaysOut(thing, head, isAfloat || isBroad);
	const furthest = isAfloat ? mostOut.afloat : mostOut.carried;
	const isBehind = (isAfloat || isBroad) && toAll > furthest;
	const isSlung = isBehind && isBroad;
	const held = toAll > furthest ? toFace : toAll;
	// As much of what is slung shows beside the head as can, where it does not only seem to touch it.
	const shift = Math.min(furthest, isSlung ? toAll - gap - slungReach : held);
	if (shift > 0 || isSlung) {
		marks.length = from;
		draw(shift, isSlung);
	}
	if (isBehind)
		for (let i = from; i < marks.length; i++)
			if (marks[i]!.layer === layers.hand) marks[i] = { ...marks[i]!, layer: layers.back };
	s.recorder.noteCarried(from);
	return { shift, isSlung };
}

/** The side of the head at which the near hand of a pose holds what it holds; null where that is before or behind it. */
function findSide({ id, near, prop }: Pose): Side | null {
	if (!near || (prop && prop.layer !== 'hand')) return null;
	if (id === 'across') return 'far';
	return near.hand[0] > 0.6 ? 'near' : null;
}

/** Lower, a hand would leave the picture, or what it holds, unless that stands up at least so high or hangs from it. */
const lowest = { hand: 0.95, low: 0.89, top: 0.64 } as const;
/** What reaches further below a hand hangs from it: lowered, it would be cut off by the picture's edge. */
const hangs = 0.2;
/** What hangs keeps so far from the picture's lower edge. */
const toSill = 0.02;

/** How many rows a thing can be lowered above `sill`. */
function countDrops(
	{ left }: Silhouette,
	{ hand: [, hand], lowest: edge = lowest.hand }: ArmPose,
	sill: number,
): number {
	const foot = (left.findLastIndex((x) => x < 9) + 1) * rowHeight;
	if (foot - hand > hangs) return Math.max(0, Math.floor((sill - foot) / rowHeight));
	const toTop = Math.round(lowest.top / rowHeight) - left.findIndex((x) => x < 9);
	const [toLow, toEdge] = [lowest.low, edge].map((y) => Math.floor((y - hand) / rowHeight)) as [number, number];
	return Math.max(0, toLow, Math.min(toEdge, toTop));
}

/** A hand is lowered in steps of so many rows. */
const stepDown = 2;
/** What it costs to lower a hand, per what it costs to move it out by as much. */
const downCost = 0.35;
/** What it costs that a thing seems to touch an ear or a brim. */
const touchCost = 0.04;

/** How far a near hand moves out and down. */
type Move = readonly [out: number, down: number];

function chooseMove(thing: Silhouette, { face, ears, headgear }: HeadSilhouette, side: Side, most: number): Move {
	let best: Move = [0, 0];
	let least = 9;
	for (let drop = 0; drop <= most; drop += stepDown) {
		const toFace = Math.max(0, measureOverlap(thing, face, side, drop).reach + gap);
		const beside = [ears, headgear].map((other) => measureOverlap(thing, other, side, drop));
		const toBoth = leave(beside, toFace);
		const down = drop * rowHeight;
		const isTouching = toBoth > mostOut.held;
		const out = Math.min(mostOut.held, isTouching ? toFace : toBoth);
		// Where even the furthest is not far enough, the face counts for more than the hand's height.
		const cost = out + down * downCost + (isTouching ? touchCost : 0) + Math.max(0, toFace - out) * 3;
		if (cost < least) [best, least] = [[out, down], cost];
		if (cost <= down * downCost) break;
	}
	return best;
}

/** Moves the arms of a pose to the near side and down, with what they hold. */
function movePose(pose: Pose, [out, down]: Move): Pose {
	const move = (arm: ArmPose | undefined, across: number): ArmPose | undefined =>
		arm && {
			...arm,
			hand: [arm.hand[0] + across, arm.hand[1] + down],
			elbow: [arm.elbow[0] + across / 2, arm.elbow[1] + down],
		};
	const { near, far, prop, ...rest } = pose;
	return {
		...rest,
		...(near && { near: move(near, out)! }),
		...(far && { far: move(far, -out)! }),
		...(prop && { prop: prop.at ? { ...prop, at: [prop.at[0] + out, prop.at[1] + down] } : prop }),
	};
}

/**
 * The pose in which what is drawn at the near hand keeps clear of the head; the same pose where it does.
 */
export function clearPose(
	s: Studio,
	{ pose, placement }: Pick<Stance, 'pose' | 'placement'>,
	drawn: readonly Mark[],
): Pose {
	const side = findSide(pose);
	if (!side || !pose.near) return pose;
	const thing = measureThing(drawn);
	const from = findInnermost(thing, side) - gap;
	const head = measureHead(s.recorder.marks, placement, { side, from });
	const page = getEdgeMargin(s.style.page, s.figure.rarity);
	const drops = countDrops(thing, pose.near, findFrame(placement, page).bottom - toSill);
	const [out, down] = chooseMove(thing, head, side, drops);
	return out === 0 && down === 0 ? pose : movePose(pose, [side === 'near' ? out : -out, down]);
}
