import type { AnyTraits } from '@adx/validators/catalogue/image-traits';
import type { EncodedImage, RemoteRequest } from '../types.ts';
import { buildPrompt, type ImagePrompt } from './build-prompt.ts';

export interface RequestPrompt {
	readonly prompt: ImagePrompt;
	/** In the order in which the prompt speaks of them. */
	readonly images: readonly EncodedImage[];
}

/** What an engine that takes pictures sends for one row: its prompt, and the pictures that go with it. */
export function toRequestPrompt(
	traits: AnyTraits,
	{ isSoftened, sketch, references = [], hasStyleLock = false }: RemoteRequest,
): RequestPrompt {
	const options = { isSoftened, hasStyleLock, hasReferences: references.length > 0, hasSketch: sketch !== undefined };
	return {
		prompt: buildPrompt(traits, options),
		images: sketch === undefined ? references : [sketch, ...references],
	};
}
