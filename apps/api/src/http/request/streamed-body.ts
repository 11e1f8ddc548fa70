import { AppError } from '@adx/core/platform/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { defaultBodyTime, longBodyTime, setBodyTimeout } from '../../security/limits/body-limits.ts';
import { isClientDisconnected } from './client-disconnect.ts';

/** Lets the routes of this scope read their JSON bodies themselves, as they arrive: no parser of ours sees one whole. */
export function skipBodyParsing(scope: FastifyInstance): void {
	scope.removeAllContentTypeParsers();
	scope.addContentTypeParser('application/json', (_request, _payload, done) => done(null));
}

/** What a route with such a body needs besides its access. */
export const streamedBodyRoute = { bodyLimit: Number.MAX_SAFE_INTEGER };

/**
 * Answers with what `receive` makes of the body, which has longer than others to arrive.
 *
 * @param receive gets the length as announced, in bytes; null for a body of unknown length
 */
export async function respondToStreamedBody<Answer>(
	request: FastifyRequest,
	reply: FastifyReply,
	receive: (contentLength: number | null) => Promise<Answer>,
) {
	const { 'content-length': length } = request.headers;
	setBodyTimeout(request.raw, longBodyTime);
	try {
		const answer = await receive(length === undefined ? null : Number(length));
		return reply.header('cache-control', 'no-store').send(answer);
	} catch (error) {
		// A client that hung up gets no answer, and that is not the fault of ours; the body may have arrived before.
		if (isClientDisconnected(request.raw) || reply.raw.closed) return reply.hijack();
		// The rest of a body that is too large is not read.
		if (error instanceof AppError && error.code === 'TOO_LARGE') reply.header('connection', 'close');
		throw error;
	} finally {
		setBodyTimeout(request.raw, defaultBodyTime);
	}
}
