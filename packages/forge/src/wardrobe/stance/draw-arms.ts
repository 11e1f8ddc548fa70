import { leaveOutMouth } from '../../anatomy/mouth.ts';
import type { Kit } from '../../engine/part.ts';
import type { Mark } from '../../engine/recorder.ts';
import type { Spot } from '../../engine/rig.ts';
import type { Studio } from '../../engine/studio.ts';
import type { Held, ItemMaterials } from '../props/held.ts';
import { getMaterials } from '../props/items.ts';
import { drawForearm, type Forearm } from './arm.ts';
import { drawCrossedArms } from './crossed-arms.ts';
import { type Grip, type HandBuild, type HandName, type HandShape, handShapes, openGrip } from './hand.ts';
import { clearPose } from './keep-clear.ts';
import type { ArmPose } from './poses.ts';
import { measureThing } from './silhouette.ts';
import { getCarryLayer, type Stance } from './stance.ts';

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
	return [Math.max(x - 0.2, Math.min(x, shoulder - 0.03)), Math.max(rootY, y + 0.1)];
}

/** Elbows come in to narrow shoulders, beside which the arm would be a column with the ground between. */
function findElbow({ shoulder }: Stance, [x, y]: Spot): Spot {
	return [x - Math.min(0.12, Math.max(0, x - shoulder - 0.02)), y];
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

/** An edge that came out from behind what hangs from the hand would be a thread or a stick below it. */
const besideHung = 0.014;
/** Half of an upper arm at its least. */
const leastHalf = 0.05;

function findInner(thing: readonly Mark[]): number {
	return Math.max(...measureThing(thing).right) + besideHung;
}

/** How far out and down an elbow is at least: from the shoulder, from what hangs beside it, and from the wrist. */
const elbowRoom = { shoulder: 0.105, hung: 0.065, wrist: [0.045, 0.3], low: 0.93 } as const;

/** An arm that holds up something that hangs, its elbow beside the thing, with its upper arm from under the clothes. */
function bendArm({ shoulder }: Stance, [x, y]: Spot, inner: number): NonNullable<Forearm['bent']> {
	const { wrist } = elbowRoom;
	const out = Math.max(shoulder + elbowRoom.shoulder, inner + elbowRoom.hung, x + wrist[0]);
	return { elbow: [out, Math.max(elbowRoom.low, y + wrist[1])], shoulder: [shoulder - 0.06, 0.86] };
}

/** `inner` is what the upper arm of a near hand keeps right of. */
function reachOut(s: Studio, kit: Kit, stance: Stance, { grip, hand, pose, isFar }: Arm, inner?: number): void {
	const place = (spot: Spot) => (isFar ? mirrorSpot(spot) : spot);
	const keepOut = ([x, y]: Spot): Spot => (inner === undefined ? [x, y] : [Math.max(x, inner + leastHalf), y]);
	const elbow = keepOut(findElbow(stance, pose.elbow));
	const wrist = grip.at(...hand.wrist);
	drawForearm(s, kit, {
		elbow: place(elbow),
		root: place(keepOut(findRoot(stance, elbow))),
		inner,
		bent: inner === undefined ? undefined : bendArm(stance, wrist, inner),
		wrist,
		skin: (isFar ? stance.build : stance.nearBuild).skin,
		layer: 'hand',
		girth: stance.girth,
	});
}

/** Lips that close around a mouthpiece, below a moustache where there is one, in place of the mouth of the mood. */
function purseLips(s: Studio, { lips: [x, y], build }: Stance): void {
	s.recorder.arePursed = true;
	leaveOutMouth(s);
	const [L, C, h] = build.skin.from;
	// A little redder than the face; painted lips would pout.
	const tone = s.colors.ramp('skin', [Math.max(0.3, L - 0.09), C, h < 110 ? 24 : h]);
	s.body.form('hand', s.body.disc(x, y + 0.006, 0.028, 0.021), tone, {
		depth: 0.006,
		width: 0.5,
		contour: false,
		fit: false,
	});
}

function drawHand({ recorder }: Studio, { grip, hand }: Arm, build: HandBuild): void {
	const from = recorder.marks.length;
	hand.before(grip, build);
	recorder.noteHand(recorder.marks.slice(from));
}

/** Between hands as pale and grey as silver, the silver of a pipe has tarnished. */
function getPipeMaterials(s: Studio, { build }: Stance): ItemMaterials {
	const materials = getMaterials(s);
	const [L, C] = build.skin.from;
	return L > 0.6 && C < 0.06 ? { ...materials, steel: s.colors.ramp('metal', [0.42, 0.045, 265]) } : materials;
}

/** The pipe at the lips, both hands on its holes. */
function playPipe(s: Studio, kit: Kit, stance: Stance, held: Held): void {
	const [x, y] = stance.lips;
	if (stance.hasLips) purseLips(s, stance);
	const pipe = openGrip(s, { at: [x, y + 0.004], turn: -24, step: s.style.pixels ? 0.104 : 0.096, layer: 'hand' });
	held.draw(pipe, getPipeMaterials(s, stance));
	for (const [along, isFar] of [
		[1.2, true],
		[2.9, false],
	] as const) {
		const at = pipe.at(0, along);
		const arm: Arm = {
			grip: openGrip(s, { at, turn: isFar ? 24 : -24, step: stance.step * 0.9, layer: 'hand', isFar }),
			hand: handShapes.piping,
			pose: { hand: at, elbow: isFar ? [0.95, 1.12] : [0.93, 1.14], turn: 0 },
			isFar,
		};
		reachOut(s, kit, stance, arm);
		drawHand(s, arm, isFar ? stance.build : stance.nearBuild);
	}
}

/** What lies behind the thing the class carries, which is drawn already: under its layer, or not at all. */
function drawBehindCarried(s: Studio, { grip, hand, pose }: Arm, build: HandBuild): void {
	if (pose.shape !== 'clutch') hand.behind?.(grip, build);
	else if (getCarryLayer(s) === 'hand') hand.behind?.(grip.inLayer('emblem'), build);
}

/** The near hand and what it holds, drawn but kept aside: in front of the arms that are still to be drawn. */
interface Grasp {
	readonly near: Arm | null;
	readonly behind: readonly Mark[];
	readonly thing: readonly Mark[];
	readonly before: readonly Mark[];
}

function drawGrasp(s: Studio, stance: Stance): Grasp {
	const { pose, held, nearBuild } = stance;
	const { marks } = s.recorder;
	const near = pose.near ? openArm(s, stance, pose.near, held?.hand ?? 'fist', false) : null;
	const from = marks.length;
	near?.hand.behind?.(near.grip, nearBuild);
	const thingFrom = marks.length;
	if (held) {
		const layer = pose.prop?.layer ?? 'hand';
		const at = pose.prop?.at ?? near?.pose.hand ?? [0.8, 0.8];
		const turn = pose.prop?.turn ?? near?.pose.turn ?? 0;
		const step = held.kind === 'shield' ? 0.118 : 0.1;
		held.draw(openGrip(s, { at, turn, step, layer }).moved(0, held.drop ?? 0), getMaterials(s));
	}
	const beforeFrom = marks.length;
	near?.hand.before(near.grip, nearBuild);
	const drawn = marks.splice(from);
	const [thing, before] = [thingFrom - from, beforeFrom - from];
	return { near, behind: drawn.slice(0, thing), thing: drawn.slice(thing, before), before: drawn.slice(before) };
}

/** The near hand where it keeps clear of the face, and the stance with it there. */
function findGrasp(s: Studio, stance: Stance): readonly [Stance, Grasp] {
	const first = drawGrasp(s, stance);
	const drawn = [...first.behind, ...first.thing, ...first.before];
	const pose = clearPose(s, stance, drawn);
	if (pose === stance.pose) return [stance, first];
	const moved = { ...stance, pose };
	return [moved, drawGrasp(s, moved)];
}

function drawCarryingArm(s: Studio, kit: Kit, stance: Stance, pose: ArmPose): void {
	const [x, y] = pose.hand;
	const arm = openArm(s, stance, { ...pose, hand: [x + stance.carryShift, y] }, 'fist', true);
	reachOut(s, kit, stance, arm);
	const from = s.recorder.marks.length;
	drawBehindCarried(s, arm, stance.build);
	s.recorder.notePalm(s.recorder.marks.slice(from));
	drawHand(s, arm, stance.build);
}

/** Draws the figure's arms and the item in its hand. */
export function drawItem(s: Studio, kit: Kit, taken: Stance): void {
	const { held, build, carrying } = taken;
	const { recorder } = s;
	if (carrying) drawCarryingArm(s, kit, taken, carrying);
	if (held && taken.pose.id === 'playing') {
		playPipe(s, kit, taken, held);
		return;
	}
	if (taken.pose.id === 'crossed') {
		drawCrossedArms(s, kit, taken);
		return;
	}
	const [stance, { near, behind, thing, before }] = findGrasp(s, taken);
	const { pose } = stance;
	const far = pose.far && openArm(s, stance, pose.far, held?.hand ?? 'fist', true);
	if (far) {
		reachOut(s, kit, stance, far);
		const from = recorder.marks.length;
		far.hand.behind?.(far.grip, build);
		recorder.notePalm(recorder.marks.slice(from));
	}
	if (near) reachOut(s, kit, stance, near, near.hand === handShapes.hook ? findInner(thing) : undefined);
	recorder.notePalm(behind);
	recorder.marks.push(...behind);
	const from = recorder.marks.length;
	recorder.marks.push(...thing);
	recorder.noteCarried(from);
	if (far) drawHand(s, far, build);
	recorder.noteHand(before);
	recorder.marks.push(...before);
}
