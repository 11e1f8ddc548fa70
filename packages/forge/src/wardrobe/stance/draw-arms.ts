import type { Kit } from '../../engine/part.ts';
import type { Spot } from '../../engine/rig.ts';
import type { Studio } from '../../engine/studio.ts';
import type { Held } from '../props/held.ts';
import { getMaterials } from '../props/items.ts';
import { drawForearm } from './arm.ts';
import { type Grip, type HandBuild, type HandName, type HandShape, handShapes, openGrip } from './hand.ts';
import type { ArmPose, Pose } from './poses.ts';

/** Where the wrist of a hand meets the arm, and the hand itself once what it holds is drawn. */
interface Arm {
	readonly grip: Grip;
	readonly hand: HandShape;
	readonly pose: ArmPose;
	readonly isFar: boolean;
}

/** Low enough to lie outside of the picture however the figure is placed in it. */
const rootY = 1.22;

/** Below the shoulder's end, where the elbow comes near to it. */
function findRoot({ shoulder }: Stance, [x, y]: Spot): Spot {
	return [Math.max(x - 0.11, Math.min(x, shoulder)), Math.max(rootY, y + 0.1)];
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
	const place = (spot: Spot) => (isFar ? mirrorSpot(spot) : spot);
	drawForearm(s, kit, {
		elbow: place(pose.elbow),
		root: place(findRoot(stance, pose.elbow)),
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
	/** How far what the class carries, and the hand with it, move out to clear the face. */
	readonly carryShift: number;
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
		const from = s.recorder.marks.length;
		held.draw(openGrip(s, { at, turn, step, layer }).moved(0, held.drop ?? 0), getMaterials(s));
		s.recorder.noteCarried(from);
	}
	if (far) far.hand.before(far.grip, build);
	if (near && !isShield) near.hand.before(near.grip, nearBuild);
}
