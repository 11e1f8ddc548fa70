import { setTimeout as sleep } from 'node:timers/promises';
import { serviceKeyPattern } from '@adx/validators/engines/service-key';
import { apiKeyMaxLength } from '@adx/validators/limits';
import type { AddressGuard } from '../addresses/address-guard.ts';
import type { EngineAddress } from '../addresses/engine-address.ts';
import { callForBytes, callService, requireAddress } from '../addresses/service-call.ts';
import type { CallCost } from '../call-cost.ts';
import { decodeBase64 } from '../normalize-image.ts';
import { toRequestPrompt } from '../prompt/request-prompt.ts';
import { type PictureSource, readPicture, refuseUnusable } from '../received-picture.ts';
import {
	EngineError,
	type EngineImage,
	type EngineRequest,
	type ImageEngine,
	type RemoteCall,
	type RemoteRequest,
} from '../types.ts';
import { classifyOpenAiResponse, type OpenAiResult } from './classify-response.ts';
import { getCallCost, getOpenAiFailureCost } from './openai-cost.ts';
import { createCall, type PictureRequest, toAuthorization } from './openai-request.ts';
import { type OpenAiPrices, openAiCallsAtOnce, openAiModelPattern, type Quality } from './openai-settings.ts';

export interface OpenAiOptions {
	/** Whom it may call. */
	readonly guard: AddressGuard;
	readonly prices: OpenAiPrices;
	/** What models of OpenAI are asked for; `medium` unless given. */
	readonly quality?: Quality;
	/** For one call with its whole answer; 180 s unless given. */
	readonly timeoutMs?: number;
}

const source = { name: "The service's picture" };
const defaultTimeoutMs = 180_000;
/** A picture of 32 MB in Base64 and room for what stands around it. */
const answerMaxBytes = 64 * 1_024 * 1_024;
/** The picture is paid for, so that its address is asked again before another one is painted. */
const fetchesMax = 3;
const fetchAgainMs = 300;

/**
 * Paints with a service that speaks the wire of OpenAI's Images API, at an address that the operator allows, with model
 * and key of the user: `draw` makes exactly one call for a picture and keeps nothing of the key. Where the answer is the
 * address of a picture, that is fetched under the same rules.
 */
export function createOpenAiEngine(options: OpenAiOptions): ImageEngine {
	return {
		concurrency: openAiCallsAtOnce,
		draw: (request) => draw(options, request),
		readReceived: (bytes, request) => readPicture(bytes, request, { ...source, call: null }),
	};
}

async function draw(options: OpenAiOptions, request: EngineRequest): Promise<EngineImage> {
	const { remote, traits, sizePx, previews, signal } = request;
	if (remote === undefined) throw new TypeError('The service, its model and key have to be named.');
	const { guard, prices, quality = 'medium', timeoutMs = defaultTimeoutMs } = options;
	const { apiKey, model } = remote;
	const address = requireUsable(options, remote);
	const { prompt, images: references } = toRequestPrompt(traits, remote);
	signal.throwIfAborted();
	const facts = { model, prompt: prompt.text, promptHash: prompt.hash };
	const inputImages = references.length;
	const onePicture = getCallCost(prices, { model, usage: null, pictures: 1, inputImages });
	await remote.started?.({ ...facts, finishReason: null, ...onePicture, isEstimated: true });
	const picture = { address, apiKey, model, prompt: prompt.text, references, quality };
	const limits = { signal, timeoutMs, maxBytes: answerMaxBytes };
	const result = classifyOpenAiResponse(await callService(guard, { ...(await createCall(picture)), ...limits }));
	const callOf = (cost: CallCost, finishReason: string | null = null): RemoteCall => ({
		...facts,
		finishReason,
		...cost,
	});
	if (!isPicture(result)) {
		const { kind, message, retryAfterMs, finishReason } = result;
		const cost = getOpenAiFailureCost(prices, model, { ...result, inputImages });
		throw new EngineError(kind, message, { retryAfterMs, call: cost && callOf(cost, finishReason) });
	}
	const painted = { ...source, call: callOf(getCallCost(prices, { model, inputImages, ...result })) };
	const bytes = await load(options, { picture, result, painted, signal });
	await remote.received?.(bytes, painted.call);
	return { ...(await readPicture(bytes, { sizePx, previews }, painted)), call: painted.call };
}

type Picture = Extract<OpenAiResult, { readonly kind: 'picture' }>;
const isPicture = (result: OpenAiResult): result is Picture => result.kind === 'picture';

/** The address; throws an EngineError for what nobody should be called with. */
function requireUsable({ guard }: OpenAiOptions, { address: text, apiKey, model }: RemoteRequest): EngineAddress {
	if (apiKey !== null && (!serviceKeyPattern.test(apiKey) || apiKey.length > apiKeyMaxLength)) {
		throw new EngineError('key', 'This is not an API key.');
	}
	if (!openAiModelPattern.test(model)) throw new EngineError('model', 'This is not the name of a model.');
	return requireAddress(guard, text);
}

interface Load {
	readonly picture: PictureRequest;
	readonly result: Picture;
	readonly painted: PictureSource;
	readonly signal: AbortSignal;
}

/** The bytes of the picture that was paid for; rejects with an EngineError, or the reason of the signal. */
async function load(options: OpenAiOptions, { picture, result, painted, signal }: Load): Promise<Uint8Array> {
	const { source: where } = result;
	const base64 = 'base64' in where ? where.base64 : /^data:image\/[a-z]+;base64,(.*)$/s.exec(where.url)?.[1];
	if (base64 !== undefined) return refuseUnusable(painted, async () => decodeBase64(base64));
	const url = 'url' in where ? where.url : '';
	for (let fetches = 1; ; fetches += 1) {
		const fetched = await fetchPicture(options, { url, picture, signal });
		if (fetched.bytes !== undefined) return fetched.bytes;
		if (fetched.isFinal || fetches === fetchesMax) {
			throw new EngineError(fetched.isFinal ? 'address' : 'transient', fetched.message, { call: painted.call });
		}
		await sleep(fetchAgainMs * fetches, undefined, { signal }).catch(() => signal.throwIfAborted());
	}
}

type Fetched =
	| { readonly bytes: Uint8Array }
	/** Final where every picture of the service would fare like this, and be paid for. */
	| { readonly bytes?: undefined; readonly isFinal: boolean; readonly message: string };

async function fetchPicture(
	{ guard, timeoutMs = defaultTimeoutMs }: OpenAiOptions,
	{ url, picture, signal }: { readonly url: string; readonly picture: PictureRequest; readonly signal: AbortSignal },
): Promise<Fetched> {
	// Nobody else gets the key.
	const isOwn = URL.canParse(url) && new URL(url).origin === picture.address.origin;
	const headers = { accept: 'image/*', ...toAuthorization(isOwn ? picture.apiKey : null) };
	const response = await callForBytes(guard, {
		url,
		anyPath: true,
		method: 'GET',
		headers,
		signal,
		timeoutMs,
		maxBytes: answerMaxBytes,
	});
	if (response.kind === 'answer') return { bytes: response.body };
	const isElsewhere = response.kind === 'broken' && (response.how === 'not_allowed' || response.how === 'inside');
	if (isElsewhere) return elsewhere;
	return { isFinal: false, message: 'The service painted a picture, which could not be fetched from it.' };
}

const elsewhere: Fetched = {
	isFinal: true,
	message:
		'The service keeps its pictures at an address of its own, which the operator of this server has not allowed calls to.',
};
