import { createHash, randomFillSync } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export type PictureFormat = 'png' | 'jpeg' | 'webp';

/** A figure before a gradient in colours of its own for every text: no art, but nobody takes two for the same. */
export async function createPicture(text: string, format: PictureFormat, sizePx: number): Promise<Buffer> {
	const pixels = createPixels(createHash('sha256').update(text).digest(), sizePx);
	const image = sharp(pixels, { raw: { width: sizePx, height: sizePx, channels: 3 } });
	return image.toFormat(format).toBuffer();
}

type Colour = readonly [number, number, number];

function createPixels(hash: Buffer, sizePx: number): Buffer {
	const colour = (from: number) => [hash[from] ?? 0, hash[from + 1] ?? 0, hash[from + 2] ?? 0] as const;
	const [sky, ground, skin, robe] = [colour(0), colour(3), colour(6), colour(9)];
	const tilt = ((hash[12] ?? 0) - 128) / 512;
	const pixels = Buffer.allocUnsafe(sizePx * sizePx * 3);
	for (let y = 0; y < sizePx; y++) {
		for (let x = 0; x < sizePx; x++) {
			const [u, v] = [(x + 0.5) / sizePx, (y + 0.5) / sizePx];
			const at = (y * sizePx + x) * 3;
			const [red, green, blue] = getFigureColour(u, v, { skin, robe }) ?? blend(sky, ground, v + tilt * (u - 0.5));
			pixels[at] = red;
			pixels[at + 1] = green;
			pixels[at + 2] = blue;
		}
	}
	return pixels;
}

function getFigureColour(u: number, v: number, { skin, robe }: { readonly skin: Colour; readonly robe: Colour }) {
	if (((u - 0.5) / 0.15) ** 2 + ((v - 0.38) / 0.19) ** 2 < 1) return skin;
	return ((u - 0.5) / 0.34) ** 2 + ((v - 1) / 0.45) ** 2 < 1 ? robe : null;
}

function blend([r0, g0, b0]: Colour, [r1, g1, b1]: Colour, share: number): Colour {
	const t = Math.min(1, Math.max(0, share));
	return [r0 + (r1 - r0) * t, g0 + (g1 - g0) * t, b0 + (b1 - b0) * t];
}

/** A PNG that breaks off in the middle of its pixels. */
export async function corruptPicture(text: string, sizePx: number): Promise<Buffer> {
	const whole = await createPicture(text, 'png', sizePx);
	return whole.subarray(0, whole.byteLength >> 1);
}

/** About 31 KB of PNG that unfold to 256 megapixels. */
export const pixelBomb = once(() => encodePng({ widthPx: 16_000, heightPx: 16_000, bitsPerPixel: 1, level: 9 }));

/** A PNG of 40 MB within 24 megapixels: noise, which does not shrink. */
export const oversizedPicture = once(() => encodePng({ widthPx: 3_700, heightPx: 3_700, bitsPerPixel: 24, level: 0 }));

function once<T>(make: () => T): () => T {
	let made: T | undefined;
	return () => {
		made ??= make();
		return made;
	};
}

interface PngShape {
	readonly widthPx: number;
	readonly heightPx: number;
	/** 1 is black, 24 is noise. */
	readonly bitsPerPixel: 1 | 24;
	readonly level: number;
}

function encodePng({ widthPx, heightPx, bitsPerPixel, level }: PngShape): Buffer {
	const rowBytes = 1 + Math.ceil((widthPx * bitsPerPixel) / 8);
	const rows = Buffer.alloc(rowBytes * heightPx);
	if (bitsPerPixel === 24) {
		randomFillSync(rows);
		// The first byte of a row names its filter.
		for (let row = 0; row < heightPx; row++) rows[row * rowBytes] = 0;
	}
	const header = Buffer.alloc(13);
	header.writeUInt32BE(widthPx, 0);
	header.writeUInt32BE(heightPx, 4);
	header[8] = bitsPerPixel === 1 ? 1 : 8;
	header[9] = bitsPerPixel === 1 ? 0 : 2;
	const signature = Buffer.from('89504e470d0a1a0a', 'hex');
	return Buffer.concat([
		signature,
		pngChunk('IHDR', header),
		pngChunk('IDAT', deflateSync(rows, { level })),
		pngChunk('IEND', Buffer.alloc(0)),
	]);
}

function pngChunk(name: string, data: Buffer): Buffer {
	const chunk = Buffer.alloc(data.byteLength + 12);
	chunk.writeUInt32BE(data.byteLength, 0);
	chunk.write(name, 4, 'latin1');
	data.copy(chunk, 8);
	chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.byteLength - 4);
	return chunk;
}
