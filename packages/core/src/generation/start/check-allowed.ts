import { artStyles } from '@adx/validators/catalogue/art-styles';
import { isPaidEngine, type StartGenerationInput } from '@adx/validators/generation';
import { creatorArtStyleCount, freeBatchSizeMax } from '@adx/validators/limits';
import type { Actor, Services } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';

/** What premium unlocks is refused with 402 and a sentence; the form locks the same choices. */
export function checkEntitlement(actor: Actor, input: StartGenerationInput): void {
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

/**
 * Refuses an engine that cannot draw now, a key that cannot be one and a model that is not configured; a missing key
 * first, with the specification's own sentence.
 */
export function checkEngine({ engines, config }: Services, input: StartGenerationInput): void {
	const isPaid = isPaidEngine(input.engine);
	if (isPaid) requireApiKey({ config }, input.geminiApiKey, 'bad_input');
	if (!engines.has(input.engine)) {
		const message = `The engine '${input.engine}' is not available yet. Choose the built-in forge: it is free and needs no key.`;
		throw new AppError('INVALID', { reason: 'engine_unavailable', message, meta: { fields: { engine: message } } });
	}
	if (isPaid) getPaidModel({ config }, input);
}

/** The key as it is used; 400 with the specification's sentences for none and for one of no known prefix. */
export function requireApiKey(
	{ config }: Pick<Services, 'config'>,
	apiKey: string | undefined,
	reasonForNone: 'bad_input' | 'key_required',
): string {
	const key = (apiKey ?? '').trim();
	if (key === '') throw badKey(reasonForNone, 'API key is required');
	if (!config.geminiKeyPrefixes.some((prefix) => key.startsWith(prefix))) {
		throw badKey('bad_input', "Please provide a valid Google Gemini API key (starts with 'AIza').");
	}
	return key;
}

const badKey = (reason: 'bad_input' | 'key_required', message: string) =>
	new AppError('INVALID', { reason, message, meta: { fields: { geminiApiKey: message } } });

/** The model that is to paint: the asked one, or the first; 400 `unknown_model` for any that is not configured. */
export function getPaidModel(
	{ config }: Pick<Services, 'config'>,
	{ model }: Pick<StartGenerationInput, 'model'>,
): string {
	const { models } = config.gemini;
	const chosen = model ?? models[0];
	if (chosen !== undefined && models.includes(chosen)) return chosen;
	const message = `There is no model '${chosen}' here. Choose one of: ${models.join(', ')}.`;
	throw new AppError('INVALID', { reason: 'unknown_model', message, meta: { fields: { model: message } } });
}
