import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { requireActor, type Services } from '@adx/core/platform/context';
import fastifyCookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { serveRest } from '../http/procedures/rest-adapter.ts';
import { serveTrpc } from '../http/procedures/trpc-adapter.ts';
import { acceptOnlyJson } from '../http/request/json-body.ts';
import { getRequestContext } from '../http/request/request-context.ts';
import { compressResponses } from '../http/response/compression.ts';
import {
	createMethodLookup,
	rejectConnection,
	sendError,
	sendErrorResponse,
	sendMethodNotAllowed,
	sendNotFound,
} from '../http/response/error-response.ts';
import { createNotModifiedCache, respondBeforeRouting } from '../http/response/not-modified-cache.ts';
import { closeWhenIdle } from '../http/response/send-bytes.ts';
import { serveOpenApi } from '../openapi/serve-openapi.ts';
import { serveAttributes } from '../routes/attributes/attribute-routes.ts';
import { serveDiscordCallback } from '../routes/auth/discord-callback.ts';
import { serveCollectionExports } from '../routes/exports/export-routes.ts';
import { serveGallery } from '../routes/gallery/gallery-routes.ts';
import { serveGenerationDownloads } from '../routes/generation/generation-routes.ts';
import { serveHealth } from '../routes/health.ts';
import { serveMerges } from '../routes/merge/merge-routes.ts';
import { serveMintCar } from '../routes/mint/mint-routes.ts';
import { serveSaleFiles } from '../routes/sale/creator-sale-routes.ts';
import { serveSaleImages } from '../routes/sale/sale-routes.ts';
import { serveDatabaseDownloads } from '../routes/stats-and-cleanup/database-routes.ts';
import { serveUnfurl } from '../routes/unfurl/unfurl-routes.ts';
import { serveUploads } from '../routes/uploads/upload-routes.ts';
import { serveWeb, wantsPage } from '../routes/web-app.ts';
import { addHeaders, hideSecretsInErrors } from '../security/headers.ts';
import { enforceBodyTimeouts, limitChunkCount, longBodyTime } from '../security/limits/body-limits.ts';
import { limitInFlight } from '../security/limits/in-flight.ts';
import { serializePipelined } from '../security/limits/pipelining.ts';
import { watchBudgets } from '../security/limits/request-budgets.ts';
import { addRequestGuards } from '../security/request-guards.ts';
import { collectRoutes, type DeclaredRoute } from '../security/route-access.ts';
import {
	createProxies,
	type Proxies,
	sanitizeForwardedFor,
	warnOfUntrustedProxies,
} from '../security/trusted-proxies.ts';
import type { Environment } from './env.ts';
import { recordRequests } from './record-requests.ts';
import { traceRequests } from './tracing/trace-requests.ts';
import { sendUnreadableAddressPage } from './unreadable-address-page.ts';

const bodyMaxBytes = 1_000_000;
const headersTimeoutMs = 10_000;
// Node looks for overdue connections this often; its default of 30 s would stretch the limits above.
const overdueCheckMs = 2_000;
const paramMaxLength = 500;

export interface HttpServer {
	readonly app: FastifyInstance;
	/** Every route that answers, with who may call it. */
	readonly routes: readonly DeclaredRoute[];
}

/** Builds the HTTP server over the services; it does not listen yet. */
export async function buildHttpServer(options: {
	readonly services: Services;
	readonly environment: Pick<
		Environment,
		'HOST' | 'MEASURE_REQUESTS' | 'PUBLIC_ORIGIN' | 'TRUSTED_PROXIES' | 'WEB_DIST'
	>;
	readonly isDraining: () => boolean;
}): Promise<HttpServer> {
	const { services, environment, isDraining } = options;
	const proxies = createProxies(environment.TRUSTED_PROXIES);
	const app = createApp(proxies);
	const notModifiedCache = createNotModifiedCache(services);
	respondBeforeRouting(app, notModifiedCache, isDraining);
	const routes = collectRoutes(app);
	traceRequests(app, services);
	// Routes take the handler that is there when they are registered.
	app.setErrorHandler((error, _request, reply) => sendErrorResponse(reply, error, services.log));
	acceptOnlyJson(app);
	await app.register(fastifyCookie);
	await addHeaders(app, services.config.secureCookies);
	hideSecretsInErrors(app, services);
	sanitizeForwardedFor(app);
	warnOfUntrustedProxies(app, environment.TRUSTED_PROXIES, services.log);
	watchBudgets(app, services.log, { measuresCpu: environment.MEASURE_REQUESTS });
	limitInFlight(app, proxies, async (request, reply) => {
		const { actor } = await getRequestContext(services, request, reply);
		return actor?.userId ?? null;
	});
	addRequestGuards(app, services, environment);
	recordRequests(app, services);
	// Archives go to the socket without it, and do the same themselves.
	app.addHook('onSend', (_request, { raw }, _payload, done) => {
		closeWhenIdle(raw);
		done();
	});

	await compressResponses(app);
	serveHealth(app, services, isDraining);
	serveRest(app, services, notModifiedCache);
	serveGenerationDownloads(app, services);
	serveDatabaseDownloads(app, services);
	await serveUploads(app, services);
	await serveMerges(app, services);
	serveGallery(app, services);
	await serveAttributes(app, services);
	serveCollectionExports(app, services);
	serveMintCar(app, services);
	serveSaleFiles(app, services);
	serveSaleImages(app, services);
	serveUnfurl(app, services);
	serveDiscordCallback(app, services);
	serveOpenApi(app, services);
	await serveTrpc(app, services, notModifiedCache);
	const web = await serveWeb(app, services, environment.WEB_DIST);

	const methodsAt = createMethodLookup(routes);
	const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
		const path = request.url.split('?', 1)[0] ?? '';
		// A visitor who is not signed in does not learn which paths of the API exist.
		if (/^\/api(?:\/|$)/.test(path)) requireActor(await getRequestContext(services, request, reply));
		const methods = methodsAt(path);
		return methods.includes(request.method) || methods.length === 0
			? sendNotFound(reply)
			: sendMethodNotAllowed(reply, methods);
	};
	app.setNotFoundHandler((request, reply) => (web.answerPage(request, reply) ? undefined : refuse(request, reply)));
	await app.ready();
	closeResetConnections(app.server);
	enforceBodyTimeouts(app.server);
	limitChunkCount(app.server);
	serializePipelined(app.server);
	return { app, routes };
}

function createApp({ isTrusted }: Proxies): FastifyInstance {
	const app: FastifyInstance = Fastify({
		bodyLimit: bodyMaxBytes,
		// Shorter ones are kept by `enforceBodyTimeouts`; this one knows of no route.
		requestTimeout: longBodyTime.totalMs + headersTimeoutMs,
		http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: overdueCheckMs },
		trustProxy: isTrusted,
		routerOptions: { maxParamLength: paramMaxLength },
		// Ids from outside could forge log lines.
		requestIdHeader: false,
		genReqId: () => randomUUID(),
		forceCloseConnections: 'idle',
		// What arrives on an open connection while we drain is still answered.
		return503OnClosing: false,
		clientErrorHandler: rejectConnection,
		frameworkErrors: (_error, request, reply) => {
			// No hook runs before this.
			reply.header('x-request-id', request.id);
			if (wantsPage(request)) {
				sendUnreadableAddressPage(reply);
				return;
			}
			sendError(reply, { status: 400, reason: 'bad_input', message: 'The address could not be read.' });
		},
	});
	return app;
}

/**
 * Closes connections that their client has reset already. The system forgets the address of such a connection although
 * what was sent on it can still be read; asking at once makes Node remember it, and where it is gone nobody is there.
 */
function closeResetConnections(server: Server): void {
	server.on('connection', (socket: Socket) => {
		if (socket.remoteAddress === undefined) socket.destroy();
	});
}
