import type { RestRoute } from '@adx/api-router/procedure-access';
import { appRouter } from '@adx/api-router/root';
import { toJsonChunks } from '@adx/api-router/serialization/json-chunks';
import { createCallerFactory } from '@adx/api-router/trpc';
import type { RequestContext, Services } from '@adx/core/platform/context';
import { AppError, notFound } from '@adx/core/platform/errors';
import { TRPCError } from '@trpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { getRequestContext } from '../request/request-context.ts';
import { polledProcedures, sendWithEtag } from '../response/etag-response.ts';
import type { NotModifiedCache } from '../response/not-modified-cache.ts';
import { sendChunks } from '../response/send-bytes.ts';
import { type RestOperation, restOperations } from './rest-operations.ts';

const createCaller = createCallerFactory(appRouter);

/** Serves every procedure that names a REST path on that path: the same checks, the same answer, as bare JSON. */
export function serveRest(app: FastifyInstance, services: Services, notModifiedCache: NotModifiedCache): void {
	for (const operation of restOperations()) {
		const readInput = createInputReader(operation);
		const isPolled = polledProcedures.has(operation.name);
		app.route({
			method: operation.rest.method,
			url: operation.rest.path.replaceAll(/\{(\w+)\}/g, ':$1'),
			config: { ...operation.rule, budget: operation.budget },
			handler: async (request, reply) => {
				const input = readInput(request);
				const ctx = await getRequestContext(services, request, reply);
				const answer = await call(ctx, operation.name, input).catch((error: unknown) => {
					throw concernsPath(error, operation.rest) ? notFound('address') : error;
				});
				if (isPolled) {
					return sendWithEtag(request, reply, {
						pieces: await toJsonChunks(answer),
						actor: ctx.actor,
						procedure: operation.name,
						unchanged: notModifiedCache,
					});
				}
				reply.code(operation.rest.status ?? 200).header('cache-control', 'no-store');
				if (answer === undefined) return reply.send();
				const pieces = await toJsonChunks(answer);
				return sendChunks(reply.type('application/json; charset=utf-8'), pieces);
			},
		});
	}
}

/** The server-side caller follows dotted names through nested objects. */
function call(ctx: RequestContext, name: string, input: unknown): Promise<unknown> {
	let node: unknown = createCaller(ctx);
	for (const key of name.split('.')) node = (node as Record<string, unknown>)[key];
	return (node as (input: unknown) => Promise<unknown>)(input);
}

/** Whether only the address is to blame: what cannot be an id names nothing, so it is answered like an unknown one. */
function concernsPath(error: unknown, { path }: RestRoute): boolean {
	if (!(error instanceof TRPCError) || error.code !== 'BAD_REQUEST' || !(error.cause instanceof z.ZodError))
		return false;
	return error.cause.issues.every((issue) => path.includes(`{${String(issue.path[0])}}`));
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Gathers a call's input from its path, its query (when it has no body) and its JSON body. The schema's
 * own strictness refuses what it does not name; a call without input takes no field at all.
 */
function createInputReader({ input, rest }: RestOperation): (request: FastifyRequest) => unknown {
	const textReaders = createTextReaders(input);
	return ({ params, query, body }) => {
		const fromPath = parseTexts(textReaders, params as Fields);
		const sent = isBodyless(rest) ? parseTexts(textReaders, query as Fields) : readBodyFields(body);
		const named = Object.keys(sent).find((name) => Object.hasOwn(fromPath, name));
		if (named !== undefined) throw badInput(`${named} stands in the address and may not be sent besides`, named);
		if (input !== null) return { ...sent, ...fromPath };
		const unknown = Object.keys(sent)[0];
		if (unknown !== undefined) throw badInput(`Unknown field ${JSON.stringify(unknown.slice(0, 40))}`, unknown);
		return undefined;
	};
}

const isBodyless = ({ method }: RestRoute) => method === 'GET' || method === 'DELETE';

function readBodyFields(body: unknown): Fields {
	if (body === undefined || body === null) return {};
	if (typeof body === 'object' && !Array.isArray(body)) return body as Fields;
	throw badInput('Send a JSON object.', '');
}

type TextReader = (text: string) => unknown;

/**
 * How to read the texts of a path or query, per field, from what the schema says it wants. It works on the
 * schema's JSON form, so the schema, which tRPC shares, stays as it is.
 */
function createTextReaders(input: z.ZodType | null): ReadonlyMap<string, TextReader> {
	if (input === null) return new Map();
	const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
	return new Map(
		Object.entries(properties).flatMap(([name, property]): [string, TextReader][] => {
			const type = typeof property === 'object' ? property.type : undefined;
			if (type === 'number' || type === 'integer') return [[name, numberOrText]];
			return type === 'boolean' ? [[name, booleanOrText]] : [];
		}),
	);
}

// What does not look like one stays text, and the schema says what is wrong with it.
const numberOrText: TextReader = (text) => (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(text) ? Number(text) : text);
const booleanOrText: TextReader = (text) => (text === 'true' ? true : text === 'false' ? false : text);

function parseTexts(readers: ReadonlyMap<string, TextReader>, texts: Fields): Fields {
	return Object.fromEntries(
		Object.entries(texts).map(([name, value]) => {
			const reader = readers.get(name);
			return [name, reader !== undefined && typeof value === 'string' ? reader(value) : value];
		}),
	);
}

function badInput(message: string, field: string): AppError {
	return new AppError('INVALID', {
		reason: 'bad_input',
		message,
		meta: { fields: { [field.slice(0, 100)]: message } },
	});
}
