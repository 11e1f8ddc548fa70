import { createHash } from 'node:crypto';
import { sessionCookieName } from '@adx/core/auth/sessions/sessions';
import type { Services } from '@adx/core/platform/context';
import type { FastifyInstance } from 'fastify';
import { startByteResponse } from '../http/response/send-bytes.ts';
import { docsPagePolicy, renderDocsPage } from './docs-page.ts';
import { buildOpenApi } from './openapi-document.ts';

/** Serves the description of the API for programs and for people: two texts that are the same as long as it runs. */
export function serveOpenApi(app: FastifyInstance, services: Services): void {
	const document = buildOpenApi(sessionCookieName(services));
	serveText(app, '/openapi.json', {
		headers: { 'content-type': 'application/json; charset=utf-8' },
		text: JSON.stringify(document),
	});
	serveText(app, '/api/docs', {
		headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': docsPagePolicy },
		text: renderDocsPage(document),
	});
}

interface StaticText {
	readonly headers: Readonly<Record<string, string>>;
	readonly text: string;
}

/** All responses share one buffer, and a client that already has it gets 304. */
function serveText(app: FastifyInstance, url: string, { headers, text }: StaticText): void {
	const bytes = Buffer.from(text);
	const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
	app.route({
		method: ['GET', 'HEAD'],
		url,
		config: { access: 'public' },
		handler: async (request, reply) => {
			reply.headers({ ...headers, 'cache-control': 'no-cache' });
			const { start, end, isEmpty } = startByteResponse(request, reply, { etag, totalBytes: bytes.byteLength });
			return reply.send(isEmpty ? undefined : bytes.subarray(start, end + 1));
		},
	});
}
