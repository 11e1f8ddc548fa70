import { artStyles } from '@adx/validators/catalogue/art-styles';
import type { StartGenerationInput } from '@adx/validators/generation';
import { creatorArtStyleCount, freeBatchSizeMax } from '@adx/validators/limits';
import type { Actor, Services } from '../context.ts';
import { AppError } from '../errors.ts';

/** What premium unlocks is refused with 402 and a sentence; the form locks the same choices. */
export function checkAllowed(actor: Actor, input: StartGenerationInput): void {
	if (actor.premium) return;
	const position = artStyles.findIndex((style) => style.value === input.artStyle);
	const style = artStyles[position];
	if (style?.premium || (actor.role === 'creator' && position >= creatorArtStyleCount)) {
		const message = `The art style '${style?.label}' needs premium.`;
		throw new AppError('PAYMENT', { reason: 'premium_style', message });
	}
	if (actor.role === 'creator' && input.batchSize > freeBatchSizeMax) {
		const message = `More than ${freeBatchSizeMax} images in one batch need premium.`;
		throw new AppError('PAYMENT', { reason: 'premium_batch_size', message });
	}
}

/** Refuses an engine that cannot draw now, after the specification's own sentence about a missing key. */
export function checkEngine({ engines }: Services, input: StartGenerationInput): void {
	if (input.engine === 'gemini' && (input.geminiApiKey ?? '').trim() === '') {
		const message = 'API key is required';
		throw new AppError('INVALID', { reason: 'bad_input', message, meta: { fields: { geminiApiKey: message } } });
	}
	if (!engines.has(input.engine)) {
		const message = `The engine '${input.engine}' is not available yet. Choose the built-in forge: it is free and needs no key.`;
		throw new AppError('INVALID', { reason: 'engine_unavailable', message, meta: { fields: { engine: message } } });
	}
}
