import sharp from 'sharp';
import { encodeFull, encodePreviews } from './encode-image.ts';
import type { EngineImage } from './types.ts';

const sizeMaxBytes = 32 * 1_024 * 1_024;
const pixelsMax = 24_000_000;

/** A picture that cannot be used, and why in a few safe words. */
export class UnusableImageError extends Error {
	override readonly name = 'UnusableImageError';
}

/**
 * Makes what a model painted into what the product keeps: a square PNG, cut to its middle where it was none, on white
 * where it was transparent, in sRGB and without metadata, and its two previews. Only the bytes decide what they are.
 * Works in libvips' threads. Throws an UnusableImageError for more than 24 megapixels, for what is not a PNG, JPEG or WebP, and
 * for what does not decode to its end.
 */
export async function normalizeImage(
	bytes: Uint8Array,
	{ sizePx, previews }: { readonly sizePx: number; readonly previews: boolean },
): Promise<Pick<EngineImage, 'full' | 'previews'>> {
	if (!isKnownFormat(bytes)) throw new UnusableImageError('it is not a PNG, JPEG or WebP');
	const { data, info } = await sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'truncated' })
		.autoOrient()
		.resize(sizePx, sizePx, { fit: 'cover' })
		.flatten({ background: 'white' })
		.toColourspace('srgb')
		.raw()
		.toBuffer({ resolveWithObject: true })
		.catch((error: unknown) => {
			const isTooLarge = error instanceof Error && error.message.includes('pixel limit');
			throw new UnusableImageError(isTooLarge ? 'it has more than 24 megapixels' : 'it cannot be decoded');
		});
	const { width, height, channels } = info;
	const open = () => sharp(data, { raw: { width, height, channels } });
	return { full: await encodeFull(open()), previews: previews ? await encodePreviews(open()) : null };
}

/** The bytes of a picture as it came; throws an UnusableImageError for more than 32 MB. */
export function decodeBase64(base64: string): Uint8Array {
	if (base64.length > Math.ceil(sizeMaxBytes / 3) * 4) throw new UnusableImageError('it is larger than 32 MB');
	return Buffer.from(base64, 'base64');
}

/** By their first bytes, so that no loader but these three ever sees the rest. */
function isKnownFormat(bytes: Uint8Array): boolean {
	const starts = (hex: string, from = 0) =>
		Buffer.from(bytes.subarray(from, from + hex.length / 2)).toString('hex') === hex;
	return starts('89504e470d0a1a0a') || starts('ffd8ff') || (starts('52494646') && starts('57454250', 8));
}
