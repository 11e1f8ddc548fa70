import { type BeardName, commonBeards, drawBeard } from '../anatomy/beards.ts';
import { type BrowShape, drawBrows } from '../anatomy/brows.ts';
import { earRing, finEars, pointedEars, roundEars, webbedEars } from '../anatomy/ears.ts';
import { commonEyes, commonIrises, drawEyes, type EyeShape, type Pupil } from '../anatomy/eyes.ts';
import { chooseHair, commonHair, drawHair, type HairName, setApart } from '../anatomy/hair.ts';
import { drawHorns, type HornShape } from '../anatomy/horns.ts';
import { chooseMouth, drawMouth, type MouthShape } from '../anatomy/mouth.ts';
import { commonNoses, drawNose, isGreat, type NoseShape } from '../anatomy/nose.ts';
import { drawBlush, drawSkinMarks } from '../anatomy/skin-marks.ts';
import { legible } from '../anatomy/stroke.ts';
import { containsPoint } from '../engine/bounds.ts';
import type { Lch, Ramp } from '../engine/color.ts';
import { layers } from '../engine/layers.ts';
import type { Look } from '../engine/look.ts';
import { points } from '../engine/points.ts';
import { humanSpots, type Lips, type Rig, type Spot } from '../engine/rig.ts';
import { type Point, refineOutline, type Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';

/** What a humanoid race is made of; lists are picked from by the seed. */
export interface HumanoidPlan {
	readonly skins: readonly Lch[];
	readonly hairs?: readonly HairName[];
	readonly hairTones?: readonly Lch[];
	readonly ears?:
		| { readonly kind: 'round'; readonly size?: number }
		| {
				readonly kind: 'pointed';
				readonly length: number;
				readonly rise: number;
				readonly breadth?: number;
				readonly notches?: boolean;
		  }
		| { readonly kind: 'fin'; readonly web: Lch; readonly size?: number }
		| { readonly kind: 'webbed'; readonly web: Lch }
		| { readonly kind: 'none' };
	/** Multipliers of the human head. */
	readonly jaw?: number;
	readonly headScale?: number;
	/** How far chin and jaw drop below the human's, as a fraction: gaunt peoples 0.02. */
	readonly chinDrop?: number;
	/** How far the crown rises above the human's, as a fraction. */
	readonly crownLift?: number;
	/** Hollow cheeks. */
	readonly gaunt?: boolean;
	readonly shoulders?: number;
	readonly neck?: Rig['neck'];
	readonly eyes?: readonly EyeShape[];
	readonly eyeSize?: number;
	readonly irises?: readonly Lch[];
	readonly sclera?: Lch;
	readonly pupil?: Pupil;
	readonly brows?: readonly BrowShape[];
	readonly noses?: readonly NoseShape[];
	/** Tone of the nose where it differs from the face. */
	readonly noseTone?: Lch;
	/** Multiplies the nose. */
	readonly noseScale?: number;
	readonly mouths?: readonly MouthShape[];
	/** Teeth that stand out of its mouth, which a small round one has no room for. */
	readonly hasTusks?: true;
	/** Multiplies the mouth's width. */
	readonly mouthScale?: number;
	readonly beards?: readonly BeardName[];
	readonly horns?: { readonly shapes: readonly HornShape[]; readonly tone: Lch };
	readonly blush?: boolean;
	readonly freckles?: number;
	readonly heavyBrow?: boolean;
	/** Draws what makes the race itself: tusks, markings, wings. */
	readonly extra?: (s: Studio, parts: HumanoidParts) => void;
}

export interface HumanoidParts {
	readonly head: Shape;
	/** Cap and fringe, or null for bald heads and under hats. */
	readonly fringe: Shape | null;
	readonly lips: Lips;
	readonly skin: Ramp;
	readonly skinTone: Lch;
	readonly hair: Ramp;
}

/** How a skull below the brow departs from the human mean. */
interface JawCut {
	/** Multiply the width at the cheek bones, the jaw's corners and the chin. */
	readonly cheek: number;
	readonly jaw: number;
	readonly chin: number;
	/** How far chin and jaw drop, as a fraction of the square. */
	readonly drop: number;
	/** Smoothness of the jaw's corners. */
	readonly corner: number;
}

const jawCuts: readonly JawCut[] = [
	{ cheek: 1, jaw: 1, chin: 1, drop: 0, corner: 1 },
	{ cheek: 1.02, jaw: 1.15, chin: 1.3, drop: -0.002, corner: 0.55 },
	{ cheek: 1.04, jaw: 0.88, chin: 0.66, drop: 0.006, corner: 1 },
	{ cheek: 0.96, jaw: 0.97, chin: 1.05, drop: 0.024, corner: 0.9 },
	{ cheek: 1.06, jaw: 1.1, chin: 1.1, drop: -0.014, corner: 1 },
	{ cheek: 0.98, jaw: 1.02, chin: 0.85, drop: 0.012, corner: 0.45 },
];

/** Soft faces seldom have square jaws, rugged ones often. */
const jawsOfBearing = {
	soft: [0, 2, 2, 3, 4, 5],
	plain: [0, 1, 2, 3, 4, 5],
	rugged: [0, 1, 1, 3, 4, 5],
} as const;

/** A far cheek that stands out further past the eye socket would be a lump on the turned head. */
const widestFarCheek = 0.339;

/** The human skull; `jaw` widens everything below the cheek bones, `chinDrop` and `crownLift` lengthen it. */
export function humanHead(s: Studio, jaw: number, chinDrop = 0, crownLift = 0): readonly Point[] {
	const cut = jawCuts[s.stream('jaw-cut').pick(jawsOfBearing[s.look.bearing])]!;
	const j = s.look.jaw * jaw;
	const across = (width: number) => (x: number) => 0.5 + (x - 0.5) * j * width;
	const [C, J] = [across(cut.cheek), across(cut.jaw)];
	const chin = (x: number) => 0.48 + (across(1)(x) - 0.48) * cut.chin;
	const drop = chinDrop + cut.drop;
	const D = (y: number) => y + (drop * (y - 0.5)) / 0.158;
	return [
		[0.5, 0.168 - crownLift],
		[0.6 + crownLift * 0.3, 0.203 - crownLift * 0.9],
		[0.664 + crownLift * 0.2, 0.3 - crownLift * 0.5],
		[0.665, 0.42],
		[C(0.647), D(0.515)],
		[J(0.592), D(0.597), cut.corner],
		[chin(0.512), D(0.652), Math.max(0.6, cut.corner)],
		[chin(0.447), D(0.658), Math.max(0.6, cut.corner)],
		[Math.max(J(0.387), widestFarCheek + 0.02), D(0.615), cut.corner],
		[Math.max(C(0.351), widestFarCheek), D(0.545)],
		[0.341, 0.465],
		[0.336, 0.4],
		[0.343 - crownLift * 0.2, 0.29 - crownLift * 0.5],
		[0.398 - crownLift * 0.3, 0.203 - crownLift * 0.9],
	];
}

/** The lower half of a round ear. */
const lobe = points('0.672 0.48, 0.668 0.515, 0.668 0.535');

function drawPlanEars(s: Studio, plan: HumanoidPlan, skin: Ramp): void {
	const ears = plan.ears ?? { kind: 'round' };
	if (ears.kind === 'round') roundEars(s, skin, ears.size);
	else if (ears.kind === 'pointed') pointedEars(s, skin, ears);
	else if (ears.kind === 'webbed') webbedEars(s, skin, s.colors.ramp('skin', ears.web));
	else if (ears.kind === 'fin') finEars(s, skin, s.colors.ramp('skin', ears.web), ears.size);
}

/** A ring hangs only where the lobe it hangs from is seen: not under hair, nor beside a cloth over the jaw. */
function drawEarRing(s: Studio, { ears = { kind: 'round' } }: HumanoidPlan): void {
	if (ears.kind !== 'round' || s.hidden.has('mouth') || !s.stream('ear-ring').chance(0.18)) return;
	const isHidden = s.recorder.marks.some(
		({ kind, layer, ...mark }) =>
			kind === 'form' &&
			layer === layers.hairFront &&
			'shape' in mark &&
			lobe.some(([x, y]) => containsPoint(refineOutline(mark.shape.outline, 4), x, y)),
	);
	if (!isHidden) earRing(s);
}

/** A breath of shadow under the brow seats the eyes in the skull. */
function drawSockets(
	s: Studio,
	plan: HumanoidPlan,
	[near, far]: readonly [Spot, Spot],
	{ head, skin }: Pick<HumanoidParts, 'head' | 'skin'>,
): void {
	for (const [x, y, r] of [
		[near[0], near[1] - 0.02, 0.066],
		[far[0], far[1] - 0.02, 0.056],
	] as const) {
		s.head.glow('markings', [x, y, r], skin.shade, { alpha: plan.heavyBrow ? 0.9 : 0.5, blend: 'cover', clip: head });
	}
}

/** Shadow under the cheek bones. */
function drawHollows(s: Studio, head: Shape, skin: Ramp): void {
	s.head.pattern(
		'markings',
		head,
		[
			s.head.shape(points('0.67 0.47 0.2, 0.62 0.515, 0.565 0.545 0.3, 0.575 0.6, 0.6 0.66 0.3, 0.7 0.56 0.3')),
			s.head.shape(points('0.33 0.5 0.3, 0.365 0.535, 0.395 0.555 0.3, 0.385 0.6, 0.36 0.64 0.3, 0.31 0.56 0.3')),
		],
		skin.shade,
		0.85,
	);
}

/** Brows take the hair's tone, a step darker; peoples without hair have brows of skin. */
function getBrowColor({ hairs }: HumanoidPlan, skin: Ramp, hair: Ramp): string {
	if (hairs?.length === 1 && hairs[0] === 'bald') return skin.deep;
	return hair.from[0] > 0.7 ? hair.shade : hair.deep;
}

const lidPaints: readonly Lch[] = [
	[0.5, 0.12, 320],
	[0.5, 0.1, 250],
	[0.55, 0.1, 30],
	[0.5, 0.08, 170],
	[0.32, 0.03, 300],
	[0.72, 0.1, 80],
];

const browsOfBearing: Readonly<Record<Look['bearing'], readonly BrowShape[]>> = {
	soft: ['soft', 'arched', 'arched', 'thin', 'straight', 'soft'],
	plain: ['soft', 'straight', 'arched', 'thick', 'thin', 'wedge'],
	rugged: ['thick', 'straight', 'bushy', 'wedge', 'scarred', 'thick'],
};

function chooseBeard(s: Studio, { beards }: HumanoidPlan): BeardName {
	const pick = s.stream('beard');
	const chance = s.look.age < 0.12 ? 0 : { soft: 0, plain: 0.25, rugged: 0.62 }[s.look.bearing];
	const chosen = beards ? pick.pick(beards) : pick.chance(chance) ? pick.pick(commonBeards) : 'none';
	// Its tips are wider than the opening of a closed helm.
	return chosen === 'handlebar' && s.hidden.has('headgear') ? 'moustache' : chosen;
}

/** Under a great nose or a moustache the mouth stands lower than under others. */
const lowerMouth = (s: Studio, drop = 0.009): Studio => ({
	...s,
	look: { ...s.look, mouthLift: s.look.mouthLift + drop },
});

/** A cloth over the mouth lies on the nose: a great one would be cut off by its edge. */
const flatUnderCloth = { bulb: 'broad', hook: 'aquiline' } as const;

function drawPlanNose(s: Studio, plan: HumanoidPlan, { head, skin }: Pick<HumanoidParts, 'head' | 'skin'>): Studio {
	const chosen = s.stream('nose-shape').pick(plan.noses ?? commonNoses);
	const isVeiled = s.hidden.has('mouth');
	const nose = isVeiled && isGreat(chosen) ? flatUnderCloth[chosen] : chosen;
	const face = isGreat(nose) ? lowerMouth(s) : s;
	const tone = plan.noseTone && !isVeiled ? s.colors.ramp('skin', plan.noseTone) : skin;
	drawNose(face, nose, legible(s, tone), head, plan.noseScale);
	return face;
}

function choosePlanMouth(s: Studio, { mouths, hasTusks }: HumanoidPlan): MouthShape {
	const shape = chooseMouth(s, mouths);
	return hasTusks && shape === 'gasp' ? 'open' : shape;
}

/** Draws a face on the human skull and returns the rig for clothes and headgear. */
export function drawHumanoid(s: Studio, plan: HumanoidPlan): Rig {
	const skinTone = s.choose('skin', plan.skins);
	const skin = s.colors.ramp('skin', skinTone);
	const hairTone = s.choose('hair-color', plan.hairTones ?? chooseHair(skinTone));
	const grey = s.look.age > 0.8 && !plan.hairTones ? 0.75 : 0;
	const aged: Lch = [hairTone[0] + grey * (0.8 - hairTone[0]), hairTone[1] * (1 - grey), hairTone[2]];
	const hair = s.colors.ramp('hair', setApart(aged, skinTone));
	const head = s.head.form('head', humanHead(s, plan.jaw ?? 1, plan.chinDrop, plan.crownLift), skin, {
		depth: 0.028,
		width: 1.1,
		rim: true,
		...(plan.ears?.kind === 'none' ? {} : { rimGap: s.head.disc(0.5, 0.46, 0.175, 0.165) }),
	});
	if (plan.gaunt || (s.look.build < -0.5 && s.look.bearing !== 'soft')) drawHollows(s, head, skin);
	if (plan.blush !== false)
		drawBlush(s, head, skinTone, [
			[0.6, 0.522],
			[0.37, 0.528],
			[0.43, 0.52],
		]);
	drawSkinMarks(s, skin, head, plan.freckles);
	const eyeY = 0.437 + s.look.eyeLift;
	const size = (plan.eyeSize ?? 1) * s.look.eyeSize * 1.06;
	const spread = s.look.eyeSpread;
	const near = [0.463 + 0.084 * spread, eyeY] as const;
	const far = [0.463 - 0.062 * spread, eyeY - 0.002] as const;
	const lashes = s.look.bearing === 'soft' && !plan.heavyBrow && !plan.beards;
	drawSockets(s, plan, [near, far], { head, skin });
	drawEyes(s, {
		near,
		far,
		width: 0.102 * size,
		height: 0.071 * size,
		shape: s.stream('eye-shape').pick(plan.eyes ?? commonEyes),
		pupil: plan.pupil ?? 'round',
		iris: s.choose('iris', plan.irises ?? commonIrises),
		...(plan.sclera ? { sclera: plan.sclera } : {}),
		lidInk: s.colors.tone([0.22, 0.035, 300]),
		lidSkin: skin.shade,
		lashes,
		...(lashes && s.stream('lid-paint').chance(0.35)
			? { lidPaint: s.colors.tone(s.choose('lid-tone', lidPaints)) }
			: {}),
	});
	drawBrows(
		s,
		s.stream('brow-shape').pick(plan.brows ?? browsOfBearing[s.look.bearing]),
		getBrowColor(plan, skin, hair),
		[near, far],
		(size - 1) * 0.02,
		skin.shade,
	);
	const jaw = drawPlanNose(s, plan, { head, skin });
	const beard = drawBeard(jaw, chooseBeard(s, plan), hair, head, skin);
	const lips = drawMouth(lowerMouth(jaw, beard.mouthDrop), choosePlanMouth(s, plan), {
		skin: legible(s, skin),
		lips: s.colors.tone([Math.max(0.34, skinTone[0] - 0.14), skinTone[1] + 0.05, 18]),
		head,
		layer: beard.mouthLayer,
		scale: plan.mouthScale ?? 1,
	});
	beard.finish();
	const fringe = drawHair(s, s.stream('hair').pick(plan.hairs ?? commonHair), hair, head, skin);
	// After the hair, which runs over their roots.
	drawPlanEars(s, plan, skin);
	drawEarRing(s, plan);
	if (plan.horns) drawHorns(s, s.stream('horns').pick(plan.horns.shapes), s.colors.ramp('bone', plan.horns.tone), skin);
	plan.extra?.(jaw, { head, fringe, lips, skin, skinTone, hair });
	return {
		...humanSpots,
		headShape: head,
		lips,
		skin,
		neckRamp: skin,
		neck: plan.neck ?? 'slim',
		shoulders: plan.shoulders ?? 1,
		headScale: plan.headScale ?? 1,
		eyeNear: near,
		eyeFar: far,
		eyeHalf: 0.051 * size,
		coversCollar: plan.beards?.includes('braided') ?? false,
	};
}
