import { normalizeImage, UnusableImageError } from './normalize-image.ts';
import { EngineError, type EngineImage, type EngineRequest, type RemoteCall } from './types.ts';

/** Whose picture it is, as in 'Gemini's picture', and the call that brought it, where that is known. */
export interface PictureSource {
	readonly name: string;
	readonly call: RemoteCall | null;
}

/** Makes the product's image of bytes that a service sent; rejects with an EngineError when they cannot be used. */
export const readPicture = (
	bytes: Uint8Array,
	request: Pick<EngineRequest, 'sizePx' | 'previews'>,
	source: PictureSource,
): Promise<Pick<EngineImage, 'full' | 'previews'>> => refuseUnusable(source, () => normalizeImage(bytes, request));

/** What `read` resolves to; an UnusableImageError of it becomes an EngineError that says what is wrong with whose picture. */
export async function refuseUnusable<Result>(
	{ name, call }: PictureSource,
	read: () => Promise<Result>,
): Promise<Result> {
	try {
		return await read();
	} catch (error) {
		if (!(error instanceof UnusableImageError)) throw error;
		throw new EngineError('bad_image', `${name} cannot be used: ${error.message}.`, { call });
	}
}
