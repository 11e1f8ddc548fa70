import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { isUnloggedFault, type PublicError, toPublicError } from '@adx/api-router/trpc';
import { getTRPCErrorFromUnknown } from '@trpc/server';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import type { DeclaredRoute } from '../../security/route-access.ts';
import { isAbortedByDisconnect, isClientDisconnected } from '../request/client-disconnect.ts';

type ErrorResponse = Pick<PublicError, 'status' | 'message' | 'reason'> & Partial<PublicError>;

/** Answers for an address that names nothing. */
export const sendNotFound = (reply: FastifyReply): FastifyReply => sendError(reply, notFoundResponse);

/** Answers with `{error, reason, requestId}`, plus `fields` when single inputs are to blame. */
export function sendError(reply: FastifyReply, error: ErrorResponse): FastifyReply {
	const { status, message, reason, fields = {}, retryAfterSeconds = null } = error;
	if (retryAfterSeconds !== null) reply.header('retry-after', retryAfterSeconds);
	const body = { error: message, reason, requestId: reply.request.id };
	return reply
		.code(status)
		.type('application/json; charset=utf-8')
		.header('cache-control', 'no-store')
		.send(Object.keys(fields).length > 0 ? { ...body, fields } : body);
}

/** Answers anything that was thrown on the way; a defect is logged and shows nothing of itself. */
export function sendErrorResponse(reply: FastifyReply, thrown: unknown, log: Logger): FastifyReply {
	return sendError(reply, toErrorResponse(reply, thrown, log));
}

/** The same with the sentence alone, as plain text. */
export function sendErrorText(reply: FastifyReply, thrown: unknown, log: Logger): FastifyReply {
	const answer = toErrorResponse(reply, thrown, log);
	if (answer.retryAfterSeconds) reply.header('retry-after', answer.retryAfterSeconds);
	return reply
		.code(answer.status)
		.type('text/plain; charset=utf-8')
		.header('cache-control', 'no-store')
		.send(answer.message);
}

function toErrorResponse(reply: FastifyReply, thrown: unknown, log: Logger): ErrorResponse {
	const answer = toTransportError(thrown) ?? toPublicError(getTRPCErrorFromUnknown(thrown));
	const { id: requestId, raw } = reply.request;
	const isGone = (isClientDisconnected(raw) && thrown === raw.errored) || isAbortedByDisconnect(reply.raw, thrown);
	// Its error says no more, and has the code of a database that is away.
	if (isGone) log.debug({ requestId }, 'the caller hung up');
	else if (isUnloggedFault(answer)) log.error({ err: thrown, requestId }, 'request failed');
	return answer;
}

const notFoundResponse: ErrorResponse = {
	status: 404,
	reason: 'not_found',
	message: 'There is nothing at this address.',
};

const sentences: Readonly<Record<number, ErrorResponse>> = {
	400: { status: 400, reason: 'bad_input', message: 'The request could not be read.' },
	// A file outside of the web app's folder; that it may exist is nobody's business.
	403: notFoundResponse,
	404: notFoundResponse,
	408: { status: 408, reason: 'bad_input', message: 'The request took too long to arrive.' },
	413: { status: 413, reason: 'body_too_large', message: 'The request is too large.' },
	414: { status: 414, reason: 'bad_input', message: 'The address is too long.' },
	415: { status: 415, reason: 'unsupported_media', message: 'Send application/json, uncompressed.' },
	416: { status: 416, reason: 'bad_input', message: 'The asked range lies outside of the file.' },
	431: { status: 431, reason: 'bad_input', message: 'The headers are too large.' },
};

/** The outside of what fastify or one of its plugins refused; null for anything that is not theirs. */
function toTransportError(thrown: unknown): ErrorResponse | null {
	if (!(thrown instanceof Error) || !('statusCode' in thrown)) return null;
	return sentences[Number(thrown.statusCode)] ?? null;
}

const statusByParserCode: Readonly<Record<string, number>> = {
	HPE_HEADER_OVERFLOW: 431,
	HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
	ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers what is not even HTTP, in the same shape, and hangs up. */
export function rejectConnection(error: Error & { code?: string }, socket: Socket): void {
	if (error.code === 'ECONNRESET' || !socket.writable) {
		socket.destroy();
		return;
	}
	const answer = sentences[statusByParserCode[error.code ?? ''] ?? 400] as ErrorResponse;
	const body = JSON.stringify({ error: answer.message, reason: answer.reason, requestId: randomUUID() });
	const head = `HTTP/1.1 ${answer.status} Refused\r\nContent-Type: application/json; charset=utf-8`;
	socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`);
}

/** Which methods a path of the API takes; none for an unknown path. */
export type MethodLookup = (path: string) => readonly string[];

/** Looks paths up among the routes that are registered at the time of this call. */
export function createMethodLookup(routes: readonly DeclaredRoute[]): MethodLookup {
	const patterns = routes
		.filter(({ url }) => url.startsWith('/api/'))
		.map(({ method, url }) => ({ method, pattern: toPathPattern(url) }));
	return (path) => [
		...new Set(
			patterns
				.filter(({ pattern }) => pattern.test(path))
				.map(({ method }) => method)
				.sort(),
		),
	];
}

/** A pattern for a route's path in which each `:name` matches one segment. */
function toPathPattern(url: string): RegExp {
	const escaped = url.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
	return new RegExp(`^${escaped.replaceAll(/:\w+/g, '[^/]+')}$`);
}

/** Answers a call to a path that takes other methods. */
export const sendMethodNotAllowed = (reply: FastifyReply, methods: readonly string[]): FastifyReply =>
	sendError(reply.header('allow', methods.join(', ')), {
		status: 405,
		reason: 'bad_input',
		message: `This address takes ${methods.join(', ')}.`,
	});
