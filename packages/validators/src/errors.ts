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
	| 'mint_unavailable'
	| 'mint_under_way'
	| 'already_minted'
	| 'chain_unavailable'
	| 'ipfs_unavailable'
	| 'premium_unavailable'
	| 'payment_unknown'
	| 'payment_unconfirmed'
	| 'payment_failed'
	| 'payment_elsewhere'
	| 'payment_too_small'
	| 'payment_too_old'
	| 'payment_of_another'
	| 'payment_used'
	| 'sold_out'
	| 'no_piece_free'
	| 'too_little_sol'
	| 'too_many_reservations'
	| 'reservation_expired'
	| 'purchase_under_way'
	| 'transaction_changed'
	| 'transaction_refused'
	| 'upload_mismatch'
	| 'unreadable_image'
	| 'unsupported_image'
	| 'image_too_large'
	| 'upload_missing'
	| 'bad_manifest'
	| 'merge_running'
	| 'merge_failed'
	| 'attributes_running'
	| 'attributes_failed'
	| 'not_exportable'
	| 'storage_full'
	| 'upload_quota'
	| 'storage_away'
	| 'file_damaged'
	| 'body_too_large'
	| 'unsupported_media'
	| 'rate_limited'
	| 'quarantined'
	| 'internal';

/** The JSON body of every refused REST call. */
export interface ErrorBody {
	readonly error: string;
	readonly reason: ErrorReason;
	readonly requestId: string;
}
