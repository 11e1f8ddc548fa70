import { ogImageSize } from '@adx/validators/unfurl';
import { createCanvas, ImageData } from '@napi-rs/canvas';
import { pictureReader } from '../platform/images/image-decoder.ts';
import { coverPx, drawCard } from './draw-card.ts';
import type { OgCard } from './page-description.ts';

/** What travels to the drawing thread. */
export interface OgImageTask {
	readonly card: OgCard;
	/** Bytes of a preview. */
	readonly cover: Uint8Array | null;
}

/** Pictures of no more pixels are pixel art, whose edges stay sharp. */
const pixelArtMaxPx = 128;
const quality = 90;

/** Draws the picture of a page as a JPEG, which chats take where a PNG of the same is too large for them. */
export default async function drawOgImage({ card, cover }: OgImageTask): Promise<Uint8Array> {
	const canvas = createCanvas(ogImageSize.width, ogImageSize.height);
	drawCard(canvas.getContext('2d'), card, cover === null ? null : await readCover(cover));
	const raw = { ...ogImageSize, channels: 4 } as const;
	return pictureReader(canvas.data(), { raw })
		.removeAlpha()
		.jpeg({ quality, chromaSubsampling: '4:4:4', mozjpeg: true })
		.toBuffer();
}

async function readCover(bytes: Uint8Array): Promise<ImageData> {
	const picture = pictureReader(bytes);
	const { width, height } = await picture.metadata();
	const kernel = Math.max(width, height) <= pixelArtMaxPx ? 'nearest' : 'lanczos3';
	const background = { r: 0, g: 0, b: 0, alpha: 0 };
	const pixels = await picture
		.resize(coverPx, coverPx, { fit: 'contain', kernel, background })
		.ensureAlpha()
		.raw()
		.toBuffer();
	return new ImageData(new Uint8ClampedArray(pixels), coverPx, coverPx);
}
