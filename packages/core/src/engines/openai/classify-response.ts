import { engines } from '@adx/validators/engines/engines';
import { dayQuotaUsedUp, modelNotInPlan } from '@adx/validators/generation/pause-messages';
import { z } from 'zod';
import { brokenCalls, redirected, type ServiceResponse } from '../addresses/service-call.ts';
import { parseRetryAfter } from '../retry-after.ts';
import type { EngineErrorKind } from '../types.ts';

/** The picture itself, or where it is. */
export type PictureWhere = { readonly base64: string } | { readonly url: string };

/** What a response means. */
export type OpenAiResult =
	| {
			readonly kind: 'picture';
			readonly source: PictureWhere;
			readonly pictures: number;
			readonly usage: OpenAiUsage | null;
	  }
	| OpenAiFailure;

export interface OpenAiFailure {
	readonly kind: EngineErrorKind;
	/** One sentence for the owner of the job, of our own words only. */
	readonly message: string;
	readonly retryAfterMs: number | null;
	/** A code that we know. */
	readonly finishReason: string | null;
	readonly mayBeCharged: boolean;
	readonly usage: OpenAiUsage | null;
}

/** The tokens that an answer says it took. */
export interface OpenAiUsage {
	readonly textInput: number;
	readonly imageInput: number;
	readonly output: number;
}

/** Sorts a response by the table of classes; never throws. */
export function classifyOpenAiResponse(response: ServiceResponse): OpenAiResult {
	switch (response.kind) {
		case 'answer':
			return classifyAnswer(response.body);
		case 'refusal':
			return classifyRefusal(response);
		case 'broken': {
			const { kind, message } = brokenCalls[response.how];
			return failure(kind, message, { mayBeCharged: response.mayBeCharged });
		}
	}
}

function failure(
	kind: EngineErrorKind,
	message: string,
	facts: Partial<Omit<OpenAiFailure, 'kind' | 'message'>> = {},
): OpenAiFailure {
	return { kind, message, retryAfterMs: null, finishReason: null, mayBeCharged: false, usage: null, ...facts };
}

const text = z.string().min(1).optional().catch(undefined);
const tokenCount = z.int().min(0).max(1e9);
/** A field of another shape than documented counts as absent: services add new ones, and differ. */
const answerSchema = z.object({
	data: z.array(z.object({ b64_json: text, url: text }).catch({ b64_json: undefined, url: undefined })).catch([]),
	usage: z
		.object({
			input_tokens: tokenCount,
			output_tokens: tokenCount,
			input_tokens_details: z.object({ image_tokens: tokenCount }).catch({ image_tokens: 0 }),
		})
		.optional()
		.catch(undefined),
	error: z.unknown().optional(),
});

function classifyAnswer(body: unknown): OpenAiResult {
	const { data: answer } = answerSchema.safeParse(body);
	if (answer === undefined) return failure('transient', 'The service answered with another kind of JSON.');
	const usage = toUsage(answer.usage);
	const sources = answer.data.flatMap(({ b64_json: base64, url }): readonly PictureWhere[] => {
		if (base64 !== undefined) return [{ base64 }];
		return url === undefined ? [] : [{ url }];
	});
	const [source] = sources;
	if (source !== undefined) return { kind: 'picture', source, pictures: sources.length, usage };
	// As gateways do that have sent the status before they knew.
	if (answer.error !== undefined && answer.error !== null) {
		const status = errorOf(body).status ?? 500;
		return { ...classifyRefusal({ kind: 'refusal', status, headers: {}, body }), usage };
	}
	return failure('no_image', 'The service answered without a picture.', { mayBeCharged: true, usage });
}

function toUsage(usage: z.output<typeof answerSchema>['usage']): OpenAiUsage | null {
	if (usage === undefined) return null;
	const imageInput = Math.min(usage.input_tokens, usage.input_tokens_details.image_tokens);
	return { textInput: usage.input_tokens - imageInput, imageInput, output: usage.output_tokens };
}

const errorSchema = z.object({
	error: z.object({
		code: z.union([z.string(), z.number()]).optional().catch(undefined),
		type: z.string().optional().catch(undefined),
		param: z.string().optional().catch(undefined),
		message: z.string().optional().catch(undefined),
		moderation_details: z.object({ moderation_stage: z.string() }).optional().catch(undefined),
	}),
});

interface ServiceError {
	/** The code, or the kind where there is none. */
	readonly code: string;
	readonly param: string;
	readonly message: string;
	readonly stage: string;
	/** A status that stands where codes do. */
	readonly status: number | null;
}

function errorOf(body: unknown): ServiceError {
	const { code, type, param, message, moderation_details } = errorSchema.safeParse(body).data?.error ?? {};
	return {
		code: typeof code === 'string' && code !== '' ? code : (type ?? ''),
		param: param ?? '',
		message: message ?? '',
		stage: moderation_details?.moderation_stage ?? '',
		status: typeof code === 'number' && code >= 400 && code < 600 ? code : null,
	};
}

const codes = {
	blocked: ['moderation_blocked', 'content_policy_violation', 'content_filter', 'ResponsibleAIPolicyViolation'],
	/** The account has nothing left to pay with. */
	unpaid: [
		'insufficient_quota',
		'billing_hard_limit_reached',
		'billing_not_active',
		'quota_exceeded',
		'credit_limit',
		'insufficient_credits',
	],
	key: ['invalid_api_key', 'authentication_error', 'account_deactivated', 'unsupported_country_region_territory'],
	model: ['model_not_found', 'model_not_available', 'deployment_not_found'],
} as const;

const knownCodes: ReadonlySet<string> = new Set(Object.values(codes).flat());

const has = (kind: keyof typeof codes, code: string) => codes[kind].some((known) => known === code);

/** What a status means where the code says nothing more. */
function classifyRefusal(refusal: Extract<ServiceResponse, { readonly kind: 'refusal' }>): OpenAiFailure {
	const { status, body } = refusal;
	const error = errorOf(body);
	const { code } = error;
	const finishReason = knownCodes.has(code) ? code : null;
	if (has('blocked', code) || status === 451) {
		// Before that nothing is painted.
		const mayBeCharged = error.stage === 'output';
		return failure('blocked', 'The service refused to paint this prompt.', { finishReason, mayBeCharged });
	}
	if (has('unpaid', code) || status === 402) {
		return failure('day_quota', 'The account behind the API key has no credit left, or has reached its limit.', {
			finishReason,
			retryAfterMs: parseRetryAfter(refusal.headers),
		});
	}
	if (status === 401 || has('key', code)) {
		return failure('key', engines.openai.service.keyRefused.ended, { finishReason });
	}
	if (status === 404 || has('model', code) || (status === 400 && error.param === 'model')) {
		return failure('model', 'The service does not have this model, or not at this address.', { finishReason });
	}
	if (status === 403) {
		return failure('key', 'The account behind the API key may not use this model.', { finishReason });
	}
	if (status === 429) return classifyLimit(refusal, error);
	if (status === 408 || status === 425 || status >= 500) {
		return failure('transient', `The service failed for the moment (${status}).`);
	}
	if (status >= 400) return failure('request', `The service refused the request (${status}).`);
	if (status >= 300) return failure(redirected.kind, redirected.message);
	return failure('transient', `Something between here and the service answered (${status}).`);
}

/** The text of a limit says of what it is: no code does. */
function classifyLimit(
	{ headers }: Extract<ServiceResponse, { readonly kind: 'refusal' }>,
	{ message }: ServiceError,
): OpenAiFailure {
	const retryAfterMs = parseRetryAfter(headers);
	if (/\blimit:? 0(?![\d.])/i.test(message)) return failure('day_quota', modelNotInPlan, { retryAfterMs });
	if (/\(RPD\)|\bper day\b|\bdaily\b/i.test(message)) return failure('day_quota', dayQuotaUsedUp, { retryAfterMs });
	return failure('throttle', 'The service asked to slow down.', { retryAfterMs });
}
