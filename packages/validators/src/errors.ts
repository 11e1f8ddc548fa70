/** Error codes of the whole API and the HTTP status each travels on. */
export const errorStatus = {
	UNAUTHORIZED: 401,
	FORBIDDEN: 403,
	NOT_FOUND: 404,
	INVALID: 400,
	PAYMENT: 402,
	CONFLICT: 409,
	PRECONDITION: 409,
	TOO_LARGE: 413,
	MEDIA: 415,
	MISMATCH: 422,
	LIMIT: 429,
	STORAGE_FULL: 409,
	UPSTREAM: 502,
	INTERNAL: 500,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Stable machine-readable reasons, for scripts and tests; sentences may be reworded, these may not. */
export type ErrorReason =
	| 'bad_input'
	| 'bad_origin'
	| 'sign_in_required'
	| 'not_allowed'
	| 'no_access'
	| 'page_locked'
	| 'session_required'
	| 'token_scope'
	| 'too_many_tokens'
	| 'discord_unavailable'
	| 'emergency_unavailable'
	| 'emergency_limit'
	| 'not_found'
	| 'premium_style'
	| 'premium_batch_size'
	| 'count_mismatch'
	| 'engine_unavailable'
	| 'plan_impossible'
	| 'wrong_password'
	| 'too_many_tries'
	| 'job_running'
	| 'job_ended'
	| 'job_paused'
	| 'nothing_to_retry'
	| 'key_required'
	| 'unknown_model'
	| 'daily_limit'
	| 'image_locked'
	| 'setting_exists'
	| 'too_many_settings'
	| 'presets_off'
	| 'job_without_images'
	| 'image_not_ready'
	| 'idempotency_mismatch'
	| 'storage_full'
	| 'body_too_large'
	| 'unsupported_media'
	| 'rate_limited'
	| 'internal';

/** The JSON body of every refused REST call. */
export interface ErrorBody {
	readonly error: string;
	readonly reason: ErrorReason;
	readonly requestId: string;
}
