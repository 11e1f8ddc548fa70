import { drawFigure, type Figure as ForgeFigure } from '@adx/forge/draw';
import {
	computeDistance,
	mirrorPerceptualHash,
	type PerceptualHash,
	toPerceptualHash,
} from '@adx/forge/perceptual-hash';
import { createCanvas, Path2D } from '@napi-rs/canvas';
import type { Figure } from './report.ts';

const portraits = 200;
const sizePx = 64;
/** Two portraits closer than so many thousandths look like one and the same in a marketplace's list. */
const leastDistance = 100;

/** Twice what the forge's first version reached, in thousandths. */
const leastEnergy = 50;

const traitSet: ForgeFigure = {
	race: 'human',
	class: 'fighter',
	artStyle: 'bold-classic',
	background: 'forest-glade',
	affliction: 'none',
	divinity: 'none',
	items: 'travellers-lantern',
	magicalStone: 'none',
};

/** A portrait as it is and as its reflection: half of all seeds do no more than mirror the figure. */
type Seen = readonly [PerceptualHash, PerceptualHash];

/** Mean squared distance in OKLab of two pictures' cells: large areas of another tone weigh more than edges that moved. */
function computeColorEnergy({ colors }: PerceptualHash, { colors: others }: PerceptualHash): number {
	let sum = 0;
	for (let i = 0; i < colors.length; i += 3) {
		const [left, right] = [toLab(colors, i), toLab(others, i)];
		for (const axis of [0, 1, 2] as const) sum += (left[axis] - right[axis]) ** 2;
	}
	return (sum * 3) / colors.length;
}

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** OKLab of the sRGB tone at `i`. */
function toLab(colors: readonly number[], i: number): readonly [L: number, a: number, b: number] {
	const [r, g, b] = [toLinear(colors[i]!), toLinear(colors[i + 1]!), toLinear(colors[i + 2]!)];
	const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
	const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
	const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
	return [
		0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
		1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
		0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
	];
}

function drawSeen(seed: string): Seen {
	const context = createCanvas(sizePx, sizePx).getContext('2d');
	drawFigure({ context, Path2D, createCanvas }, traitSet, { sizePx, seed });
	const impression = toPerceptualHash(context.getImageData(0, 0, sizePx, sizePx).data, sizePx);
	return [impression, mirrorPerceptualHash(impression)];
}

/** By a measure, every portrait from every other, mirrored or not, whichever is closer. */
const compareAll = (seen: readonly Seen[], measure: (left: PerceptualHash, right: PerceptualHash) => number) =>
	seen.flatMap(([left], i) =>
		seen.slice(i + 1).map(([right, mirrored]) => Math.min(measure(left, right), measure(left, mirrored))),
	);

const toMean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * How far 200 portraits of one trait set, each with a seed of its own, lie apart at 64 px: by half the mean difference of
 * colours on a 16 x 16 grid and half the share of differing dHash bits (portraits of wholly random traits have a mean near
 * 330 thousandths, more than which it cannot tell), and by the energy of the difference of colours in OKLab.
 */
export function measureVariety(): Figure[] {
	const seen = Array.from({ length: portraits }, (_, i) => drawSeen(`variety-${i}`));
	const distances = compareAll(seen, computeDistance);
	return [
		{
			name: `distance of the closest two of ${portraits} portraits of one trait set`,
			value: Math.min(...distances) * 1_000,
			unit: 'thousandths',
			target: { atLeast: leastDistance },
		},
		{ name: 'their mean distance', value: toMean(distances) * 1_000, unit: 'thousandths' },
		{
			name: 'their mean colour energy',
			value: toMean(compareAll(seen, computeColorEnergy)) * 1_000,
			unit: 'thousandths',
			target: { atLeast: leastEnergy },
		},
	];
}
