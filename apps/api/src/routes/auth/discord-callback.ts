import { finishDiscordSignIn } from '@adx/core/auth/discord/finish-sign-in';
import type { Services } from '@adx/core/platform/context';
import { AppError } from '@adx/core/platform/errors';
import { isStorable } from '@adx/validators/text';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getRequestContext } from '../../http/request/request-context.ts';
import {
	binaryResponse,
	describeAccess,
	errorResponses,
	queryParameter,
	type RouteOperation,
} from '../../openapi/openapi-operation.ts';

const fieldMaxLength = 2_048;
const fieldNames = ['state', 'code', 'error'] as const;

const discordCallback: RouteOperation = {
	url: '/api/auth/discord/callback',
	method: 'get',
	operation: {
		operationId: 'auth.finishDiscord',
		summary: 'OAuth callback for the redirect from Discord; browsers only',
		...describeAccess('auth', { access: 'limited', scope: 'read' }),
		parameters: fieldNames.map((name) => queryParameter(name, { type: 'string' })),
		responses: {
			200: binaryResponse('text/html', 'The page, where the redirect was followed'),
			302: { description: 'To /?discord_auth=success or /?discord_auth=error' },
			...errorResponses,
		},
	},
};

export const discordRoutes: readonly RouteOperation[] = [discordCallback];

/**
 * Serves the redirect from Discord. Whatever it carries and whatever goes wrong, the browser is sent to the start page
 * with `discord_auth=success` or `error`, and nowhere else.
 */
export function serveDiscordCallback(app: FastifyInstance, services: Services): void {
	app.route({
		method: 'GET',
		url: discordCallback.url,
		config: { access: 'limited' },
		// A look at the address must not use its code up.
		exposeHeadRoute: false,
		handler: async (request, reply) => {
			const finish = async () => {
				const [state, code, error] = fieldNames.map((name) => readField(request, name)) as Fields;
				return finishDiscordSignIn(await getRequestContext(services, request, reply), { state, code, error });
			};
			const outcome = await finish().catch((failure: unknown) => {
				const isExpected = failure instanceof AppError;
				services.log[isExpected ? 'info' : 'error'](
					{ err: failure, requestId: request.id },
					'Discord sign-in broke off',
				);
				return 'error' as const;
			});
			return reply.code(302).header('cache-control', 'no-store').header('location', `/?discord_auth=${outcome}`).send();
		},
	});
}

type Fields = [string | null, string | null, string | null];

/** A field of the query; null if it comes twice, is longer than any real one or holds what cannot be looked up. */
function readField({ query }: FastifyRequest, name: string): string | null {
	const value = (query as Readonly<Record<string, unknown>>)[name];
	return typeof value === 'string' && value.length <= fieldMaxLength && isStorable(value) ? value : null;
}
