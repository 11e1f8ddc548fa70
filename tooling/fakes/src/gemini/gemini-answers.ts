import { type FakeReply, json } from '../http-server.ts';
import {
	corruptPicture,
	createPicture,
	oversizedPicture,
	type PictureFormat,
	pixelBomb,
} from '../painting/pictures.ts';

/** What one call gets. */
export type FakeGeminiAnswer =
	/** A picture that is different for every prompt; by default a PNG. */
	| {
			readonly kind: 'image';
			readonly format?: PictureFormat;
			/** Several pictures in one answer. */
			readonly count?: number;
			/** What the answer says they are, true or not. */
			readonly mimeType?: string;
			/** Preceded by text and a draft that is marked as a thought. */
			readonly thoughts?: boolean;
	  }
	| { readonly kind: 'corrupt_image' }
	/** 256 megapixels in 31 KB. */
	| { readonly kind: 'pixel_bomb' }
	/** 40 MB. */
	| { readonly kind: 'oversized_image' }
	| { readonly kind: 'text_only' }
	/** 200 without a picture; `NO_IMAGE` and `SAFETY` are such reasons, and unknown ones may come any day. */
	| { readonly kind: 'finish'; readonly reason: string }
	| { readonly kind: 'blocked_prompt'; readonly reason?: string }
	| { readonly kind: 'empty_object' }
	| { readonly kind: 'bad_key' }
	| { readonly kind: 'unauthorized' }
	| { readonly kind: 'forbidden' }
	| { readonly kind: 'failed_precondition' }
	| { readonly kind: 'bad_request' }
	| { readonly kind: 'not_found' }
	/** 429; `limit_zero` is a quota that the plan does not have at all, `bare` comes without details. */
	| { readonly kind: 'quota'; readonly quota: 'minute' | 'day' | 'limit_zero' | 'bare'; readonly retryAfterS?: number }
	| { readonly kind: 'server_error'; readonly status?: 408 | 500 | 503 | 504 }
	| { readonly kind: 'bad_gateway_html' }
	| { readonly kind: 'reset' }
	/** A picture whose answer breaks off half way; it is paid for. */
	| { readonly kind: 'truncated' }
	| { readonly kind: 'not_json' }
	| { readonly kind: 'hang' }
	/** A picture in 20 pieces, this far apart. */
	| { readonly kind: 'slow_drip'; readonly everyMs: number }
	/** An error whose text repeats the key. */
	| { readonly kind: 'echo_key'; readonly status?: 400 | 403 | 429 | 500 };

/** What the answer is made from. */
export interface AnswerContext {
	readonly model: string;
	readonly prompt: string;
	readonly key: string;
	readonly sizePx: number;
	/** How many pictures came with the prompt. */
	readonly references: number;
}

/**
 * The reply on the wire, how many pictures of it are paid for, and the tokens that are: where there is a picture those of
 * what came along, else all of them.
 */
export interface AnswerResult {
	readonly reply: FakeReply;
	readonly paidImages: number;
	readonly paidTokens?: { readonly input: number; readonly text: number };
}

const unpaid = (reply: FakeReply): AnswerResult => ({ reply, paidImages: 0 });

const promptTokens = 300;
const referenceTokens = 1_120;
const imageTokens = 1_290;
const textTokens = 35;

const countInput = ({ references }: AnswerContext) => promptTokens + references * referenceTokens;

/** An answer without a picture: the prompt is paid for, and what was written. */
const wordsOnly = (reply: FakeReply, context: AnswerContext, text: number): AnswerResult => ({
	reply,
	paidImages: 0,
	paidTokens: { input: countInput(context), text },
});

export async function createReply(answer: FakeGeminiAnswer, context: AnswerContext): Promise<AnswerResult> {
	switch (answer.kind) {
		case 'image': {
			const { format = 'png', count = 1, mimeType = `image/${format}`, thoughts = false } = answer;
			const texts = Array.from({ length: count }, (_, index) => context.prompt + '!'.repeat(index));
			const pictures = await Promise.all(texts.map((text) => createPicture(text, format, context.sizePx)));
			const parts = pictures.map((bytes) => imagePart(bytes, mimeType));
			const before = thoughts
				? [
						{ text: 'First a sketch.', thought: true },
						{ ...imagePart(await createPicture('sketch', 'png', 16)), thought: true },
						{ text: 'Here it is.' },
					]
				: [];
			return paid([...before, ...parts], context, count);
		}
		case 'corrupt_image':
			return paid([imagePart(await corruptPicture(context.prompt, context.sizePx))], context);
		case 'pixel_bomb':
			return paid([imagePart(pixelBomb())], context);
		case 'oversized_image':
			return paid([imagePart(oversizedPicture())], context);
		case 'truncated':
		case 'slow_drip': {
			const { reply, ...bill } = await createReply({ kind: 'image' }, context);
			if (typeof reply === 'string') throw new Error('a picture is never a broken line');
			const how =
				answer.kind === 'truncated' ? { breaksOff: true } : { drips: { pieces: 20, everyMs: answer.everyMs } };
			return { reply: { ...reply, ...how }, ...bill };
		}
		case 'text_only':
			return wordsOnly(
				finished([{ text: 'I would rather describe it: a hero before a landscape.' }], 'STOP', context, {
					text: textTokens,
				}),
				context,
				textTokens,
			);
		case 'finish':
			return wordsOnly(finished(null, answer.reason, context, {}), context, 0);
		case 'blocked_prompt':
			return wordsOnly(
				json(200, { promptFeedback: { blockReason: answer.reason ?? 'PROHIBITED_CONTENT' }, ...facts(context, {}) }),
				context,
				0,
			);
		case 'empty_object':
			return unpaid(json(200, {}));
		default:
			return unpaid(toErrorReply(answer, context));
	}
}

type Refusal = Exclude<
	FakeGeminiAnswer,
	{
		readonly kind:
			| 'image'
			| 'corrupt_image'
			| 'pixel_bomb'
			| 'oversized_image'
			| 'truncated'
			| 'slow_drip'
			| 'text_only'
			| 'finish'
			| 'blocked_prompt'
			| 'empty_object';
	}
>;

function toErrorReply(answer: Refusal, { key, model }: AnswerContext): FakeReply {
	switch (answer.kind) {
		case 'hang':
		case 'reset':
			return answer.kind;
		case 'bad_key':
			return error(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
				{
					'@type': 'type.googleapis.com/google.rpc.ErrorInfo',
					reason: 'API_KEY_INVALID',
					domain: 'googleapis.com',
					metadata: { service: 'generativelanguage.googleapis.com' },
				},
			]);
		case 'unauthorized':
			return error(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
		case 'forbidden':
			return error(403, 'PERMISSION_DENIED', 'Your API key was reported as leaked. Please use another API key.');
		case 'failed_precondition':
			return error(400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.');
		case 'bad_request':
			return error(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.');
		case 'not_found':
			return modelNotFound(model);
		case 'quota':
			return quotaError(answer, model);
		case 'server_error': {
			const status = answer.status ?? 503;
			const names = { 408: 'DEADLINE_EXCEEDED', 500: 'INTERNAL', 503: 'UNAVAILABLE', 504: 'DEADLINE_EXCEEDED' };
			return error(status, names[status], 'The model is overloaded. Please try again later.');
		}
		case 'bad_gateway_html':
			return html(502, '<!DOCTYPE html><title>Error 502 (Server Error)!!1</title>');
		case 'not_json':
			return html(200, '<!DOCTYPE html><title>Sign in to the network</title>');
		case 'echo_key':
			return error(answer.status ?? 400, 'INVALID_ARGUMENT', `Call with key ${key} failed: ${key}`, [
				{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: key, metadata: { consumer: key } },
			]);
	}
}

export function modelNotFound(model: string): FakeReply {
	const message = `models/${model} is not found for API version v1beta, or is not supported for generateContent.`;
	return error(404, 'NOT_FOUND', message);
}

function quotaError(
	{ quota, retryAfterS }: Extract<FakeGeminiAnswer, { readonly kind: 'quota' }>,
	model: string,
): FakeReply {
	const message = 'You exceeded your current quota, please check your plan and billing details.';
	if (quota === 'bare') return error(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).');
	const limit = quota === 'limit_zero' ? 0 : 10;
	const metric = 'generativelanguage.googleapis.com/generate_content_free_tier_requests';
	const period = quota === 'day' ? 'Day' : 'Minute';
	const violation = {
		quotaMetric: metric,
		quotaId: `GenerateRequestsPer${period}PerProjectPerModel-FreeTier`,
		quotaDimensions: { location: 'global', model },
		// A quota of 0 is stated in the message only.
		...(limit === 0 ? {} : { quotaValue: String(limit) }),
	};
	return error(429, 'RESOURCE_EXHAUSTED', `${message}\n* Quota exceeded for metric: ${metric}, limit: ${limit}`, [
		{ '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [violation] },
		{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryAfterS ?? 34.074824224}s` },
	]);
}

function error(status: number, name: string, message: string, details?: readonly unknown[]): FakeReply {
	const found = details === undefined ? {} : { details };
	return json(status, { error: { code: status, message, status: name, ...found } });
}

const html = (status: number, body: string): FakeReply => ({
	status,
	headers: { 'content-type': 'text/html; charset=UTF-8' },
	body,
});

function paid(parts: readonly unknown[], context: AnswerContext, pictures = 1): AnswerResult {
	const reply = finished(parts, 'STOP', context, { image: pictures * imageTokens });
	return { reply, paidImages: pictures, paidTokens: { input: context.references * referenceTokens, text: 0 } };
}

interface AnswerTokens {
	readonly image?: number;
	readonly text?: number;
}

function finished(
	parts: readonly unknown[] | null,
	finishReason: string,
	context: AnswerContext,
	tokens: AnswerTokens,
): FakeReply {
	const content = parts === null ? {} : { content: { parts, role: 'model' } };
	return json(200, { candidates: [{ ...content, finishReason, index: 0 }], ...facts(context, tokens) });
}

const facts = (context: AnswerContext, { image = 0, text = 0 }: AnswerTokens) => ({
	usageMetadata: {
		promptTokenCount: countInput(context),
		candidatesTokenCount: image + text,
		totalTokenCount: countInput(context) + image + text,
		candidatesTokensDetails: Object.entries({ IMAGE: image, TEXT: text }).flatMap(([modality, tokenCount]) =>
			tokenCount === 0 ? [] : [{ modality, tokenCount }],
		),
	},
	modelVersion: context.model,
	responseId: 'fake-response',
});

const imagePart = (bytes: Buffer, mimeType = 'image/png') => ({
	inlineData: { mimeType, data: bytes.toString('base64') },
});
