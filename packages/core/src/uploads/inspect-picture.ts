import { open } from 'node:fs/promises';
import { imageFramesMax, imagePixelsMax } from '@adx/validators/limits';
import { FileWindow } from './file-window.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import { pictureReader } from './picture-loaders.ts';
import { detectPicture, type PictureMime, type PictureStructure, walkPicture } from './picture-structure.ts';
import { imageTooLarge, unreadableImage, unsupportedImage } from './refuse-upload.ts';

export interface PictureFacts {
	readonly mime: PictureMime;
	/** Pixels, as they lie in the file. */
	readonly width: number;
	readonly height: number;
}

/** Decoding is what costs; two at a time leave the process its memory and its other work its threads. */
const inTurn = limitConcurrency(2);

/**
 * Finds out whether a file is a whole PNG, JPEG, WebP or GIF and nothing besides. Its structure is walked first, so that
 * nothing too large is ever decoded; then every pixel is, in libvips' threads.
 * Throws `unsupported_image`, `unreadable_image` or `image_too_large` with what is wrong and the way out.
 */
export async function inspectPicture(path: string): Promise<PictureFacts> {
	const { mime, structure } = await readStructure(path);
	const { width, height, frames, endsAt } = structure;
	const megapixels = (pixels: number) => `${Math.ceil(pixels / 100_000) / 10} megapixels`;
	const pixels = width * height * frames;
	if (frames > imageFramesMax) {
		throw imageTooLarge(`This picture has ${frames} frames; ${imageFramesMax} are allowed. Save it with fewer frames.`);
	}
	if (pixels > imagePixelsMax) {
		const all = frames > 1 ? ' in all its frames' : '';
		throw imageTooLarge(
			`This picture has ${megapixels(pixels)}${all} (${width} x ${height}); ${imagePixelsMax / 1e6} are allowed. Save it smaller.`,
		);
	}
	if (endsAt === null || pixels === 0) throw unreadableImage('This picture is cut off or damaged.');
	const trailing = structure.sizeBytes - endsAt;
	if (trailing > 0) {
		throw unreadableImage(
			`${trailing === 1 ? 'A byte follows' : `${trailing} bytes follow`} after this picture’s end.`,
		);
	}
	if (trailing < 0 || !(await inTurn(() => isDecodable(path, frames > 1)))) {
		throw unreadableImage('This picture is cut off or damaged.');
	}
	return { mime, width, height };
}

async function readStructure(
	path: string,
): Promise<{ readonly mime: PictureMime; readonly structure: PictureStructure & { readonly sizeBytes: number } }> {
	const file = await open(path, 'r');
	try {
		const { size: sizeBytes } = await file.stat();
		const window = new FileWindow(file, sizeBytes);
		const mime = await detectPicture(window);
		if (mime === null) throw unsupportedImage(await describeOther(window));
		return { mime, structure: { ...(await walkPicture(window, mime)), sizeBytes } };
	} finally {
		await file.close();
	}
}

/** Every pixel of every frame, into almost no memory. */
const isDecodable = (path: string, isAnimated: boolean): Promise<boolean> =>
	pictureReader(path, {
		failOn: 'error',
		limitInputPixels: imagePixelsMax,
		sequentialRead: true,
		...(isAnimated ? { animated: true } : {}),
	})
		.resize(8, 8, { fit: 'fill' })
		.raw()
		.toBuffer()
		.then(
			() => true,
			() => false,
		);

const known: readonly (readonly [RegExp, string])[] = [
	[/^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!doctype svg|!--|svg)/i, 'SVG drawings'],
	[/^(?:II[*+]\0|MM\0[*+])/, 'TIFF pictures'],
	[/^BM/, 'BMP pictures'],
	[/^....ftyp(?:avi|mif|hei|hev)/s, 'AVIF and HEIC pictures'],
	[/^....ftyp/s, 'Videos'],
	[/^%PDF/, 'PDF files'],
	[/^8BPS/, 'Photoshop files'],
	[/^PK/, 'Zip files'],
];

async function describeOther(file: FileWindow): Promise<string> {
	if (file.sizeBytes === 0) return 'This file is empty.';
	const head = (await file.read(0, 64)).toString('latin1');
	const found = known.find(([pattern]) => pattern.test(head));
	return found === undefined ? 'This file is no picture that can be used.' : `${found[1]} cannot be used.`;
}
