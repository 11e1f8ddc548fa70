import { layerSideMaxPx } from '@adx/collection/layers/layer-project';
import { inspectPng } from '@adx/collection/layers/png-file';
import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';
import { pictureReader } from '../../platform/images/image-decoder.ts';
import { releaseBytes } from '../release-bytes.ts';

/** A layer's picture, ready to be drawn: its pixels that can be seen at all, and where they lie. */
export interface DecodedLayer {
	/** Of the whole picture. */
	readonly width: number;
	readonly height: number;
	/** Null where every pixel is transparent. */
	readonly pixels: Canvas | null;
	readonly left: number;
	readonly top: number;
	/** Of the pixels that are kept. */
	readonly sizeBytes: number;
}

/** A file that is not a layer. Its message is the end of a sentence that begins with the file's name. */
export class LayerRefusedError extends Error {
	override readonly name = 'LayerRefusedError';
}

const decodeMaxSeconds = 30;

/**
 * Decodes a PNG, in sRGB. Most of a layer is empty, so only the smallest rectangle around what can be seen is kept, which
 * is drawn all the faster. Rejects with a LayerRefusedError for what is not a still PNG of at most 4,096 px, before anything
 * of it is decoded, and for a damaged one.
 */
export async function decodeLayer(bytes: Uint8Array): Promise<DecodedLayer> {
	const inspected = inspectPng(bytes, true);
	if (inspected.kind !== 'png') {
		throw new LayerRefusedError(inspected.kind === 'refused' ? inspected.reason : 'is a damaged PNG');
	}
	const { width, height } = inspected;
	const rgba = await readPixels(bytes);
	try {
		return { width, height, ...crop(rgba, width, height) };
	} finally {
		releaseBytes(rgba);
	}
}

async function readPixels(bytes: Uint8Array): Promise<Buffer> {
	try {
		return await pictureReader(bytes, { failOn: 'error', limitInputPixels: layerSideMaxPx ** 2 })
			.timeout({ seconds: decodeMaxSeconds })
			.toColourspace('srgb')
			.ensureAlpha()
			.raw({ depth: 'uchar' })
			.toBuffer();
	} catch (error) {
		throw new LayerRefusedError('is a damaged PNG', { cause: error });
	}
}

function crop(
	rgba: Buffer,
	width: number,
	height: number,
): Pick<DecodedLayer, 'pixels' | 'left' | 'top' | 'sizeBytes'> {
	const seen = findSeen(rgba, width, height);
	if (seen === null) return { pixels: null, left: 0, top: 0, sizeBytes: 0 };
	const { left, top, right, bottom } = seen;
	const columns = right - left + 1;
	const rows = bottom - top + 1;
	const part = new Uint8ClampedArray(columns * rows * 4);
	for (let row = 0; row < rows; row++) {
		const start = ((top + row) * width + left) * 4;
		part.set(rgba.subarray(start, start + columns * 4), row * columns * 4);
	}
	const pixels = createCanvas(columns, rows);
	pixels.getContext('2d').putImageData(new ImageData(part, columns, rows), 0, 0);
	releaseBytes(part);
	return { pixels, left, top, sizeBytes: columns * rows * 4 };
}

/** The smallest rectangle around all pixels that are not wholly transparent, its edges included. */
function findSeen(rgba: Buffer, width: number, height: number) {
	const words = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
	let [left, right, top, bottom] = [width, -1, height, -1];
	for (let row = 0; row < height; row++) {
		const start = row * width;
		let first = 0;
		while (first < width && words[start + first]! >>> 24 === 0) first++;
		if (first === width) continue;
		let last = width - 1;
		while (words[start + last]! >>> 24 === 0) last--;
		if (first < left) left = first;
		if (last > right) right = last;
		if (row < top) top = row;
		bottom = row;
	}
	return bottom === -1 ? null : { left, right, top, bottom };
}
