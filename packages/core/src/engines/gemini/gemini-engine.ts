import { geminiApiKeyMaxLength } from '@adx/validators/limits';
import {
	type GenerationConfig,
	GoogleGenerativeAI,
	GoogleGenerativeAIError,
	GoogleGenerativeAIFetchError,
} from '@google/generative-ai';
import type { PriceTable } from '../../platform/context.ts';
import { EngineError, type EngineImage, type EngineRequest, type ImageEngine, type PaidCall } from '../types.ts';
import { buildPrompt, type GeminiPrompt } from './build-prompt.ts';
import { type CallCost, getFailureCost, getPicturesCost } from './call-cost.ts';
import { classifyResponse, type GeminiResponse } from './classify-response.ts';
import { callsAtOnce } from './gemini-settings.ts';
import { decodeBase64, normalizeImage, UnusableImageError } from './normalize-image.ts';

export interface GeminiOptions {
	/** `https://generativelanguage.googleapis.com`, or whatever stands in for it; without a path. */
	readonly baseUrl: string;
	readonly prices: PriceTable;
	/** For one call with its whole answer; 120 s unless given. */
	readonly timeoutMs?: number;
}

const defaultTimeoutMs = 120_000;
/** No model paints faster: what broke before was not charged. */
const billableAfterMs = 1_000;

/** The SDK puts it into the address unchecked, where `../` would reach another path. */
const modelPattern = /^[a-z0-9.-]{3,64}$/;
/** The SDK throws what does not fit a header inside its message. */
const keyPattern = /^[\x21-\x7e]+$/;

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
		concurrency: callsAtOnce,
		draw: (request) => draw(options, request),
		readReceived: (bytes, request) => readOrRefuse(bytes, request, null),
		close: async () => {},
	};
}

async function draw(options: GeminiOptions, request: EngineRequest): Promise<EngineImage> {
	const { paid, traits, sizePx, previews, signal } = request;
	if (paid === undefined) throw new TypeError('Gemini needs to know with which key and model to paint');
	if (!keyPattern.test(paid.apiKey) || paid.apiKey.length > geminiApiKeyMaxLength) {
		throw new EngineError('key', 'This is not an API key.');
	}
	if (!modelPattern.test(paid.model)) throw new EngineError('model', 'This is not the name of a model.');
	const prompt = buildPrompt(traits, paid);
	signal.throwIfAborted();
	const facts = { model: paid.model, prompt: prompt.text, promptHash: prompt.hash };
	const unseen = getPicturesCost(options.prices, paid.model, { pictures: 1, isEstimated: true });
	paid.started?.({ ...facts, finishReason: null, ...unseen });
	const result = classifyResponse(await call(options, { ...paid, prompt, signal }));
	const callOf = (cost: CallCost): PaidCall => ({ ...facts, finishReason: result.finishReason, ...cost });
	if (result.kind !== 'picture') {
		const { kind, message, retryAfterMs } = result;
		const cost = getFailureCost(options.prices, paid.model, result);
		throw new EngineError(kind, message, { retryAfterMs, call: cost && callOf(cost) });
	}
	const { pictures } = result;
	const paidCall = callOf(getPicturesCost(options.prices, paid.model, { pictures, isEstimated: false }));
	const bytes = await refuseUnusable(paidCall, async () => decodeBase64(result.base64));
	await paid.received?.(bytes, paidCall);
	return { ...(await readOrRefuse(bytes, { sizePx, previews }, paidCall)), call: paidCall };
}

const readOrRefuse = (
	bytes: Uint8Array,
	request: Pick<EngineRequest, 'sizePx' | 'previews'>,
	call: PaidCall | null,
): Promise<EngineImage> => refuseUnusable(call, () => normalizeImage(bytes, request));

async function refuseUnusable<Result>(call: PaidCall | null, read: () => Promise<Result>): Promise<Result> {
	try {
		return await read();
	} catch (error) {
		if (!(error instanceof UnusableImageError)) throw error;
		throw new EngineError('bad_image', `Gemini's picture cannot be used: ${error.message}.`, { call });
	}
}

interface CallRequest {
	readonly apiKey: string;
	readonly model: string;
	readonly prompt: GeminiPrompt;
	readonly signal: AbortSignal;
}

/** Rejects only with the reason of `signal`; its errors are told apart here, since they may hold the key. */
async function call(
	{ baseUrl, timeoutMs = defaultTimeoutMs }: GeminiOptions,
	request: CallRequest,
): Promise<GeminiResponse> {
	const { apiKey, model, prompt, signal } = request;
	// Of its own for every call: the SDK never takes its listeners off a signal, nor clears the timer of its `timeout`.
	const attempt = new AbortController();
	const stop = () => attempt.abort();
	const timer = setTimeout(stop, timeoutMs);
	signal.addEventListener('abort', stop, { once: true });
	const startedAt = performance.now();
	try {
		const { response } = await new GoogleGenerativeAI(apiKey)
			.getGenerativeModel({ model, generationConfig }, { baseUrl })
			.generateContent({ contents: [{ role: 'user', parts: [{ text: prompt.text }] }] }, { signal: attempt.signal });
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

function toResponse(error: unknown, tookMs: number): GeminiResponse {
	if (error instanceof GoogleGenerativeAIFetchError && error.status !== undefined) {
		return { kind: 'refusal', status: error.status, details: error.errorDetails, text: error.message };
	}
	// Where nothing was answered the SDK wraps the error and drops its cause; one of another kind is about the answer.
	const wasAnswered = !(error instanceof GoogleGenerativeAIError);
	return { kind: 'broken', how: 'line', mayBeCharged: wasAnswered || tookMs >= billableAfterMs };
}
