import { authorize } from '@adx/core/auth/authorize';
import type { Services } from '@adx/core/context';
import { AppError } from '@adx/core/errors';
import type { FastifyInstance } from 'fastify';
import { contextOf } from '../context.ts';
import type { Environment } from '../env.ts';
import { portOf } from '../listening.ts';
import { accessRuleOfRoute } from './access.ts';
import { createOriginRule } from './origin.ts';
import type { UnchangedAnswers } from './unchanged.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Answers whatever Host it is called by, for probes that only know an address. */
		anyHost?: boolean;
		/** Asked for again and again; answered from memory while nothing changed. */
		isPolled?: boolean;
	}
}

interface GuardOptions {
	readonly environment: Pick<Environment, 'HOST' | 'PUBLIC_ORIGIN'>;
	readonly unchanged: UnchangedAnswers | null;
}

/**
 * What every request passes before its body is read: Host and Origin, encoding, and the route's declared access, which
 * who is answered 304 from memory passed before.
 */
export function addGuards(app: FastifyInstance, services: Services, { environment, unchanged }: GuardOptions): void {
	const { HOST, PUBLIC_ORIGIN } = environment;
	let known: number | undefined;
	// Asking the system for it takes a part of what an answer from memory does.
	const port = () => {
		known ??= portOf(app);
		return known ?? 0;
	};
	const mayGoOn = createOriginRule({ publicOrigin: PUBLIC_ORIGIN, boundHost: HOST, port });
	app.addHook('onRequest', async (request, reply) => {
		const { method, headers, routeOptions } = request;
		const secFetchSite = firstOf(headers['sec-fetch-site']);
		const isAllowed = mayGoOn({ method, host: headers.host, origin: headers.origin, secFetchSite });
		if (!isAllowed && routeOptions.config?.anyHost !== true) {
			const message = 'This call comes from or goes to another site than this one.';
			throw new AppError('FORBIDDEN', { reason: 'bad_origin', message });
		}
		if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
			throw new AppError('MEDIA', { reason: 'unsupported_media', message: 'Send the body uncompressed.' });
		}
		if (routeOptions.config?.isPolled === true && unchanged?.sendUnchanged(request, reply)) return reply;
		// What no route answers is refused, or given a page, by the handler for that.
		const rule = accessRuleOfRoute(routeOptions.config ?? {}, method);
		if (rule === null || rule.access === 'public' || rule.access === 'limited') return;
		authorize(await contextOf(services, request, reply), rule);
	});
}

const firstOf = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);
