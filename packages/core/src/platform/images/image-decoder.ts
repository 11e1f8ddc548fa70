import type { PreviewSize } from '@adx/db/schema/merge-tables';
import { imagePixelsMax } from '@adx/validators/limits';
import sharp from 'sharp';
import { pixelArtMaxPx } from './pixel-art.ts';

// For the whole process: whatever the bytes of a stranger's file call themselves, libvips has no other way to read them.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
	operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});
// Several pictures are worked on at once as it is.
sharp.concurrency(1);
// No picture is read twice.
sharp.cache(false);

/** sharp, which reads PNG, JPEG, WebP and GIF alone. */
export { sharp as pictureReader };

const decodeMaxSeconds = 30;

/**
 * A WebP of a picture, at most `sizePx` on its longer side, upright and without EXIF; an animation's first frame. Same
 * bytes, same preview. Rejects for what cannot be decoded.
 */
export async function shrinkImage(bytes: Buffer, sizePx: PreviewSize) {
	const picture = sharp(bytes, { failOn: 'none', limitInputPixels: imagePixelsMax });
	const { width, height } = await picture.metadata();
	return picture
		.timeout({ seconds: decodeMaxSeconds })
		.autoOrient()
		.resize(sizePx, sizePx, { fit: 'inside', withoutEnlargement: true })
		.toColourspace('srgb')
		.webp({ quality: 82, effort: 1, lossless: Math.max(width, height) <= pixelArtMaxPx })
		.toBuffer({ resolveWithObject: true });
}

/**
 * A PNG of the same pixels, with the colour profile and all else that the picture says of itself; null for an animation.
 * Rejects for what cannot be decoded.
 */
export async function copyAsPng(bytes: Buffer) {
	const picture = sharp(bytes, { failOn: 'error', limitInputPixels: imagePixelsMax });
	const { pages = 1 } = await picture.metadata();
	if (pages > 1) return null;
	return picture
		.timeout({ seconds: decodeMaxSeconds })
		.keepMetadata()
		.png({ compressionLevel: 6 })
		.toBuffer({ resolveWithObject: true });
}
