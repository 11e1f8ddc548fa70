import type { PreviewSize } from '@adx/db/repositories/platform/image-previews';
import { imagePixelsMax } from '@adx/validators/limits';
import { pictureReader } from './image-decoder.ts';

const shrinkMaxSeconds = 30;

/**
 * A WebP of a picture, at most `sizePx` on its longer side, upright and without EXIF; an animation's first frame. Same
 * bytes, same preview. Rejects for what cannot be decoded.
 */
export const shrinkImage = (bytes: Buffer, sizePx: PreviewSize) =>
	pictureReader(bytes, { failOn: 'none', limitInputPixels: imagePixelsMax })
		.timeout({ seconds: shrinkMaxSeconds })
		.autoOrient()
		.resize(sizePx, sizePx, { fit: 'inside', withoutEnlargement: true })
		.toColourspace('srgb')
		.webp({ quality: 82, effort: 1 })
		.toBuffer({ resolveWithObject: true });
