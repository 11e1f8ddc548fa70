import type { ImageTraits } from '@adx/validators/generation';

export interface EngineRequest {
	readonly traits: ImageTraits;
	readonly imageSeed: string;
	readonly sizePx: number;
	readonly signal: AbortSignal;
}

/** Encoded images as they go to storage: the original and its two previews. */
export interface EngineImage {
	readonly full: EncodedImage;
	readonly preview512: EncodedImage;
	readonly preview200: EncodedImage;
}

/** An image file in memory. */
export interface EncodedImage {
	readonly bytes: Uint8Array;
	readonly mime: 'image/png' | 'image/webp' | 'image/jpeg';
	readonly width: number;
	readonly height: number;
}

/** Fills one planned row with a picture. Throws to have the row tried again. */
export interface ImageEngine {
	/** How many images it can usefully work on at once in this process. */
	readonly concurrency: number;
	draw(request: EngineRequest): Promise<EngineImage>;
	close(): Promise<void>;
}
