import type { PreviewSize } from '@adx/db/repositories/platform/image-previews';
import { imagePixelsMax } from '@adx/validators/limits';
import sharp from 'sharp';

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

const shrinkMaxSeconds = 30;

/**
 * A WebP of a picture, at most `sizePx` on its longer side, upright and without EXIF; an animation's first frame. Same
 * bytes, same preview. Rejects for what cannot be decoded.
 */
export const shrinkImage = (bytes: Buffer, sizePx: PreviewSize) =>
	sharp(bytes, { failOn: 'none', limitInputPixels: imagePixelsMax })
		.timeout({ seconds: shrinkMaxSeconds })
		.autoOrient()
		.resize(sizePx, sizePx, { fit: 'inside', withoutEnlargement: true })
		.toColourspace('srgb')
		.webp({ quality: 82, effort: 1 })
		.toBuffer({ resolveWithObject: true });
