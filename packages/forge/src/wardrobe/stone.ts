import { computeSpan } from '../engine/bounds.ts';
import type { Lch, Ramp } from '../engine/color.ts';
import { layers } from '../engine/layers.ts';
import { hashText } from '../engine/random.ts';
import type { Mark } from '../engine/recorder.ts';
import type { Rig, Spot } from '../engine/rig.ts';
import type { Point } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { measureCover, type Places, spotsOf } from './cover.ts';

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
/** Where it is worn as a brooch when something hangs or is held before the collar: on the breast. */
const broochSpots: readonly Spot[] = [
	[0.668, 0.824],
	[0.342, 0.824],
	[0.7, 0.87],
	[0.31, 0.87],
	[0.515, 0.905],
	[0.75, 0.86],
	[0.26, 0.86],
];
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
			mark.layer === layers.beard &&
			mark.shape.outline.some(([x, y]) => y > lowestChin && Math.abs(x - 0.5) < collarHalf),
	);

/** With more than this of the stone behind arms and held things it is worn elsewhere. */
const mostCovered = 0.06;
/** How much it counts that a brooch lies on a shoulder plate, a casket or the beads of a class, where behind a hand it could not be seen. */
const lyingOn = 0.5;

/** A bead, a tooth or a button at the collar. */
const isOrnament = (mark: Mark): boolean =>
	mark.kind === 'form' && mark.layer === layers.collar && computeSpan(mark.shape) < 0.1;

/** Finds where the stone can be seen: the collar, or else the first of the brooch's places that the fewest things cover. */
function placeStone(s: Studio, rig: Rig, places: Places): { readonly at: Spot; readonly isBrooch: boolean } {
	const [a, b, c, d, e, f] = places.body;
	const measure = (marks: readonly Mark[], [x, y]: Spot, reach: number) =>
		measureCover(marks, places, spotsOf(a * x + c * y + e, b * x + d * y + f, reach * Math.abs(a)));
	const { marks } = s.recorder;
	const inHands = marks.filter(({ layer }) => layer >= layers.hand);
	if (!isBehindBeard(s, rig) && measure(inHands, collarSpot, reaches.collar) <= mostCovered)
		return { at: collarSpot, isBrooch: false };
	const over = marks.filter(({ layer }) => layer > layers.shoulderNear);
	const under = marks.filter((mark) => mark.layer === layers.shoulderNear || isOrnament(mark));
	const covers = broochSpots.map((at) => ({
		at,
		cover: measure(over, at, reaches.brooch) + lyingOn * measure(under, at, reaches.brooch),
	}));
	return { at: covers.reduce((best, one) => (one.cover < best.cover ? one : best)).at, isBrooch: true };
}

/** A rosette with a beaded rim. */
function drawBroochSetting(s: Studio, [x, y]: Spot, gold: Ramp): void {
	const rim = Array.from({ length: 20 }, (_, i): Point => {
		const angle = (i / 20) * 2 * Math.PI;
		const reach = i % 2 ? 0.054 : 0.046;
		return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
	});
	s.body.form('shoulderNear', rim, gold, { depth: 0.01, width: 0.9 });
	s.body.pattern('shoulderNear', null, [s.body.disc(x, y, 0.041)], gold.shade);
}

/** The magical stone in its setting at the collar, glowing a little. */
export function drawStone(s: Studio, rig: Rig, places: Places): void {
	if (!wearsStone(s)) return;
	const name = s.figure.magicalStone;
	const { tone, cut } = stoneLooks[name] ?? { tone: [0.66, 0.17, hashText(name) % 360] as Lch, cut: 'lozenge' as Cut };
	const gem = s.colors.ramp('gem', tone);
	const gold = s.colors.ramp('metal', [0.8, 0.12, 88]);
	const pen = s.body;
	const { at, isBrooch } = placeStone(s, rig, places);
	// Held things come before a brooch.
	const layer = isBrooch ? 'shoulderNear' : 'emblem';
	const [[x, y], r] = [at, isBrooch ? 0.026 : 0.03];
	if (isBrooch) drawBroochSetting(s, at, gold);
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
