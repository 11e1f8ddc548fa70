import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { sessionCookieName } from '@adx/core/auth/sessions/sessions';
import type { Services } from '@adx/core/platform/context';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readPagePreloads } from './page-preloads.ts';
import { serveDescribedPages } from './unfurl/described-pages.ts';

const open = { config: { access: 'public' } } as const;
const plainNote = 'ADX Realm is running. This process serves no web app; its API is described at /api/docs.\n';

/** Serves the built web app, and its page for every address that only the app knows. */
export interface WebApp {
	/** Answers with the app's page when a browser asks for one; false when the request is not of that kind. */
	answerPage(request: FastifyRequest, reply: FastifyReply): boolean;
}

/**
 * Serves `webDist`: files under `assets/` carry their hash in their name and are kept for a year, anything
 * else is requested again each time. A build never changes under a running process, so its files are listed
 * once. A browser that brings a session is told with the page which files it will need behind the gate, and shown the
 * skeleton of a page that has one. Without `webDist` the root answers with a plain note.
 */
export async function serveWeb(app: FastifyInstance, services: Services, webDist: string | undefined): Promise<WebApp> {
	if (webDist === undefined || !existsSync(join(webDist, 'index.html'))) {
		app.get('/', open, async (_request, reply) => reply.type('text/plain; charset=utf-8').send(plainNote));
		return { answerPage: () => false };
	}
	await app.register(fastifyStatic, {
		root: webDist,
		serve: false,
		cacheControl: false,
		preCompressed: true,
		setHeaders: (reply, path) => {
			const isHashed = path.startsWith(join(webDist, 'assets'));
			reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
		},
	});
	const files = new Set(readdirSync(webDist, { recursive: true, encoding: 'utf8' }).map(toUrlPath));
	const preloadsOf = readPagePreloads(webDist);
	const session = `${sessionCookieName(services)}=`;
	const preload = (request: FastifyRequest, reply: FastifyReply) => {
		// Whether the session still holds is not asked: it mostly does, and neither files nor skeletons are secret.
		if (request.headers.cookie?.includes(session) !== true) return undefined;
		const preloads = preloadsOf(request.url.split('?', 1)[0] ?? '');
		if (preloads !== undefined) reply.header('link', preloads.link);
		return preloads?.skeleton;
	};
	const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
		preload(request, reply);
		return reply.code(200).sendFile('index.html');
	};
	// Not async: every promise that resolves to the reply leaves two listeners on the answer, and a page passes several.
	app.get('/', open, (request, reply) => void sendPage(request, reply));
	app.get<{ Params: { '*': string } }>('/*', open, (request, reply) => {
		// What is not a file goes to the not-found handler, which tries answerPage.
		if (isProgramPath(request) || !files.has(request.params['*'])) reply.callNotFound();
		else reply.sendFile(request.params['*']);
	});
	const html = readFileSync(join(webDist, 'index.html'), 'utf8');
	serveDescribedPages(app, services, { html, wantsPage, sendPage, preload });
	return {
		answerPage: (request, reply) => {
			if (!wantsPage(request)) return false;
			sendPage(request, reply);
			return true;
		},
	};
}

const toUrlPath = (path: string) => path.split(sep).join('/');

const isProgramPath = ({ raw }: FastifyRequest) => /^\/(?:api|trpc)(?:[/?]|$)/.test(raw.url ?? '');

/** Whether a browser asks for a page, at an address that no program calls. */
export const wantsPage = (request: FastifyRequest): boolean =>
	(request.method === 'GET' || request.method === 'HEAD') &&
	!isProgramPath(request) &&
	(request.headers.accept ?? '').includes('text/html');
