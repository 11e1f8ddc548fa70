import { engines } from '@adx/validators/engines/engines';
import { dayQuotaUsedUp, modelNotInPlan } from '@adx/validators/generation/pause-messages';
import { z } from 'zod';
import type { EngineErrorKind } from '../types.ts';

/** How a call to Gemini ended, before anybody looked at it; nothing in here may be shown or logged as it is. */
export type GeminiResponse =
	/** Status 2xx with JSON. */
	| { readonly kind: 'answer'; readonly body: unknown }
	/** Any other status; `details` as in google.rpc.Status, `text` with the service's message if there was one. */
	| { readonly kind: 'refusal'; readonly status: number; readonly details: unknown; readonly text: string }
	/** No answer, or none that could be read; a picture may have been painted, and charged, all the same. */
	| { readonly kind: 'broken'; readonly how: 'timeout' | 'line'; readonly mayBeCharged: boolean };

/** What a response means. `finishReason` is a plain word, or null where there was none. */
export type GeminiResult =
	| {
			readonly kind: 'picture';
			readonly base64: string;
			readonly pictures: number;
			readonly finishReason: string | null;
			readonly usage: GeminiUsage | null;
	  }
	| GeminiFailure;

export interface GeminiFailure {
	readonly kind: Exclude<EngineErrorKind, 'bad_image'>;
	/** One sentence for the owner of the job, of our own words only. */
	readonly message: string;
	readonly retryAfterMs: number | null;
	readonly finishReason: string | null;
	readonly mayBeCharged: boolean;
	readonly usage: GeminiUsage | null;
}

/** The tokens that an answer says it took. */
export interface GeminiUsage {
	readonly input: number;
	/** Thoughts among them. */
	readonly text: number;
	/** Of pictures, sent or withheld. */
	readonly image: number;
}

/** Sorts a response by the table of classes; never throws. */
export function classifyGeminiResponse(response: GeminiResponse): GeminiResult {
	switch (response.kind) {
		case 'answer':
			return classifyAnswer(response.body);
		case 'refusal':
			return classifyRefusal(response);
		case 'broken':
			return failure(
				'transient',
				response.how === 'timeout' ? 'Gemini did not answer in time.' : 'The connection to Gemini broke.',
				{ mayBeCharged: response.mayBeCharged },
			);
	}
}

type FailureKind = Exclude<EngineErrorKind, 'bad_image'>;

function failure(
	kind: FailureKind,
	message: string,
	facts: Partial<Omit<GeminiFailure, 'kind' | 'message'>> = {},
): GeminiFailure {
	return { kind, message, retryAfterMs: null, finishReason: null, mayBeCharged: false, usage: null, ...facts };
}

/** A part or a field of another shape than documented counts as absent: the service adds new ones at any time. */
const partSchema = z.object({
	thought: z.boolean().optional().catch(undefined),
	inlineData: z
		.object({ data: z.string().min(1) })
		.optional()
		.catch(undefined),
});
const tokenCount = z.int().min(0).max(1e9);
const answerSchema = z.object({
	candidates: z
		.array(
			z.object({
				finishReason: z.string().optional().catch(undefined),
				content: z
					.object({ parts: z.array(partSchema.catch({})).optional().catch(undefined) })
					.optional()
					.catch(undefined),
			}),
		)
		.optional()
		.catch(undefined),
	promptFeedback: z.object({ blockReason: z.string() }).optional().catch(undefined),
	usageMetadata: z
		.object({
			promptTokenCount: tokenCount.default(0),
			candidatesTokenCount: tokenCount.default(0),
			thoughtsTokenCount: tokenCount.default(0),
			candidatesTokensDetails: z.array(z.object({ modality: z.string(), tokenCount })).optional(),
		})
		.optional()
		.catch(undefined),
});

/** All others, whether known (NO_IMAGE, IMAGE_OTHER, OTHER, MAX_TOKENS) or not, mean that there is just no picture. */
const blockedReasons: ReadonlySet<string> = new Set([
	'SAFETY',
	'IMAGE_SAFETY',
	'PROHIBITED_CONTENT',
	'IMAGE_PROHIBITED_CONTENT',
	'RECITATION',
	'IMAGE_RECITATION',
	'BLOCKLIST',
	'SPII',
]);

function classifyAnswer(body: unknown): GeminiResult {
	const { data: answer } = answerSchema.safeParse(body);
	const usage = toUsage(answer?.usageMetadata);
	if (answer?.promptFeedback !== undefined) {
		const finishReason = wordOf(answer.promptFeedback.blockReason);
		return failure('blocked', 'Gemini refused the prompt.', { finishReason, usage });
	}
	const candidate = answer?.candidates?.[0];
	const finishReason = wordOf(candidate?.finishReason);
	if (finishReason !== null && blockedReasons.has(finishReason)) {
		return failure('blocked', `Gemini withheld the picture (${finishReason}).`, {
			finishReason,
			mayBeCharged: true,
			usage,
		});
	}
	// Drafts are marked as thoughts.
	const pictures = (candidate?.content?.parts ?? []).flatMap(({ thought, inlineData }) =>
		inlineData === undefined || thought === true ? [] : [inlineData.data],
	);
	const [base64] = pictures;
	if (base64 !== undefined) return { kind: 'picture', base64, pictures: pictures.length, finishReason, usage };
	const reason = finishReason === null || finishReason === 'STOP' ? '' : ` (${finishReason})`;
	return failure('no_image', `Gemini answered without a picture${reason}.`, {
		finishReason,
		mayBeCharged: true,
		usage,
	});
}

/** Null where the answer does not say what it took. */
function toUsage(metadata: z.output<typeof answerSchema>['usageMetadata']): GeminiUsage | null {
	if (metadata === undefined) return null;
	const { promptTokenCount: input, candidatesTokenCount, thoughtsTokenCount, candidatesTokensDetails } = metadata;
	const image = (candidatesTokensDetails ?? []).reduce(
		(sum, { modality, tokenCount }) => (modality === 'IMAGE' ? sum + tokenCount : sum),
		0,
	);
	// Without details nobody knows what the tokens were.
	if (candidatesTokensDetails === undefined && candidatesTokenCount > 0) return null;
	return { input, text: Math.max(0, candidatesTokenCount - image) + thoughtsTokenCount, image };
}

/** Anything but a plain word could be anything, the key included. */
function wordOf(text: string | undefined): string | null {
	return text !== undefined && /^[A-Z][A-Z_]{1,60}$/.test(text) ? text : null;
}

function classifyRefusal({
	status,
	details,
	text,
}: Extract<GeminiResponse, { readonly kind: 'refusal' }>): GeminiResult {
	const isKeyRefused = status === 401 || status === 403 || (status === 400 && isAboutKey(details, text));
	if (isKeyRefused) return failure('key', engines.gemini.service.keyRefused.ended);
	if (status === 404) return failure('model', 'Gemini does not have this model.');
	if (status === 429) return classifyQuota(details, text);
	if (status === 408 || status >= 500) return failure('transient', `Gemini failed for the moment (${status}).`);
	if (status >= 400) return failure('request', `Gemini refused the request (${status}).`);
	// A redirect to nowhere and the like come from what stands between.
	return failure('transient', `Something between here and Gemini answered (${status}).`);
}

const detailsSchema = z.array(z.looseObject({ '@type': z.string().optional().catch(undefined) }).catch({})).catch([]);

function detailsOf(details: unknown, type: string): Record<string, unknown>[] {
	return detailsSchema.parse(details).filter((detail) => detail['@type'] === `type.googleapis.com/google.rpc.${type}`);
}

/** The SDK drops the status FAILED_PRECONDITION, so that it is recognised by the sentences that come with it. */
const preconditionText =
	/FAILED_PRECONDITION|precondition|location is not supported|not available in your country|billing/i;

function isAboutKey(details: unknown, text: string): boolean {
	const reasons = detailsOf(details, 'ErrorInfo').map(({ reason }) => reason);
	return reasons.includes('API_KEY_INVALID') || preconditionText.test(text);
}

function classifyQuota(details: unknown, text: string): GeminiResult {
	const retryAfterMs = retryAfterOf(details);
	const violations = detailsOf(details, 'QuotaFailure').flatMap(({ violations }) => violationsSchema.parse(violations));
	const isPerDay = violations.some(({ quotaId }) => /PerDay/i.test(quotaId));
	const isNone = violations.some(({ quotaValue }) => quotaValue === '0') || /\blimit: 0(?![\d.])/.test(text);
	if (!isPerDay && !isNone) return failure('throttle', 'Gemini asked to slow down.', { retryAfterMs });
	const message = isNone ? modelNotInPlan : dayQuotaUsedUp;
	return failure('day_quota', message, { retryAfterMs });
}

const violationsSchema = z
	.array(
		z
			.object({ quotaId: z.string().catch(''), quotaValue: z.string().catch('') })
			.catch({ quotaId: '', quotaValue: '' }),
	)
	.catch([]);

/** `34s` or `34.074824224s`, rounded up. */
function retryAfterOf(details: unknown): number | null {
	for (const { retryDelay } of detailsOf(details, 'RetryInfo')) {
		const seconds = typeof retryDelay === 'string' ? /^(\d{1,6}(?:\.\d{1,9})?)s$/.exec(retryDelay)?.[1] : undefined;
		if (seconds !== undefined) return Math.ceil(Number(seconds) * 1_000);
	}
	return null;
}
