import { finishDiscordSignIn } from '@adx/core/auth/discord/finish-sign-in';
import type { Services } from '@adx/core/platform/context';
import { AppError } from '@adx/core/platform/errors';
import { isStorable } from '@adx/validators/text';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contextOf } from '../request/request-context.ts';

const fieldMaxLength = 2_048;

/**
 * Serves the way back from Discord. Whatever it carries and whatever goes wrong, the browser is sent to the page with
 * `discord_auth=success` or `error`, and nowhere else.
 */
export function serveDiscordCallback(app: FastifyInstance, services: Services): void {
	app.route({
		method: 'GET',
		url: '/api/auth/discord/callback',
		config: { access: 'limited' },
		// Looking at the address must not use it up.
		exposeHeadRoute: false,
		handler: async (request, reply) => {
			const finish = async () => {
				const [state, code, error] = ['state', 'code', 'error'].map((name) => readField(request, name)) as Fields;
				return finishDiscordSignIn(await contextOf(services, request, reply), { state, code, error });
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

/** A field that comes twice, is longer than any real one or cannot be looked up counts as not there. */
function readField({ query }: FastifyRequest, name: string): string | null {
	const value = (query as Readonly<Record<string, unknown>>)[name];
	return typeof value === 'string' && value.length <= fieldMaxLength && isStorable(value) ? value : null;
}
