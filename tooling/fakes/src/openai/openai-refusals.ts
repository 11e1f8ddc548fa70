import { type FakeReply, json } from '../http-server.ts';

/** Answers that are no 200, with bodies as they were reported of OpenAI and of services that speak its wire. */
export type FakeOpenAiRefusal =
	| { readonly kind: 'invalid_key' }
	/** The account has to prove who it is before it may use the model. */
	| { readonly kind: 'unverified' }
	| { readonly kind: 'unsupported_country' }
	/** 402, as Together answers. */
	| { readonly kind: 'payment_required' }
	| { readonly kind: 'insufficient_quota' }
	| { readonly kind: 'billing_hard_limit' }
	/** 429 and where it says how long to wait; `day` is a limit of the day, `zero` one that allows nothing. */
	| {
			readonly kind: 'rate_limit';
			readonly limit?: 'minute' | 'day' | 'zero';
			readonly tells?: 'retry-after-ms' | 'retry-after' | 'date' | 'reset' | 'nothing';
			readonly retryAfterS?: number;
	  }
	| { readonly kind: 'model_not_found' }
	/** 400 about the field `model`. */
	| { readonly kind: 'wrong_model' }
	| { readonly kind: 'bad_request' }
	/** 422, as frameworks in Python answer. */
	| { readonly kind: 'unprocessable' }
	/** At `output` the picture was painted, and is paid for. */
	| { readonly kind: 'moderation'; readonly stage: 'input' | 'output' }
	| { readonly kind: 'content_policy' }
	| { readonly kind: 'server_error'; readonly status?: 408 | 500 | 503 | 504 }
	| { readonly kind: 'bad_gateway_html' }
	| { readonly kind: 'redirect'; readonly location?: string }
	/** 200 with an error in it, as gateways answer. */
	| { readonly kind: 'error_in_answer' }
	/** An error whose text and code repeat the key. */
	| { readonly kind: 'echo_key'; readonly status?: 400 | 403 | 429 | 500 };

export interface RefusalContext {
	readonly model: string;
	readonly key: string;
}

/** Codes by https://developers.openai.com/docs/guides/error-codes; texts as users reported them. */
export function createRefusal(answer: FakeOpenAiRefusal, { key, model }: RefusalContext): FakeReply {
	switch (answer.kind) {
		case 'invalid_key':
			return error(401, `Incorrect API key provided: ${key.slice(0, 8)}***${key.slice(-4)}.`, 'invalid_api_key');
		case 'unverified':
			return error(403, `Your organization must be verified to use the model \`${model}\`.`, null);
		case 'unsupported_country':
			return error(403, 'Country, region, or territory not supported', 'unsupported_country_region_territory', {
				type: 'request_forbidden',
			});
		case 'payment_required':
			return error(402, 'Credit limit exceeded, please navigate to billing.', null, { type: 'credit_limit' });
		case 'insufficient_quota':
			return error(
				429,
				'You exceeded your current quota, please check your plan and billing details.',
				'insufficient_quota',
				{
					type: 'insufficient_quota',
				},
			);
		case 'billing_hard_limit':
			return error(400, 'Billing hard limit has been reached', 'billing_hard_limit_reached');
		case 'rate_limit':
			return rateLimit(answer, model);
		case 'model_not_found':
			return error(404, `The model \`${model}\` does not exist or you do not have access to it.`, 'model_not_found');
		case 'wrong_model':
			return error(400, `Invalid value: '${model}'.`, 'invalid_value', { param: 'model' });
		case 'bad_request':
			return error(400, "Invalid size '1024x1024'.", 'invalid_value', { param: 'size' });
		case 'unprocessable':
			return json(422, { detail: [{ loc: ['body', 'size'], msg: 'value is not valid', type: 'value_error' }] });
		case 'moderation':
			return error(400, 'Your request was rejected by the safety system.', 'moderation_blocked', {
				type: 'image_generation_user_error',
				moderation_details: { moderation_stage: answer.stage, categories: ['violence'] },
			});
		case 'content_policy':
			return error(400, 'Your request was rejected as a result of our safety system.', 'content_policy_violation');
		case 'server_error':
			return error(answer.status ?? 500, 'The server had an error while processing your request.', null, {
				type: 'server_error',
			});
		case 'bad_gateway_html':
			return { status: 502, headers: { 'content-type': 'text/html' }, body: '<html><h1>502 Bad Gateway</h1></html>' };
		case 'redirect':
			return { status: 307, headers: { location: answer.location ?? 'http://169.254.169.254/latest/meta-data/' } };
		case 'error_in_answer':
			return json(200, { error: { message: 'The model is overloaded.', type: 'server_error', code: 503 } });
		case 'echo_key':
			return error(answer.status ?? 400, `Call with key ${key} failed: ${key}`, key, { type: key, param: key });
	}
}

/** https://developers.openai.com/docs/guides/rate-limits: headers and their form. */
function rateLimit(
	{
		limit = 'minute',
		tells = 'retry-after',
		retryAfterS = 12,
	}: Extract<FakeOpenAiRefusal, { readonly kind: 'rate_limit' }>,
	model: string,
): FakeReply {
	const per = { minute: 'images per min: Limit 5, Used 5', day: 'requests per day (RPD): Limit 200, Used 200' };
	const message =
		limit === 'zero'
			? 'Rate limit exceeded for images per minute in organization org-fake. Limit: 0/1min. Current: 1/1min.'
			: `Rate limit reached for ${model} in organization org-fake on ${per[limit]}, Requested 1. Please try again in ${retryAfterS}s.`;
	const hours = Math.floor(retryAfterS / 3_600);
	const minutes = Math.floor((retryAfterS % 3_600) / 60);
	const waits: Readonly<Record<typeof tells, Readonly<Record<string, string>>>> = {
		'retry-after-ms': { 'retry-after-ms': String(retryAfterS * 1_000) },
		'retry-after': { 'retry-after': String(retryAfterS) },
		date: { 'retry-after': new Date(Date.now() + retryAfterS * 1_000).toUTCString() },
		reset: {
			'x-ratelimit-limit-requests': '5',
			'x-ratelimit-remaining-requests': '0',
			'x-ratelimit-reset-requests': `${hours}h${minutes}m${retryAfterS % 60}s`,
			'x-ratelimit-remaining-tokens': '1000',
			'x-ratelimit-reset-tokens': '999h0m0s',
		},
		nothing: {},
	};
	return error(429, message, 'rate_limit_exceeded', { type: 'requests' }, waits[tells]);
}

function error(
	status: number,
	message: string,
	code: string | null,
	facts: object = {},
	headers: Readonly<Record<string, string>> = {},
): FakeReply {
	return json(status, { error: { message, type: 'invalid_request_error', param: null, code, ...facts } }, headers);
}
