import { artStyles } from '@adx/validators/catalogue/art-styles';
import type { EngineKeyFields } from '@adx/validators/engines/engine-input';
import {
	type EngineName,
	getKeyFormat,
	isServiceEngine,
	type ServiceEngineName,
	takesWorkflow,
} from '@adx/validators/engines/engines';
import type { GenerationOrderInput, StartGenerationInput } from '@adx/validators/generation/generation-order';
import { creatorArtStyleCount, freeBatchSizeMax } from '@adx/validators/limits';
import { parseEngineAddress, toAddressText } from '../../engines/addresses/engine-address.ts';
import type { Actor, Services } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { findWorkflowProblem, toCallPictures } from '../references/prepare-references.ts';

/** What premium unlocks is refused with 402 and a sentence; the form locks the same choices. */
export function checkEntitlement(actor: Actor, input: GenerationOrderInput): void {
	if (actor.premium) return;
	if (input.engine !== 'layers') checkStyle(actor, input);
	if (actor.role === 'creator' && input.batchSize > freeBatchSizeMax) {
		const message = `More than ${freeBatchSizeMax} images in one batch need premium.`;
		throw new AppError('PAYMENT', { reason: 'premium_batch_size', message });
	}
}

function checkStyle(actor: Actor, input: StartGenerationInput): void {
	const position = artStyles.findIndex((style) => style.value === input.artStyle);
	const style = artStyles[position];
	if (style?.premium || (actor.role === 'creator' && position >= creatorArtStyleCount)) {
		const message = `The art style '${style?.label}' needs premium.`;
		throw new AppError('PAYMENT', { reason: 'premium_style', message });
	}
}

/**
 * Refuses an engine that cannot draw now, a key that cannot be one and a model that is not configured; a missing key
 * first, with the specification's own sentence.
 */
export function checkEngine({ engines, config }: Services, input: GenerationOrderInput): void {
	if (input.engine !== 'layers') requireApiKey({ config }, input, 'bad_input');
	if (!engines.has(input.engine)) {
		const message = `The engine '${input.engine}' is not available yet. Choose the built-in forge: it is free and needs no key.`;
		throw new AppError('INVALID', { reason: 'engine_unavailable', message, meta: { fields: { engine: message } } });
	}
	if (input.engine === 'layers') return;
	const { engine, model, engineAddress } = input;
	if (!isServiceEngine(engine)) return;
	getEngineAddress({ config }, { engine, engineAddress });
	requireWorkflow(input);
	getModel({ config }, { engine, model });
}

/** What names an engine and, where its calls carry one, its key. */
export type EngineKey = EngineKeyFields & { readonly engine: EngineName };

/**
 * The key as it is used, null where the engine takes none or none is given that it could do without; 400 with the
 * specification's sentences for none that is needed, and for what cannot be one.
 */
export function requireApiKey(
	{ config }: Pick<Services, 'config'>,
	given: EngineKey,
	reasonForNone: 'bad_input' | 'key_required',
): string | null {
	const format = getKeyFormat(given.engine);
	if (format === null || !isServiceEngine(given.engine)) return null;
	const badKey = (reason: 'bad_input' | 'key_required', message: string) =>
		new AppError('INVALID', { reason, message, meta: { fields: { [format.field]: message } } });
	const key = (given[format.field] ?? given.apiKey ?? '').trim();
	if (key === '') {
		if (format.missing === null) return null;
		throw badKey(reasonForNone, format.missing.field);
	}
	const { keyPrefixes } = config.services[given.engine];
	const hasPrefix = keyPrefixes.length === 0 || keyPrefixes.some((prefix) => key.startsWith(prefix));
	if (!hasPrefix) throw badKey('bad_input', format.invalid.field);
	if (!format.pattern.test(key)) throw badKey('bad_input', format.malformed.field);
	return key;
}

/**
 * Where the service is, as it is called; null for one that is always at the same place. 400 `address_not_allowed` for one that
 * the operator does not allow, and 400 for none: there is no first one among services of others.
 */
export function getEngineAddress(
	{ config }: Pick<Services, 'config'>,
	{ engine, engineAddress = '' }: { readonly engine: ServiceEngineName; readonly engineAddress?: string | undefined },
): string | null {
	const { addresses } = config.services[engine];
	if (addresses === null) return null;
	const parsed = parseEngineAddress(engineAddress, addresses);
	if (parsed.address !== undefined) return toAddressText(parsed.address);
	const { problem: message, isReadable } = parsed;
	const reason = isReadable ? 'address_not_allowed' : 'bad_input';
	throw new AppError('INVALID', { reason, message, meta: { fields: { engineAddress: message } } });
}

/**
 * The workflow that the engine's service paints by; null where it takes none. 400 with the reason for one that cannot be used,
 * or not with the pictures that go along.
 */
export function requireWorkflow({
	engine,
	workflow = '',
	...input
}: Pick<StartGenerationInput, 'engine' | 'workflow' | 'references' | 'sketch'>): string | null {
	if (!takesWorkflow(engine)) return null;
	const problem =
		workflow.trim() === '' ? 'A workflow is required' : findWorkflowProblem(workflow, toCallPictures(input));
	if (problem === null) return workflow;
	throw new AppError('INVALID', { reason: 'bad_input', message: problem, meta: { fields: { workflow: problem } } });
}

/** The model that is to paint: the asked one, or the first; 400 `unknown_model` for any that is not configured. */
export function getModel(
	{ config }: Pick<Services, 'config'>,
	{ engine, model }: { readonly engine: ServiceEngineName; readonly model?: string | undefined },
): string {
	const { models, takesAnyModel } = config.services[engine];
	const chosen = model ?? models[0];
	if (chosen !== undefined && (takesAnyModel || models.includes(chosen))) return chosen;
	const message = `There is no model '${chosen}' here. Choose one of: ${models.join(', ')}.`;
	throw new AppError('INVALID', { reason: 'unknown_model', message, meta: { fields: { model: message } } });
}
