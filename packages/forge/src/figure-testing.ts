import { createHash } from 'node:crypto';
import { createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { drawFigure, type Figure } from './draw.ts';
import type { ForgeSurface } from './surface.ts';

/** A plain figure that tests change one trait of. */
export const plainFigure: Figure = {
	race: 'human',
	class: 'fighter',
	artStyle: 'bold-classic',
	background: 'purple-blue-gradient',
	affliction: 'none',
	divinity: 'none',
	items: 'none',
	magicalStone: 'none',
};

export interface Sample {
	readonly surface: ForgeSurface;
	readonly context: SKRSContext2D;
	readonly pixels: () => Uint8ClampedArray;
}

/** A Node surface of `sizePx` by `sizePx` with access to its RGBA bytes. */
export function openSample(sizePx: number): Sample {
	const context = createCanvas(sizePx, sizePx).getContext('2d');
	return {
		context,
		surface: { context, Path2D, createCanvas },
		pixels: () => context.getImageData(0, 0, sizePx, sizePx).data,
	};
}

/** RGBA bytes of one drawn figure. */
export function drawSample(changes: Partial<Figure>, seed: string, sizePx = 64): Uint8ClampedArray {
	const sample = openSample(sizePx);
	drawFigure(sample.surface, { ...plainFigure, ...changes }, { sizePx, seed });
	return sample.pixels();
}

export const hashPixels = (pixels: Uint8ClampedArray) => createHash('sha256').update(pixels).digest('hex');

/** Colours of an 8 x 8 grid in 16 levels, three hexadecimal digits a cell: what survives a change of anti-aliasing. */
export function thumbprint(pixels: Uint8ClampedArray, sizePx: number): string {
	const cell = sizePx / 8;
	let print = '';
	for (let gy = 0; gy < 8; gy++) {
		for (let gx = 0; gx < 8; gx++) {
			const sum = [0, 0, 0];
			for (let y = gy * cell; y < (gy + 1) * cell; y++) {
				for (let x = gx * cell; x < (gx + 1) * cell; x++)
					for (const c of [0, 1, 2]) sum[c]! += pixels[(y * sizePx + x) * 4 + c]!;
			}
			print += sum.map((total) => Math.min(15, Math.round(total / (cell * cell * 17))).toString(16)).join('');
		}
	}
	return print;
}
