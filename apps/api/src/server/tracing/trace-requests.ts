import type { Services } from '@adx/core/platform/context';
import { runInSpan, type Span } from '@adx/core/platform/tracing/tracing';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isEventStream } from '../../security/limits/in-flight.ts';

const faultStatus = 500;

/**
 * A span for each request that is routed, from its headers to the end of its answer, and active meanwhile; of a stream of
 * events to its first byte, since how long a page was open says nothing. Has to be the first to add hooks.
 */
export function traceRequests(app: FastifyInstance, { tracing }: Pick<Services, 'tracing'>): void {
	if (!tracing.isOn) return;
	const spans = new WeakMap<FastifyRequest, Span>();
	const inSpan = (request: FastifyRequest, done: () => void) => {
		const span = spans.get(request);
		return span === undefined ? done() : runInSpan(span, done);
	};
	app.addHook('onRequest', (request, { raw }, done) => {
		const { method, headers, protocol, routeOptions, url } = request;
		const route = routeOptions.url;
		const span = tracing.start(route === undefined ? method : `${method} ${route}`, {
			kind: 'server',
			headers,
			attributes: {
				'http.request.method': method,
				'url.path': url.split('?', 1)[0] ?? '',
				'url.scheme': protocol,
				...(route === undefined ? {} : { 'http.route': route }),
			},
		});
		spans.set(request, span);
		// Also comes where the caller hung up.
		raw.once('close', () => end(span, raw.headersSent ? raw.statusCode : null));
		inSpan(request, done);
	});
	// A body arrives in the context of its socket.
	app.addHook('preValidation', (request, _reply, done) => inSpan(request, done));
	app.addHook('onResponse', (request, _reply, done) => inSpan(request, done));
	app.addHook('onSend', (request, reply, _payload, done) => {
		const span = spans.get(request);
		if (span !== undefined && isEventStream(reply)) end(span, reply.statusCode);
		done();
	});
}

function end(span: Span, status: number | null): void {
	if (!span.isRecording()) return;
	if (status !== null) span.setAttributes({ 'http.response.status_code': status });
	if (status === null || status >= faultStatus) span.fail(status === null ? 'no_answer' : String(status));
	span.end();
}
