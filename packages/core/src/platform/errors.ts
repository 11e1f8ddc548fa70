import type { ErrorCode, ErrorReason } from '@adx/validators/errors';

export interface AppErrorOptions {
	readonly reason: ErrorReason;
	/** The sentence a person reads; on 401, 403, 404 and 5xx the web app replaces it, except for `file_damaged`. */
	readonly message: string;
	readonly cause?: unknown;
	/**
	 * Facts for the transport, never secrets: `retryAfterSeconds` becomes the Retry-After header, `confirmations` tells how
	 * far a transaction is.
	 */
	readonly meta?: {
		readonly retryAfterSeconds?: number;
		readonly fields?: Readonly<Record<string, string>>;
		readonly confirmations?: { readonly seen: number; readonly needed: number };
	};
}

/** An expected failure of a verb. Anything else that is thrown is a defect and answers 500. */
export class AppError extends Error {
	override readonly name = 'AppError';
	readonly code: ErrorCode;
	readonly reason: ErrorReason;
	readonly meta: NonNullable<AppErrorOptions['meta']>;

	constructor(code: ErrorCode, options: AppErrorOptions) {
		super(options.message, { cause: options.cause });
		this.code = code;
		this.reason = options.reason;
		this.meta = options.meta ?? {};
	}
}

/** The item after which a page was to begin is not in the list any more. */
export function unknownCursor(): AppError {
	const message = 'The item that the cursor names is not in this list. Begin again with the first page.';
	return new AppError('INVALID', { reason: 'bad_input', message, meta: { fields: { cursor: message } } });
}

/** A stranger's object and one that never existed look the same. */
export const notFound = (what: string) =>
	new AppError('NOT_FOUND', { reason: 'not_found', message: `No such ${what}.` });
