import { resolveActor } from '@adx/core/auth/sessions/sessions';
import { resolveToken } from '@adx/core/auth/tokens/resolve-token';
import type { Actor, CookieJar, RequestContext, Services } from '@adx/core/platform/context';
import { AppError } from '@adx/core/platform/errors';
import { idempotencyKeyMaxLength } from '@adx/validators/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getDisconnectSignal } from './client-disconnect.ts';

const contexts = new WeakMap<FastifyRequest, Promise<RequestContext>>();

/** The verbs' context of this request; made at the first call, the same one afterwards. */
export function getRequestContext(
	services: Services,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<RequestContext> {
	const known = contexts.get(request);
	if (known !== undefined) return known;
	const made = createContext(services, request, reply);
	contexts.set(request, made);
	return made;
}

async function createContext(
	services: Services,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<RequestContext> {
	const cookies = createCookieJar(services, request, reply);
	return {
		...services,
		actor: await resolveRequestActor(services, request, cookies),
		hasAuthorization: request.headers.authorization !== undefined,
		cookies,
		origin: getOrigin(services, request),
		// Fastify takes X-Forwarded-For only from the configured proxies.
		address: request.ip,
		requestId: request.id,
		gone: getDisconnectSignal(reply.raw),
		idempotencyKey: readIdempotencyKey(request),
	};
}

/** An access token speaks for itself: beside an Authorization header no cookie counts. */
function resolveRequestActor(
	services: Services,
	{ headers }: FastifyRequest,
	cookies: CookieJar,
): Promise<Actor | null> {
	const { authorization } = headers;
	return authorization === undefined ? resolveActor({ ...services, cookies }) : resolveToken(services, authorization);
}

/** Host passed the origin rule, so it is one of our own names. */
const getOrigin = ({ config }: Services, { headers }: FastifyRequest) =>
	config.publicOrigin ?? `http://${headers.host}`;

function createCookieJar({ config }: Services, request: FastifyRequest, reply: FastifyReply): CookieJar {
	const shared = { path: '/', sameSite: 'lax', secure: config.secureCookies } as const;
	const hasAuthorization = request.headers.authorization !== undefined;
	return {
		get: (name) => (hasAuthorization ? undefined : request.cookies[name]),
		set: (name, value, options) => void reply.setCookie(name, value, { ...shared, ...options }),
		delete: (name) => void reply.clearCookie(name, { ...shared, httpOnly: true }),
	};
}

const idempotencyKeyPattern = new RegExp(`^[\\x21-\\x7e]{1,${idempotencyKeyMaxLength}}$`);

function readIdempotencyKey({ headers }: FastifyRequest): string | null {
	const key = headers['idempotency-key'];
	if (key === undefined) return null;
	if (typeof key === 'string' && idempotencyKeyPattern.test(key)) return key;
	const message = `Idempotency-Key must be 1 to ${idempotencyKeyMaxLength} visible ASCII characters.`;
	throw new AppError('INVALID', { reason: 'bad_input', message });
}
