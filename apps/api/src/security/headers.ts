import type { Services } from '@adx/core/platform/context';
import fastifyHelmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Another user's picture must not run anything, whatever type a browser takes it for. */
export const imagePolicy = "default-src 'none'; sandbox";

/** Adds the security headers and the request's id to every response; documents may load the web app's own files alone. */
export async function addHeaders(app: FastifyInstance, isSecure: boolean): Promise<void> {
	await app.register(fastifyHelmet, {
		contentSecurityPolicy: {
			useDefaults: false,
			directives: {
				'default-src': ["'none'"],
				'script-src': ["'self'"],
				'style-src': ["'self'"],
				'img-src': ["'self'", 'blob:', 'data:'],
				'font-src': ["'self'"],
				'connect-src': ["'self'"],
				'worker-src': ["'self'", 'blob:'],
				'manifest-src': ["'self'"],
				'base-uri': ["'none'"],
				'form-action': ["'self'"],
				'frame-ancestors': ["'none'"],
			},
		},
		strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
		referrerPolicy: { policy: 'same-origin' },
	});
	app.addHook('onRequest', async (request, reply) => {
		reply.header('x-request-id', request.id);
	});
}

/** Removes the operator's keys from error responses, however they got into the text. */
export function hideSecretsInErrors(app: FastifyInstance, { hideSecrets }: Services): void {
	app.addHook('onSend', async (_request, { statusCode }, payload) =>
		statusCode >= 400 && typeof payload === 'string' ? hideSecrets(payload) : payload,
	);
}
