import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { appRouter } from '@adx/api-router/root';
import { writeResponses } from '@adx/api-router/serialization/output-transformer';
import { isUnloggedFault, toPublicError } from '@adx/api-router/trpc';
import type { Services } from '@adx/core/platform/context';
import { AppError } from '@adx/core/platform/errors';
import type { TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getBudget } from '../../security/limits/request-budgets.ts';
import { getDisconnectSignal, isAbortedByDisconnect } from '../request/client-disconnect.ts';
import { acceptOnlyJson, createJsonParser } from '../request/json-body.ts';
import { getRequestContext } from '../request/request-context.ts';
import { polledProcedures, sendWithEtag } from '../response/etag-response.ts';
import type { NotModifiedCache } from '../response/not-modified-cache.ts';
import { sendChunks } from '../response/send-bytes.ts';

const endpoint = '/trpc';
const batchSizeMax = 20;
/** What the calls of a batch may answer together, by their budgets: three whole lists, since all of it is in memory. */
const batchBytesMax = 100_000_000;
/** Not `trpc-accept`, by which a client asks for answers as a stream of tRPC's own. */
const forwardedHeaders = ['content-type', 'accept', 'last-event-id'] as const;
const subscriptions: ReadonlySet<string> = new Set(
	Object.entries(appRouter._def.procedures as object as Record<string, { _def: { type: string } }>).flatMap(
		([name, { _def }]) => (_def.type === 'subscription' ? [name] : []),
	),
);

/**
 * Serves the router to typed clients. Through tRPC's fetch adapter, which costs less than half of its fastify
 * one. Who may call is each procedure's to say, so the route itself is open.
 */
export async function serveTrpc(
	app: FastifyInstance,
	services: Services,
	notModifiedCache: NotModifiedCache,
): Promise<void> {
	await app.register(async (scope) => {
		const checkJson = createJsonParser(scope);
		acceptOnlyJson(scope, 'text');
		scope.route({
			method: ['GET', 'POST'],
			url: `${endpoint}/*`,
			// Fastify's own HEAD cannot measure the answers of tRPC.
			exposeHeadRoute: false,
			config: { access: 'public', callsProcedures: true },
			handler: async (request, reply) => {
				const isSubscription = callsSubscription(request);
				if (getBudget(request).bytesOut > batchBytesMax && !isSubscription) {
					throw new AppError('INVALID', { reason: 'bad_input', message: 'Ask for fewer lists in one call.' });
				}
				for (const text of listJsonParams(request.url)) await checkJson(request, text);
				const ctx = await getRequestContext(services, request, reply);
				let refusal: TRPCError | null = null;
				const respond = () =>
					fetchRequestHandler({
						endpoint,
						router: appRouter,
						req: toFetchRequest(request, getDisconnectSignal(reply.raw)),
						createContext: () => ctx,
						maxBatchSize: batchSizeMax,
						responseMeta: ({ errors }) => {
							const waits = errors.map((error) => toPublicError(error).retryAfterSeconds ?? 0);
							const retryAfterSeconds = Math.max(0, ...waits);
							const headers = new Headers({ 'cache-control': 'no-store' });
							if (retryAfterSeconds > 0) headers.set('retry-after', String(retryAfterSeconds));
							return { headers };
						},
						onError: ({ error, path }) => {
							refusal = error;
							if (!isUnloggedFault(toPublicError(error)) || isAbortedByDisconnect(reply.raw, error)) return;
							services.log.error({ err: error.cause ?? error, path, requestId: request.id }, 'procedure failed');
						},
					});
				if (isSubscription) return sendEvents(reply, await respond(), () => refusal);
				const { response, pieces } = await writeResponses(respond);
				if (isPolled(request) && response.status === 200) {
					const vary = response.headers.get('vary');
					if (vary !== null) reply.header('vary', vary);
					const procedure = getProcedure(request);
					return sendWithEtag(request, reply, { pieces, actor: ctx.actor, procedure, unchanged: notModifiedCache });
				}
				return sendChunks(reply.code(response.status).headers(Object.fromEntries(response.headers)), pieces);
			},
		});
	});
}

/**
 * What tRPC parses of the address itself and has to be harmless: read the way tRPC reads it, and all of it, since of
 * several texts of one name it takes the first.
 */
function listJsonParams(url: string): readonly string[] {
	const query = url.indexOf('?');
	if (query === -1) return [];
	const params = new URLSearchParams(url.slice(query));
	return ['input', 'connectionParams'].flatMap((name) => params.getAll(name)).filter((text) => text !== '');
}

/** A call of its own; what is batched is read with other calls and has no lasting content. */
const isPolled = (request: FastifyRequest) => isSingleGet(request) && polledProcedures.has(getProcedure(request));

const callsSubscription = (request: FastifyRequest) => isSingleGet(request) && subscriptions.has(getProcedure(request));

const isSingleGet = ({ method, query }: FastifyRequest) => method === 'GET' && !Object.hasOwn(query as object, 'batch');

/** The dotted name that a call which is not a batch has in its path. */
const getProcedure = ({ params }: FastifyRequest) => (params as { readonly '*': string })['*'];

/**
 * Sends server-sent events as they come. tRPC would say in a stream that the call was refused, after status 200, and the
 * browser would connect again and again: a refusal is answered with its own status.
 */
async function sendEvents(
	reply: FastifyReply,
	response: Response,
	getRefusal: () => TRPCError | null,
): Promise<FastifyReply> {
	const refusal = getRefusal();
	if (refusal !== null) {
		await response.body?.cancel();
		throw refusal;
	}
	reply.code(response.status).headers(Object.fromEntries(response.headers));
	// A proxy that compressed it would keep events back until a block is full.
	reply.header('cache-control', 'no-store, no-transform');
	return reply.send(Readable.from(joinEventParts(response.body as ReadableStream<Uint8Array>), { objectMode: false }));
}

const newline = 0x0a;

/** One piece for each event: tRPC makes three, each of which would be a packet. */
async function* joinEventParts(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
	let parts: Uint8Array[] = [];
	for await (const part of body) {
		parts.push(part);
		if (part.at(-1) !== newline || part.at(-2) !== newline) continue;
		yield Buffer.concat(parts);
		parts = [];
	}
}

function toFetchRequest({ method, raw, headers, body }: FastifyRequest, signal: AbortSignal): Request {
	const forwarded = forwardedHeaders.flatMap((name): [string, string][] => {
		const value = headers[name];
		return typeof value === 'string' ? [[name, value]] : [];
	});
	// Only path and query are read from the address; its origin is a placeholder.
	return new Request(`http://localhost${raw.url}`, {
		method,
		headers: forwarded,
		signal,
		...(method === 'POST' && typeof body === 'string' ? { body } : {}),
	});
}
