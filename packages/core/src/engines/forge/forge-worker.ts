import { drawFigure } from '@adx/forge/draw';
import type { ForgeSurface } from '@adx/forge/surface';
import { forgeVersion } from '@adx/forge/version';
import type { ImageTraits } from '@adx/validators/catalogue/image-traits';
import { type Canvas, createCanvas, Path2D } from '@napi-rs/canvas';
import sharp from 'sharp';
import { encodeFull, encodePreviews } from '../encode-image.ts';
import { releaseBytes } from '../release-bytes.ts';
import { transferImage } from '../transfer-image.ts';
import type { EngineImage } from '../types.ts';

/** What travels to a drawing thread. */
export interface ForgeTask {
	readonly traits: ImageTraits;
	readonly imageSeed: string;
	readonly sizePx: number;
	readonly previews: boolean;
}

let canvas: Canvas | null = null;

/** One canvas per thread: making a new one for every image costs more than clearing it. */
function surfaceOf(sizePx: number): { canvas: Canvas; surface: ForgeSurface } {
	if (canvas === null || canvas.width !== sizePx) canvas = createCanvas(sizePx, sizePx);
	const context = canvas.getContext('2d');
	return { canvas, surface: { context, Path2D, createCanvas } as unknown as ForgeSurface };
}

/** Draws one figure and encodes it: PNG in full, WebP for the two previews. */
export default async function renderAndEncode(task: ForgeTask): Promise<EngineImage> {
	const { canvas, surface } = surfaceOf(task.sizePx);
	surface.context.clearRect(0, 0, task.sizePx, task.sizePx);
	drawFigure(surface, task.traits, { sizePx: task.sizePx, seed: task.imageSeed });
	const bytes = canvas.data();
	try {
		const raw = { width: task.sizePx, height: task.sizePx, channels: 3 } as const;
		const pixels = toEvenedRgb(bytes);
		// One sharp object per file: its clone() would copy all the pixels.
		const open = () => sharp(pixels, { raw });
		const full = await encodeFull(open());
		const previews = task.previews ? await encodePreviews(open()) : null;
		return transferImage({ full, previews, forgeVersion }, (image) => image);
	} finally {
		releaseBytes(bytes);
	}
}

/** The lowest bit of each channel as its highest one is: black stays black and white white, no tone moves by more than a level. */
const evened = (channels: number) => (channels & 0xfefefefe) | ((channels >>> 7) & 0x01010101);

/**
 * Packs RGBA to RGB in place: every pixel is opaque, and four at a time in words of 32 bits cost less than
 * half of what libvips takes to drop the channel. On the way every channel is evened to seven bits, which no eye
 * tells from eight and which makes a figure's PNG about a fifth smaller.
 */
function toEvenedRgb(rgba: Buffer): Buffer {
	const words = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
	// An odd side leaves up to three pixels that fill no three words.
	const fours = words.length - (words.length % 4);
	let to = 0;
	for (let from = 0; from < fours; from += 4) {
		// One by one: taking them from an array costs this loop twice its time.
		const a = evened(words[from]!);
		const b = evened(words[from + 1]!);
		const c = evened(words[from + 2]!);
		const d = evened(words[from + 3]!);
		words[to++] = (a & 0xffffff) | (b << 24);
		words[to++] = ((b >>> 8) & 0xffff) | (c << 16);
		words[to++] = ((c >>> 16) & 0xff) | (d << 8);
	}
	for (let pixel = fours; pixel < words.length; pixel++) {
		words[pixel] = evened(words[pixel]!);
		rgba.copyWithin(pixel * 3, pixel * 4, pixel * 4 + 3);
	}
	return rgba.subarray(0, words.length * 3);
}
