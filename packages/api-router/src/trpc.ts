import { authorizeCall } from '@adx/core/auth/authorize-call';
import type { RequestContext } from '@adx/core/platform/context';
import { AppError } from '@adx/core/platform/errors';
import { toOutageError } from '@adx/core/platform/outage-error';
import { traced } from '@adx/core/platform/tracing/tracing';
import { type ErrorCode, type ErrorReason, errorStatus } from '@adx/validators/errors';
import { toFieldErrors } from '@adx/validators/zod-messages';
import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError, type ZodType } from 'zod';
import { type ProcedureMeta, toAccessRule } from './procedure-access.ts';
import { boundInput } from './serialization/bounded-input.ts';
import { inputTransformer } from './serialization/input-transformer.ts';
import { outputTransformer } from './serialization/output-transformer.ts';

const trpcCodes = {
	UNAUTHORIZED: 'UNAUTHORIZED',
	FORBIDDEN: 'FORBIDDEN',
	NOT_FOUND: 'NOT_FOUND',
	INVALID: 'BAD_REQUEST',
	PAYMENT: 'PAYMENT_REQUIRED',
	CONFLICT: 'CONFLICT',
	PRECONDITION: 'CONFLICT',
	TOO_LARGE: 'PAYLOAD_TOO_LARGE',
	MEDIA: 'UNSUPPORTED_MEDIA_TYPE',
	MISMATCH: 'UNPROCESSABLE_CONTENT',
	LIMIT: 'TOO_MANY_REQUESTS',
	STORAGE_FULL: 'CONFLICT',
	UPSTREAM: 'BAD_GATEWAY',
	UNAVAILABLE: 'SERVICE_UNAVAILABLE',
	INTERNAL: 'INTERNAL_SERVER_ERROR',
} as const satisfies Record<ErrorCode, string>;

/** What a refused call tells besides its sentence: the same on tRPC and REST. */
export interface PublicError {
	readonly status: number;
	readonly message: string;
	readonly reason: ErrorReason;
	/** First sentence per form field, by dotted path. */
	readonly fields: Readonly<Record<string, string>>;
	readonly retryAfterSeconds: number | null;
	/** How far the transaction is that the call is about; null for any other call. */
	readonly confirmations: { readonly seen: number; readonly needed: number } | null;
}

/**
 * The outside of any error a procedure can end with. A failed input shows its first field's sentence;
 * a defect (a failed output included) shows nothing of itself.
 */
export function toPublicError(error: TRPCError): PublicError {
	const cause = refusalIn(error);
	if (cause instanceof AppError) {
		return {
			status: errorStatus[cause.code],
			message: cause.message,
			reason: cause.reason,
			fields: cause.meta.fields ?? {},
			retryAfterSeconds: cause.meta.retryAfterSeconds ?? null,
			confirmations: cause.meta.confirmations ?? null,
		};
	}
	if (error.code === 'BAD_REQUEST' && cause instanceof ZodError) {
		const fields = toFieldErrors(cause);
		const message = cause.issues[0]?.message ?? 'Invalid input';
		return { status: 400, message, reason: 'bad_input', fields, ...nothingToWaitFor };
	}
	const known = transportErrors[error.code];
	return { ...(known ?? transportErrors.INTERNAL_SERVER_ERROR), fields: {}, ...nothingToWaitFor };
}

/** Whether a call failed for a fault that nothing has logged yet: a damaged file is logged, once, where it is noticed. */
export const isUnloggedFault = ({ status, reason }: Pick<PublicError, 'status' | 'reason'>): boolean =>
	status >= 500 && reason !== 'file_damaged';

/** What the verb threw, or, where the installation itself is in trouble, the refusal that says so. */
const refusalIn = ({ cause }: TRPCError): Error | undefined => toOutageError(cause) ?? cause;

const nothingToWaitFor = { retryAfterSeconds: null, confirmations: null } as const;

type TransportError = Pick<PublicError, 'status' | 'message' | 'reason'>;
const transportErrors: Partial<Record<TRPCError['code'], TransportError>> & { INTERNAL_SERVER_ERROR: TransportError } =
	{
		INTERNAL_SERVER_ERROR: { status: 500, message: 'Something went wrong.', reason: 'internal' },
		BAD_REQUEST: { status: 400, message: 'The request could not be read.', reason: 'bad_input' },
		PARSE_ERROR: { status: 400, message: 'The request could not be read.', reason: 'bad_input' },
		NOT_FOUND: { status: 404, message: 'No such procedure.', reason: 'not_found' },
		METHOD_NOT_SUPPORTED: { status: 405, message: 'Use the documented method.', reason: 'bad_input' },
		UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send application/json.', reason: 'unsupported_media' },
		PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is too large.', reason: 'body_too_large' },
	};

/** How often a stream without events says that it is there, for proxies that close what is silent. */
const streamPingMs = 5_000;
/** A client that receives nothing for this long treats the stream as disconnected. */
const streamSilenceMaxMs = 12_000;

const t = initTRPC
	.context<RequestContext>()
	.meta<ProcedureMeta>()
	.create({
		transformer: { input: inputTransformer, output: outputTransformer },
		defaultMeta: undefined,
		sse: {
			ping: { enabled: true, intervalMs: streamPingMs },
			client: { reconnectAfterInactivityMs: streamSilenceMaxMs },
		},
		errorFormatter: ({ shape, error, ctx }) => {
			const { message, ...facts } = toPublicError(error);
			return {
				...shape,
				message: ctx?.hideSecrets(message) ?? message,
				data: {
					code: shape.data.code,
					httpStatus: facts.status,
					reason: facts.reason,
					fields: facts.fields,
					retryAfterSeconds: facts.retryAfterSeconds,
					confirmations: facts.confirmations,
					requestId: ctx?.requestId ?? null,
				},
			};
		},
	});

/** Maps the verbs' own errors once for the whole API, so that expected failures stay out of the crash log. */
const mapErrors = t.middleware(async ({ ctx, next }) => {
	const result = await next();
	if (result.ok) return result;
	const cause = refusalIn(result.error);
	if (!(cause instanceof AppError)) return result;
	// The operator reads it here, the caller in the answer.
	if (cause !== result.error.cause) ctx.log.error({ err: cause.cause }, cause.message);
	throw new TRPCError({ code: trpcCodes[cause.code], message: cause.message, cause });
});

/** One span for each call: over tRPC all of them have one route. */
const traceCall = t.middleware(({ path, next }) =>
	traced(path, { attributes: { 'rpc.system.name': 'trpc', 'rpc.method': path } }, async (span) => {
		const result = await next();
		if (!result.ok) span.fail(refusalIn(result.error) ?? result.error);
		return result;
	}),
);

/** Refuses before input is looked at; a procedure that does not declare who may call it refuses everybody. */
const checkAccess = t.middleware(({ ctx, meta, type, next }) => {
	if (meta === undefined) {
		throw new AppError('FORBIDDEN', { reason: 'not_allowed', message: 'Nobody may do this.' });
	}
	authorizeCall(ctx, toAccessRule(meta, type));
	return next();
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;
const guarded = t.procedure.use(traceCall).use(mapErrors).use(checkAccess);

/** Every procedure of the API starts here and names its access level in `meta`; what its input may cost is bounded. */
export const procedure: Pick<typeof guarded, 'meta'> = {
	meta(meta) {
		const builder = guarded.meta(meta);
		const input = ((schema: ZodType) => builder.input(boundInput(schema))) as typeof builder.input;
		return { ...builder, input };
	},
};
