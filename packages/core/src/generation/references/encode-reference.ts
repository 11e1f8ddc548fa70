import { imagePixelsMax, imageSizePx } from '@adx/validators/limits';
import type { EncodedImage } from '../../engines/types.ts';
import { pictureReader } from '../../platform/images/image-decoder.ts';
import { findReferenceProblem } from '../../uploads/inspection/reference-rules.ts';

const decodeMaxSeconds = 30;
const previewPx = 200;

/** A picture that cannot be a reference, and why: the rest of a sentence that begins with its name. */
export class UnusableReferenceError extends Error {
	override readonly name = 'UnusableReferenceError';
}

export interface EncodedReference {
	/** As it goes with calls. */
	readonly full: EncodedImage;
	/** At most 200 px. */
	readonly preview: EncodedImage;
}

/**
 * Makes a stranger's picture into what goes with calls: a JPEG of at most 1,024 px on its longer side, upright, on white where
 * it was transparent, in sRGB and without metadata; none of the original bytes are left. Works in libvips' threads. Throws an
 * UnusableReferenceError for an animation, for what is too small or too large, and for what does not decode to its end.
 */
export async function encodeReference(bytes: Uint8Array): Promise<EncodedReference> {
	const open = () => pictureReader(bytes, { failOn: 'error', limitInputPixels: imagePixelsMax });
	const { width, height, pages = 1 } = await open().metadata().catch(refuse);
	if (width * height > imagePixelsMax) throw tooManyPixels();
	const problem = findReferenceProblem({ width, height, frames: pages });
	if (problem !== null) throw new UnusableReferenceError(problem);
	const { data, info } = await open()
		.timeout({ seconds: decodeMaxSeconds })
		.autoOrient()
		.resize(imageSizePx, imageSizePx, { fit: 'inside', withoutEnlargement: true })
		.flatten({ background: 'white' })
		.toColourspace('srgb')
		.raw()
		.toBuffer({ resolveWithObject: true })
		.catch(refuse);
	const pixels = () =>
		pictureReader(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
	const full = await pixels().jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer({ resolveWithObject: true });
	const preview = await pixels()
		.resize(previewPx, previewPx, { fit: 'inside', withoutEnlargement: true })
		.webp({ quality: 82, effort: 1 })
		.toBuffer({ resolveWithObject: true });
	return { full: toEncoded(full, 'image/jpeg'), preview: toEncoded(preview, 'image/webp') };
}

interface Encoded {
	readonly data: Buffer;
	readonly info: { readonly width: number; readonly height: number };
}

const toEncoded = ({ data, info }: Encoded, mime: EncodedImage['mime']): EncodedImage => ({
	bytes: data,
	mime,
	width: info.width,
	height: info.height,
});

const tooManyPixels = () =>
	new UnusableReferenceError(`has more than ${imagePixelsMax / 1e6} megapixels. Save it smaller.`);

function refuse(error: unknown): never {
	const message = error instanceof Error ? error.message : '';
	if (message.includes('pixel limit')) throw tooManyPixels();
	if (message.startsWith('timeout')) throw new UnusableReferenceError('takes too long to read. Save it smaller.');
	throw new UnusableReferenceError('is not a picture that can be read. Use a PNG, JPEG or WebP.');
}
