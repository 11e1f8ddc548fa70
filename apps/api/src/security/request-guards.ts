import type { IncomingMessage } from 'node:http';
import { authorizeCall } from '@adx/core/auth/authorize-call';
import type { Services } from '@adx/core/platform/context';
import { AppError } from '@adx/core/platform/errors';
import type { FastifyInstance } from 'fastify';
import { getRequestContext } from '../http/request/request-context.ts';
import { sendErrorText } from '../http/response/error-response.ts';
import type { Environment } from '../server/env.ts';
import { getBoundPort } from '../server/listen.ts';
import { createOriginRule, type OriginProblem } from './origin.ts';
import { getRouteAccess } from './route-access.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Answers whatever Host it is called by, for probes that only know an address. */
		acceptsAnyHost?: boolean;
	}
}

const originSentences: Readonly<Record<OriginProblem, string>> = {
	other_host:
		'This server does not answer to the host name in this address. Its operator sets that name with PUBLIC_ORIGIN.',
	other_origin: 'This call comes from another site than this one.',
};

/**
 * What every request passes before its body is read: Host and Origin, encoding, and the route's declared access. Who is
 * answered from memory passed them before (`not-modified-cache.ts`): a guard that reads more of a GET has to be known there.
 */
export function addRequestGuards(
	app: FastifyInstance,
	services: Services,
	{ HOST, PUBLIC_ORIGIN }: Pick<Environment, 'HOST' | 'PUBLIC_ORIGIN'>,
): void {
	let known: number | undefined;
	// A server that closes no longer says its port, and requests still on their way have to be answered.
	const port = () => {
		known ??= getBoundPort(app);
		return known ?? 0;
	};
	const findOriginProblem = createOriginRule({ publicOrigin: PUBLIC_ORIGIN, boundHost: HOST, port });
	app.addHook('onRequest', async (request, reply) => {
		const { method, headers, routeOptions } = request;
		if (!hasSingleHost(request.raw)) {
			throw new AppError('INVALID', { reason: 'bad_input', message: 'Name the host once.' });
		}
		const secFetchSite = firstValue(headers['sec-fetch-site']);
		const problem = findOriginProblem({ method, host: headers.host, origin: headers.origin, secFetchSite });
		if (problem !== null && routeOptions.config?.acceptsAnyHost !== true) {
			const error = new AppError('FORBIDDEN', { reason: 'bad_origin', message: originSentences[problem] });
			// Somebody at the address bar reads a sentence rather than JSON.
			const isPage = method === 'GET' && headers.accept?.includes('text/html') === true;
			if (problem === 'other_host' && isPage) return sendErrorText(reply, error, services.log);
			throw error;
		}
		if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
			throw new AppError('MEDIA', { reason: 'unsupported_media', message: 'Send the body uncompressed.' });
		}
		// What no route answers is refused, or given a page, by the handler for that.
		const rule = getRouteAccess(routeOptions.config ?? {}, method);
		if (rule === null || rule.access === 'public' || rule.access === 'limited') return;
		authorizeCall(await getRequestContext(services, request, reply), rule);
	});
}

/** False where Host came twice, of which each reader may believe another one. */
export function hasSingleHost({ rawHeaders }: IncomingMessage): boolean {
	let hosts = 0;
	for (let index = 0; index < rawHeaders.length; index += 2) {
		const name = rawHeaders[index];
		if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
	}
	return hosts < 2;
}

const firstValue = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);
