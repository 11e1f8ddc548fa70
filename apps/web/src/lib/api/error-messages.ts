import type { AppRouter } from '@adx/api-router/root';
import type { ErrorReason } from '@adx/validators/errors';
import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';

/** Where the server failed, and where it gave no answer at all. */
export const serviceUnavailable = 'Service temporarily unavailable. Please try again in a moment.';

/** Where no answer came and the browser knows why. */
export const offlineMessage = 'Your browser is offline. Try again once it is connected.';

/** A failure of the server that it explains itself: which file is lost, and the way out, stand in its sentence alone. */
const isExplained = (reason: unknown) => reason === ('file_damaged' satisfies ErrorReason);

/**
 * What a person reads for a failed call: four statuses have fixed sentences, the others keep the server's own, as does what
 * it explains.
 */
export function getErrorMessage(status: number, serverText: string, reason: unknown = null): string {
	if (isExplained(reason)) return serverText;
	if (status >= 500) return serviceUnavailable;
	if (status === 401) return 'Authentication required. Please log in with Discord.';
	if (status === 403) return 'Access denied. Please check your permissions.';
	if (status === 404) return 'Resource not found.';
	return serverText;
}

interface ErrorBody {
	readonly text: string;
	readonly reason: unknown;
}

function parseErrorBody(body: string): ErrorBody {
	try {
		return toErrorBody(JSON.parse(body)) ?? { text: body, reason: null };
	} catch {
		// Not JSON: the body itself is the text.
		return { text: body, reason: null };
	}
}

/** Null for JSON that holds no sentence. */
function toErrorBody(parsed: unknown): ErrorBody | null {
	if (typeof parsed !== 'object' || parsed === null) return null;
	const reason = 'reason' in parsed ? parsed.reason : null;
	if ('error' in parsed && typeof parsed.error === 'string') return { text: parsed.error, reason };
	if ('message' in parsed && typeof parsed.message === 'string') return { text: parsed.message, reason };
	return null;
}

/** A plain HTTP answer that is not OK, with the sentence that a person reads. */
class ResponseError extends Error {
	override readonly name = 'ResponseError';
	readonly status: number;
	readonly reason: ErrorReason | null;

	constructor(status: number, { text, reason }: ErrorBody) {
		super(getErrorMessage(status, text, reason));
		this.status = status;
		this.reason = typeof reason === 'string' ? (reason as ErrorReason) : null;
	}
}

/** What a plain HTTP answer that is not OK says; reads its body. */
export async function readError(response: Response): Promise<ResponseError> {
	const body = await response.text().catch(() => '');
	return new ResponseError(response.status, parseErrorBody(body === '' ? response.statusText : body));
}

/** The sentence of it alone. */
export const readErrorMessage = async (response: Response): Promise<string> => (await readError(response)).message;

/** The HTTP status of a failed procedure or download, or of the one that caused the error; null when no answer came at all. */
export function getHttpStatus(error: unknown): number | null {
	if (error instanceof ResponseError) return error.status;
	if (!(error instanceof TRPCClientError)) return error instanceof Error ? getHttpStatus(error.cause) : null;
	const known = (error as TRPCClientError<AppRouter>).data?.httpStatus;
	if (known !== undefined) return known;
	const response: unknown = error.meta?.response;
	return response instanceof Response && !response.ok ? response.status : null;
}

/** Whether what a procedure or a download was about is not there, or not any more. */
export const isNotFound = (error: unknown): boolean => getHttpStatus(error) === 404;

/** Whether the server itself refused, with a sentence that says why, rather than that it failed or was not reached. */
export function isRefusal(error: unknown): boolean {
	const status = getHttpStatus(error);
	return status !== null && (status < 500 || isExplained(getErrorReason(error)));
}

/**
 * The server's own words for a call that it refused, also where a fixed sentence stands in for them; null where it failed or
 * gave no answer. What refuses before any procedure runs answers as a plain HTTP path does.
 */
export function getRefusalSentence(error: unknown): string | null {
	if (!(error instanceof TRPCClientError) || !isRefusal(error)) return null;
	const { shape, meta } = error as TRPCClientError<AppRouter>;
	return shape?.message ?? toErrorBody(meta?.responseJSON)?.text ?? null;
}

/** The sentence of a failure that the server explains itself, or the given one. */
export const getExplanation = (error: unknown, otherwise: string): string =>
	error instanceof Error && isExplained(getErrorReason(error)) ? error.message : otherwise;

/** The server's stable reason for a refused procedure or download; null when no answer of its own came. */
export function getErrorReason(error: unknown): ErrorReason | null {
	if (error instanceof ResponseError) return error.reason;
	if (!(error instanceof TRPCClientError)) return null;
	return (error as TRPCClientError<AppRouter>).data?.reason ?? null;
}

/** The id by which the server's log names a failed call; null when no answer came. */
export function getRequestId(error: unknown): string | null {
	if (!(error instanceof TRPCClientError)) return null;
	const reported = (error as TRPCClientError<AppRouter>).data?.requestId;
	if (typeof reported === 'string') return reported;
	const response: unknown = error.meta?.response;
	return response instanceof Response ? response.headers.get('X-Request-Id') : null;
}

/** First sentence per form field of a refused input, by dotted path. */
export function getFieldErrors(error: unknown): Readonly<Record<string, string>> {
	if (!(error instanceof TRPCClientError)) return {};
	return (error as TRPCClientError<AppRouter>).data?.fields ?? {};
}

/** Where no answer came: the browser may know why. */
export const getUnreachedMessage = (): string => (navigator.onLine === false ? offlineMessage : serviceUnavailable);

function getCallMessage(error: unknown, serverText: string): string {
	const status = getHttpStatus(error);
	return status === null ? getUnreachedMessage() : getErrorMessage(status, serverText, getErrorReason(error));
}

/** Gives every failed procedure the sentence that the same failure has on a plain HTTP path. */
export const errorMessageLink: TRPCLink<AppRouter> =
	() =>
	({ op, next }) =>
		observable((observer) =>
			next(op).subscribe({
				next: (value) => observer.next(value),
				complete: () => observer.complete(),
				error(error) {
					const isAbort = error.cause?.name === 'AbortError';
					if (!isAbort) error.message = getCallMessage(error, error.message);
					observer.error(error);
				},
			}),
		);
