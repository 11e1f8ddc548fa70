import { appRouter } from '@adx/api-router/root';
import type { Services } from '@adx/core/platform/context';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isEventStream } from '../security/limits/in-flight.ts';
import { logRequest } from './log.ts';

const procedures: ReadonlySet<string> = new Set(Object.keys(appRouter._def.procedures));

/** Counts and times every answer, with a line for those who debug. */
export function recordRequests(app: FastifyInstance, { log, metrics }: Services): void {
	app.addHook('onResponse', async (request, reply) => {
		const { id, method } = request;
		const { statusCode, elapsedTime } = reply;
		const route = toRouteLabel(request);
		// How long a page was open says nothing about how fast it was answered.
		if (!isEventStream(reply)) metrics.httpRequests.observe({ method, route, status: statusCode }, elapsedTime / 1_000);
		logRequest(log, { requestId: id, method, route, status: statusCode, tookMs: elapsedTime });
	});
}

/** The route as it is declared, with the procedure where one is called; what strangers make up adds no label. */
function toRouteLabel({ routeOptions, params }: FastifyRequest): string {
	const { url = '(none)' } = routeOptions;
	if (url !== '/trpc/*') return url;
	const { '*': path = '' } = params as { readonly '*'?: string };
	return procedures.has(path) ? `/trpc/${path}` : url;
}
