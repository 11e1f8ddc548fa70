import type { ForgePixels, ForgeSurface } from '../surface.ts';
import { css, type Lch } from './color.ts';

/** Pixels a side of a picture drawn in large square ones. */
const gridSide = 128;

/** The colours of an old machine. */
const colors: readonly Lch[] = [
	[0.16, 0.03, 285],
	[0.3, 0.09, 300],
	[0.4, 0.15, 275],
	[0.3, 0.08, 258],
	[0.47, 0.075, 240],
	[0.6, 0.15, 250],
	[0.82, 0.1, 215],
	[0.38, 0.08, 150],
	[0.64, 0.16, 145],
	[0.56, 0.09, 112],
	[0.34, 0.06, 45],
	[0.48, 0.09, 48],
	[0.62, 0.1, 55],
	[0.76, 0.1, 62],
	[0.88, 0.065, 72],
	[0.42, 0.15, 18],
	[0.6, 0.2, 27],
	[0.58, 0.17, 330],
	[0.86, 0.16, 92],
	[0.5, 0.02, 270],
	[0.74, 0.015, 260],
	[0.96, 0.01, 90],
];

const channelsOf = (tone: Lch) => (css(...tone).match(/\d+/g) ?? []).map(Number) as [number, number, number];
const palette = colors.map(channelsOf);

/** Thresholds of ordered dithering, a chequered board at its coarsest. */
const thresholds = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
const spread = 24;

// One entry for each colour of five bits a channel, found when first asked for.
const nearest = new Int8Array(32_768).fill(-1);

function nearestTo(r: number, g: number, b: number): number {
	const key = ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);
	if (nearest[key]! >= 0) return nearest[key]!;
	let [best, least] = [0, Number.POSITIVE_INFINITY];
	palette.forEach(([pr, pg, pb], i) => {
		// The eye's weights, cheaply: red counts more the redder both are.
		const mean = (r + pr) / 2;
		const distance = (2 + mean / 256) * (r - pr) ** 2 + 4 * (g - pg) ** 2 + (2 + (255 - mean) / 256) * (b - pb) ** 2;
		if (distance < least) [best, least] = [i, distance];
	});
	nearest[key] = best;
	return best;
}

const within = (value: number) => (value < 0 ? 0 : value > 255 ? 255 : value) | 0;

/** The few colours that large pixels show for channels, 0 to 255: the nearest, and those it is dithered with. */
export const showInPixels = (channels: readonly number[]): readonly (readonly number[])[] =>
	[0, -spread / 2, spread / 2].map((shift) => {
		const [r, g, b] = channels.map((value) => within(value + shift));
		return palette[nearestTo(r!, g!, b!)]!;
	});

function reduceColors(data: ForgePixels['data'], side: number): void {
	for (let y = 0; y < side; y++) {
		for (let x = 0; x < side; x++) {
			const at = (y * side + x) * 4;
			const shift = (thresholds[(y & 3) * 4 + (x & 3)]! / 15 - 0.5) * spread;
			const tone =
				palette[nearestTo(within(data[at]! + shift), within(data[at + 1]! + shift), within(data[at + 2]! + shift))]!;
			data[at] = tone[0];
			data[at + 1] = tone[1];
			data[at + 2] = tone[2];
			data[at + 3] = 255;
		}
	}
}

/** Has a picture drawn on a small canvas of its own and shows it in large pixels of few colours. */
export function paintPixels(
	surface: ForgeSurface,
	sizePx: number,
	draw: (small: ForgeSurface, sizePx: number) => void,
): void {
	const side = Math.min(sizePx, Math.ceil(sizePx / Math.max(1, Math.round(sizePx / gridSide))));
	const block = Math.ceil(sizePx / side);
	const canvas = surface.createCanvas(side, side);
	const context = canvas.getContext('2d');
	if (!context) return;
	draw({ ...surface, context, Path2D: surface.Path2D, createCanvas: surface.createCanvas }, side);
	const image = context.getImageData(0, 0, side, side);
	reduceColors(image.data, side);
	context.putImageData(image, 0, 0);
	surface.context.save();
	surface.context.imageSmoothingEnabled = false;
	surface.context.drawImage(canvas, 0, 0, side * block, side * block);
	surface.context.restore();
}
