import { folderPreviewJpegQuality, folderPreviewMaxPx, imagePixelsMax } from '@adx/validators/limits';
import { readImageHeader } from './image-header.ts';

/** What the browser sees in a file. */
export interface DecodedImage {
	/** Null where it sees no picture. */
	readonly mime: string | null;
	readonly width: number | null;
	readonly height: number | null;
	/** Of a WebP that moves. */
	readonly isAnimated?: boolean;
	/** It says that it has more pixels than the product takes, and was not decoded. */
	readonly isTooLarge: boolean;
	/** A small JPEG, or the 1-pixel placeholder; null when none was asked for. */
	readonly preview: Blob | null;
}

export type DecodeImage = (bytes: Uint8Array<ArrayBuffer>, wantsPreview: boolean) => Promise<DecodedImage>;

/** Width and height of a preview: at most 200 px on the longest side, never larger than the image. */
export function getPreviewSize(width: number, height: number): readonly [number, number] {
	const scale = Math.min(1, folderPreviewMaxPx / Math.max(width, height));
	return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}

async function paint(
	draw: ((context: OffscreenCanvasRenderingContext2D) => void) | null,
	width: number,
	height: number,
) {
	const canvas = new OffscreenCanvas(width, height);
	const context = canvas.getContext('2d');
	if (context !== null) draw?.(context);
	return canvas.convertToBlob({ type: 'image/jpeg', quality: folderPreviewJpegQuality });
}

/** Decodes a picture with the browser's own decoder; needs a thread that has OffscreenCanvas. */
export const decodeImage: DecodeImage = async (bytes, wantsPreview) => {
	const header = readImageHeader(bytes);
	const isTooLarge = header !== null && header.width * header.height > imagePixelsMax;
	const bitmap =
		header === null || isTooLarge
			? null
			: await createImageBitmap(new Blob([bytes], { type: header.mime })).catch(() => null);
	if (header === null || bitmap === null) {
		const preview = wantsPreview ? await paint(null, 1, 1) : null;
		return { mime: null, width: null, height: null, isTooLarge, preview };
	}
	const { width, height } = bitmap;
	const [previewWidth, previewHeight] = getPreviewSize(width, height);
	const draw = (context: OffscreenCanvasRenderingContext2D) => {
		context.imageSmoothingQuality = 'medium';
		context.drawImage(bitmap, 0, 0, previewWidth, previewHeight);
	};
	const preview = wantsPreview ? await paint(draw, previewWidth, previewHeight) : null;
	bitmap.close();
	const { mime, isAnimated = false } = header;
	return { mime, width, height, ...(isAnimated ? { isAnimated } : {}), isTooLarge: false, preview };
};
