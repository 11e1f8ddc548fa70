import type { Lch, Ramp } from '../engine/color.ts';
import { growsOnJaw, layers } from '../engine/layers.ts';
import { hashText } from '../engine/random.ts';
import type { Rig, Spot } from '../engine/rig.ts';
import type { Point } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { coverAt, findBrooch, mostCovered, raiseAboveFrame } from './breast.ts';
import type { Places } from './cover.ts';

type Cut = 'drop' | 'lozenge' | 'round' | 'hexagon';

/** Tone and cut of every stone of the catalogue. */
export const stoneLooks: Readonly<Record<string, { readonly tone: Lch; readonly cut: Cut }>> = {
	'ember-agate': { tone: [0.6, 0.18, 35], cut: 'round' },
	'river-jade': { tone: [0.66, 0.13, 165], cut: 'drop' },
	'moss-opal': { tone: [0.74, 0.1, 135], cut: 'round' },
	'frost-quartz': { tone: [0.86, 0.06, 225], cut: 'hexagon' },
	'storm-topaz': { tone: [0.68, 0.15, 240], cut: 'lozenge' },
	'sun-amber': { tone: [0.76, 0.16, 70], cut: 'drop' },
	'dusk-amethyst': { tone: [0.58, 0.18, 305], cut: 'hexagon' },
	'tide-sapphire': { tone: [0.52, 0.18, 262], cut: 'lozenge' },
	'void-pearl': { tone: [0.34, 0.1, 295], cut: 'round' },
	'first-light-diamond': { tone: [0.92, 0.04, 95], cut: 'lozenge' },
};

const cuts: Readonly<Record<Cut, readonly Point[]>> = {
	drop: [
		[0, -1.3, 0.1],
		[0.8, 0.1],
		[0.55, 0.95],
		[-0.55, 0.95],
		[-0.8, 0.1],
	],
	lozenge: [
		[0, -1.25, 0],
		[0.85, 0, 0],
		[0, 1.25, 0],
		[-0.85, 0, 0],
	],
	round: [
		[0, -1],
		[0.9, -0.1],
		[0, 1],
		[-0.9, -0.1],
	],
	hexagon: [
		[0, -1.15, 0],
		[0.85, -0.5, 0],
		[0.85, 0.5, 0],
		[0, 1.15, 0],
		[-0.85, 0.5, 0],
		[-0.85, -0.5, 0],
	],
};

/** Whether the figure wears a stone: ornaments of its class leave the middle of the collar to it. */
export const wearsStone = ({ figure: { magicalStone } }: Pick<Studio, 'figure'>): boolean =>
	magicalStone !== 'none' && magicalStone !== '';

/** Whether a casket hangs beside the collar, in the place of beads and teeth of the class. */
export const wearsCasket = ({ figure: { affliction } }: Pick<Studio, 'figure'>): boolean =>
	affliction === 'lich-phylactery-bound';

/** Where the stone hangs: at the collar's tip. */
const collarSpot: Spot = [0.505, 0.822];
/** How far a stone at the collar and a brooch with its rim reach. */
const reaches = { collar: 0.045, brooch: 0.056 };

/** Lower than this a beard hangs over the collar's tip. */
const lowestChin = 0.755;
/** What hangs further from the middle lies beside the stone. */
const collarHalf = 0.09;

/** A trunk always hangs before the collar, a beard where it has grown long enough. */
const isBehindBeard = (s: Studio, rig: Rig): boolean =>
	rig.coversCollar ||
	s.recorder.marks.some(
		(mark) =>
			mark.kind === 'form' &&
			growsOnJaw(mark.layer) &&
			mark.shape.outline.some(([x, y]) => y > lowestChin && Math.abs(x - 0.5) < collarHalf),
	);

/** What stays free around a brooch. */
const clearance = 0.014;
/** How small a brooch may be, as shares of the usual one, to be seen whole. */
const broochSizes = [1, 0.8, 0.66] as const;

interface StonePlace {
	readonly at: Spot;
	readonly isBrooch: boolean;
	/** As a share of the usual size. */
	readonly size: number;
}

/** Finds where the whole of the stone can be seen: at the collar, or else as a brooch; null where arms and beards leave no room. */
function placeStone(s: Studio, rig: Rig, places: Places): StonePlace | null {
	const inHands = s.recorder.marks.filter(({ layer }) => layer >= layers.hand);
	const at = raiseAboveFrame(s, places, collarSpot, reaches.collar);
	if (!isBehindBeard(s, rig) && coverAt(inHands, places, at, reaches.collar) <= mostCovered)
		return { at, isBrooch: false, size: 1 };
	for (const size of broochSizes) {
		const brooch = findBrooch(s, places, reaches.brooch * size + clearance);
		if (brooch.cover <= mostCovered) return { at: brooch.at, isBrooch: true, size };
	}
	return null;
}

/** A rosette with a beaded rim. */
function drawBroochSetting(s: Studio, { at: [x, y], size }: StonePlace, gold: Ramp): void {
	const rim = Array.from({ length: 20 }, (_, i): Point => {
		const angle = (i / 20) * 2 * Math.PI;
		const reach = (i % 2 ? 0.054 : 0.046) * size;
		return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
	});
	s.body.form('shoulderNear', rim, gold, { depth: 0.01, width: 0.9 });
	s.body.pattern('shoulderNear', null, [s.body.disc(x, y, 0.041 * size)], gold.shade);
}

/** The magical stone in its setting at the collar, glowing a little. */
export function drawStone(s: Studio, rig: Rig, places: Places): void {
	const place = wearsStone(s) ? placeStone(s, rig, places) : null;
	if (!place) return;
	const name = s.figure.magicalStone;
	const { tone, cut } = stoneLooks[name] ?? { tone: [0.66, 0.17, hashText(name) % 360] as Lch, cut: 'lozenge' as Cut };
	const gem = s.colors.ramp('gem', tone);
	const gold = s.colors.ramp('metal', [0.8, 0.12, 88]);
	const pen = s.body;
	const { at, isBrooch, size } = place;
	// Held things come before a brooch.
	const layer = isBrooch ? 'shoulderNear' : 'emblem';
	const [[x, y], r] = [at, isBrooch ? 0.026 * size : 0.03];
	if (isBrooch) drawBroochSetting(s, place, gold);
	const scaled = (k: number) =>
		cuts[cut].map(
			([u, v, smooth]): Point =>
				smooth === undefined ? [x + u * r * k, y + v * r * k] : [x + u * r * k, y + v * r * k, smooth],
		);
	pen.glow(layer, [x, y, 0.1], gem.light, { alpha: 0.45 });
	pen.form(layer, scaled(1.42), gold, { depth: 0.008 });
	const stone = pen.form(layer, scaled(1), gem, { depth: 0.014, width: 0.7 });
	pen.line(
		layer,
		[
			[x - r * 0.8, y - r * 0.1],
			[x, y + r * 0.2],
			[x + r * 0.8, y - r * 0.1],
		],
		gem.spec,
		0.005,
		{ clip: stone, taper: 0.3, alpha: 0.8 },
	);
	pen.pattern(layer, stone, [pen.disc(x - r * 0.3, y - r * 0.45, r * 0.22)], s.colors.tone([0.985, 0.01, 95]));
}
