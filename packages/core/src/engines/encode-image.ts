import sharp, { type ResizeOptions, type Sharp } from 'sharp';
import { pixelArtMaxPx } from '../platform/images/pixel-art.ts';
import type { EncodedImage, EngineImage } from './types.ts';

// Several pictures are worked on at once as it is; libvips' own threads would only fight each other.
sharp.concurrency(1);
// No picture is read twice.
sharp.cache(false);

/** The picture in full, as every engine hands it over. Filtering makes files of painted or grainy pictures smaller. */
export function encodeFull(pixels: Sharp, { adaptiveFiltering = false } = {}): Promise<EncodedImage> {
	return encode(pixels.png({ compressionLevel: 6, adaptiveFiltering }), 'image/png');
}

/** WebP of 512 and 200 px on the longer side. The pixels of pixel art stay squares with hard edges, in their own colours. */
export async function encodePreviews(
	pixels: Sharp,
	kernel: NonNullable<ResizeOptions['kernel']> = 'lanczos3',
): Promise<NonNullable<EngineImage['previews']>> {
	const { width, height } = await pixels.metadata();
	const lossless = Math.max(width, height) <= pixelArtMaxPx;
	const px = (sidePx: number, usual = kernel) =>
		[sidePx, sidePx, { fit: 'inside', kernel: lossless ? 'nearest' : usual }] as const;
	const px512 = await encode(pixels.resize(...px(512)).webp({ quality: 82, effort: 1, lossless }), 'image/webp');
	// The smaller one from the larger one: a quarter of the pixels to read, and no visible difference.
	const smaller = sharp(px512.bytes).resize(...px(200, 'lanczos3'));
	const px200 = await encode(smaller.webp({ quality: 80, effort: 1, lossless }), 'image/webp');
	return { px512, px200 };
}

async function encode(image: Sharp, mime: EncodedImage['mime']): Promise<EncodedImage> {
	const { data, info } = await image.toBuffer({ resolveWithObject: true });
	return { bytes: data, mime, width: info.width, height: info.height };
}
