import { serviceKeyPattern } from '@adx/validators/engines/service-key';
import { geminiApiKeyMaxLength } from '@adx/validators/limits';
import {
	type GenerationConfig,
	GoogleGenerativeAI,
	GoogleGenerativeAIError,
	GoogleGenerativeAIFetchError,
	type Part,
} from '@google/generative-ai';
import type { PriceTable } from '../../platform/context.ts';
import type { CallCost } from '../call-cost.ts';
import { decodeBase64 } from '../normalize-image.ts';
import type { ImagePrompt } from '../prompt/build-prompt.ts';
import { toRequestPrompt } from '../prompt/request-prompt.ts';
import { readPicture, refuseUnusable } from '../received-picture.ts';
import {
	type EncodedImage,
	EngineError,
	type EngineImage,
	type EngineRequest,
	type ImageEngine,
	type RemoteCall,
} from '../types.ts';
import { classifyGeminiResponse, type GeminiResponse } from './classify-response.ts';
import { getGeminiFailureCost, getPaintedCost } from './gemini-cost.ts';
import { geminiCallsAtOnce } from './gemini-settings.ts';

export interface GeminiOptions {
	/** `https://generativelanguage.googleapis.com`, or whatever stands in for it; without a path. */
	readonly baseUrl: string;
	readonly prices: PriceTable;
	/** For one call with its whole answer; 120 s unless given. */
	readonly timeoutMs?: number;
}

const source = { name: "Gemini's picture" };
const defaultTimeoutMs = 120_000;
/** No model paints faster: what broke before was not charged. */
const billableAfterMs = 1_000;

/** The SDK puts it into the address unchecked, where `../` would reach another path. */
const modelPattern = /^[a-z0-9.-]{3,64}$/;

/** The SDK's types lack both; it passes them on as they are. */
interface ImageGenerationConfig extends GenerationConfig {
	readonly responseModalities: readonly ('TEXT' | 'IMAGE')[];
	readonly imageConfig: { readonly aspectRatio: '1:1' };
}
const generationConfig: ImageGenerationConfig = {
	// Older models refuse IMAGE alone.
	responseModalities: ['TEXT', 'IMAGE'],
	imageConfig: { aspectRatio: '1:1' },
};

/**
 * Paints with Google's models on the user's own key: `draw` makes exactly one call and keeps nothing of the key. The
 * only file that imports the SDK, which is deprecated; what it gets wrong is worked around here.
 */
export function createGeminiEngine(options: GeminiOptions): ImageEngine {
	return {
		concurrency: geminiCallsAtOnce,
		draw: (request) => draw(options, request),
		readReceived: (bytes, request) => readPicture(bytes, request, { ...source, call: null }),
	};
}

async function draw(options: GeminiOptions, request: EngineRequest): Promise<EngineImage> {
	const { remote, traits, sizePx, previews, signal } = request;
	if (remote === undefined) throw new TypeError('Gemini needs to know with which key and model to paint');
	const { apiKey } = remote;
	if (apiKey === null || !serviceKeyPattern.test(apiKey) || apiKey.length > geminiApiKeyMaxLength) {
		throw new EngineError('key', 'This is not an API key.');
	}
	if (!modelPattern.test(remote.model)) throw new EngineError('model', 'This is not the name of a model.');
	const { prompt, images } = toRequestPrompt(traits, remote);
	signal.throwIfAborted();
	const facts = { model: remote.model, prompt: prompt.text, promptHash: prompt.hash };
	const inputImages = images.length;
	const unseen = getPaintedCost(options.prices, remote.model, { pictures: 1, inputImages, isEstimated: true });
	await remote.started?.({ ...facts, finishReason: null, ...unseen });
	const result = classifyGeminiResponse(await call(options, { apiKey, model: remote.model, prompt, images, signal }));
	const callOf = (cost: CallCost): RemoteCall => ({ ...facts, finishReason: result.finishReason, ...cost });
	if (result.kind !== 'picture') {
		const { kind, message, retryAfterMs } = result;
		const cost = getGeminiFailureCost(options.prices, remote.model, { ...result, inputImages });
		throw new EngineError(kind, message, { retryAfterMs, call: cost && callOf(cost) });
	}
	const { pictures } = result;
	const cost = getPaintedCost(options.prices, remote.model, { pictures, inputImages, isEstimated: false });
	const remoteCall = callOf(cost);
	const painted = { ...source, call: remoteCall };
	const bytes = await refuseUnusable(painted, async () => decodeBase64(result.base64));
	await remote.received?.(bytes, remoteCall);
	return { ...(await readPicture(bytes, { sizePx, previews }, painted)), call: remoteCall };
}

interface CallRequest {
	readonly apiKey: string;
	readonly model: string;
	readonly prompt: ImagePrompt;
	/** That go with the prompt. */
	readonly images: readonly EncodedImage[];
	readonly signal: AbortSignal;
}

/** Rejects only with the reason of `signal`; its errors are told apart here, since they may hold the key. */
async function call(
	{ baseUrl, timeoutMs = defaultTimeoutMs }: GeminiOptions,
	request: CallRequest,
): Promise<GeminiResponse> {
	const { apiKey, model, prompt, images, signal } = request;
	const parts: Part[] = [...images.map(toPart), { text: prompt.text }];
	// Of its own for every call: the SDK never takes its listeners off a signal, nor clears the timer of its `timeout`.
	const attempt = new AbortController();
	const stop = () => attempt.abort();
	const timer = setTimeout(stop, timeoutMs);
	signal.addEventListener('abort', stop, { once: true });
	const startedAt = performance.now();
	try {
		const { response } = await new GoogleGenerativeAI(apiKey)
			.getGenerativeModel({ model, generationConfig }, { baseUrl })
			.generateContent({ contents: [{ role: 'user', parts }] }, { signal: attempt.signal });
		return { kind: 'answer', body: response };
	} catch (error) {
		signal.throwIfAborted();
		if (attempt.signal.aborted) return { kind: 'broken', how: 'timeout', mayBeCharged: true };
		return toResponse(error, performance.now() - startedAt);
	} finally {
		clearTimeout(timer);
		signal.removeEventListener('abort', stop);
	}
}

const toPart = ({ bytes, mime }: EncodedImage): Part => ({
	inlineData: { mimeType: mime, data: Buffer.from(bytes).toString('base64') },
});

function toResponse(error: unknown, tookMs: number): GeminiResponse {
	if (error instanceof GoogleGenerativeAIFetchError && error.status !== undefined) {
		return { kind: 'refusal', status: error.status, details: error.errorDetails, text: error.message };
	}
	// Where nothing was answered the SDK wraps the error and drops its cause; one of another kind is about the answer.
	const wasAnswered = !(error instanceof GoogleGenerativeAIError);
	return { kind: 'broken', how: 'line', mayBeCharged: wasAnswered || tookMs >= billableAfterMs };
}
