/** Sides in cells of the grid that an impression keeps. */
const cells = 16;

/** What a glance at a small picture leaves: its colours on a coarse grid and where it grows darker. */
export interface PerceptualHash {
	/** Mean colour of each cell, row by row: red, green and blue from 0 to 1. */
	readonly colors: readonly number[];
	/** For each cell whether it is brighter than its neighbour to the right (dHash); false in the last column. */
	readonly steps: readonly boolean[];
}

const toSteps = (colors: readonly number[]): boolean[] => {
	const lightness = (i: number) => 0.3 * colors[i * 3]! + 0.59 * colors[i * 3 + 1]! + 0.11 * colors[i * 3 + 2]!;
	return Array.from({ length: cells * cells }, (_, i) => i % cells < cells - 1 && lightness(i) > lightness(i + 1));
};

/**
 * The impression of a square picture.
 * @param pixels RGBA bytes, row by row
 * @param sizePx its side; a multiple of 16
 */
export function toPerceptualHash(pixels: ArrayLike<number>, sizePx: number): PerceptualHash {
	const colors: number[] = [];
	const cell = sizePx / cells;
	for (let row = 0; row < cells; row++) {
		for (let column = 0; column < cells; column++) {
			const sum = [0, 0, 0];
			for (let y = row * cell; y < (row + 1) * cell; y++) {
				for (let x = column * cell; x < (column + 1) * cell; x++)
					for (const c of [0, 1, 2]) sum[c]! += pixels[(y * sizePx + x) * 4 + c]!;
			}
			colors.push(...sum.map((total) => total / (cell * cell * 255)));
		}
	}
	return { colors, steps: toSteps(colors) };
}

/** The impression of the same picture seen in a mirror. */
export function mirrorPerceptualHash({ colors }: PerceptualHash): PerceptualHash {
	const turned = Array.from({ length: cells * cells }, (_, i) => {
		const from = (i - (i % cells) + (cells - 1 - (i % cells))) * 3;
		return colors.slice(from, from + 3);
	}).flat();
	return { colors: turned, steps: toSteps(turned) };
}

/** Half the mean difference of colours and half the share of differing dHash bits: 0 the same, 1 nothing in common. */
export function computeDistance(left: PerceptualHash, right: PerceptualHash): number {
	const color = left.colors.reduce((sum, value, i) => sum + Math.abs(value - right.colors[i]!), 0) / left.colors.length;
	const bits = left.steps.filter((step, i) => step !== right.steps[i]).length / (cells * (cells - 1));
	return (color + bits) / 2;
}
