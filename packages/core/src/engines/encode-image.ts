import sharp, { type Sharp } from 'sharp';
import type { EncodedImage, EngineImage } from './types.ts';

// Several pictures are worked on at once as it is; libvips' own threads would only fight each other.
sharp.concurrency(1);
// No picture is read twice.
sharp.cache(false);

/** The picture in full, as every engine hands it over. */
export function encodeFull(pixels: Sharp): Promise<EncodedImage> {
	return encode(pixels.png({ compressionLevel: 6 }), 'image/png');
}

/** WebP of 512 and 200 px. */
export async function encodePreviews(pixels: Sharp): Promise<NonNullable<EngineImage['previews']>> {
	const px512 = await encode(pixels.resize(512).webp({ quality: 82, effort: 1 }), 'image/webp');
	// The smaller one from the larger one: a quarter of the pixels to read, and no visible difference.
	const px200 = await encode(sharp(px512.bytes).resize(200).webp({ quality: 80, effort: 1 }), 'image/webp');
	return { px512, px200 };
}

async function encode(image: Sharp, mime: EncodedImage['mime']): Promise<EncodedImage> {
	const { data, info } = await image.toBuffer({ resolveWithObject: true });
	return { bytes: data, mime, width: info.width, height: info.height };
}
