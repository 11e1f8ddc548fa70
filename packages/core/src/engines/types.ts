import type { ImageTraits } from '@adx/validators/generation';

export interface EngineRequest {
	readonly traits: ImageTraits;
	readonly imageSeed: string;
	readonly sizePx: number;
	/** False where only the original is kept, as on the command line. */
	readonly previews: boolean;
	readonly signal: AbortSignal;
}

/** Encoded images as they go to storage: the original and, when asked for, its two previews. */
export interface EngineImage {
	readonly full: EncodedImage;
	readonly previews: { readonly px512: EncodedImage; readonly px200: EncodedImage } | null;
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
