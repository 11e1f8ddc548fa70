import { createHash } from 'node:crypto';
import type { Services } from '@adx/core/platform/context';
import { AppError } from '@adx/core/platform/errors';
import { describePage } from '@adx/core/unfurl/describe-page';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getRequestContext } from '../../http/request/request-context.ts';
import { matchesEtag } from '../../http/response/byte-range.ts';
import { renderMissingPage, renderPage, toPageTemplate } from './page-head.ts';

/** Pages whose links tell what they are about, and the heading where there is nothing, as the page itself has it. */
const describedPages = [
	{ url: '/gallery', missing: 'No gallery found' },
	{ url: '/sale/:id', missing: 'No sale found' },
	{ url: '/collections/:id', missing: 'No collection found' },
] as const;

interface DescribedPagesOptions {
	/** The built page. */
	readonly html: string;
	readonly wantsPage: (request: FastifyRequest) => boolean;
	/** Answers with the built page as it is. */
	readonly sendPage: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
	/** Names the files of the page to a browser that will need them, and returns the page's skeleton for it, if any. */
	readonly preload: (request: FastifyRequest, reply: FastifyReply) => string | undefined;
}

/**
 * Serves the pages that chats, search engines and other sites are told of, as HTML whatever they accept. What is not
 * there is the same page with 404 for a browser, and an error in JSON for other programs.
 */
export function serveDescribedPages(app: FastifyInstance, services: Services, options: DescribedPagesOptions): void {
	const template = toPageTemplate(options.html);
	const describe = async (request: FastifyRequest, reply: FastifyReply) => {
		const ctx = await getRequestContext(services, request, reply);
		const page = await describePage(ctx, toPath(request));
		return renderPage(template, { page, origin: ctx.origin, skeleton: options.preload(request, reply) });
	};
	for (const { url, missing } of describedPages) {
		for (const each of [url, `${url}/`]) {
			app.route({
				method: ['GET', 'HEAD'],
				url: each,
				config: { access: 'limited', budget: 'item' },
				compress: { customTypes: /^text\/html/, encodings: ['br', 'gzip'] },
				// Not async, as every promise that resolves to the reply leaves two listeners on the answer.
				handler: (request, reply) => {
					describe(request, reply)
						.then(
							(html) => sendHtml(request, reply, html),
							(error: unknown) => {
								if (!options.wantsPage(request)) reply.send(error);
								else if (isNotFound(error)) sendMissing(reply, renderMissingPage(template, missing));
								// The page says itself what is wrong, and goes on once it is not.
								else options.sendPage(request, reply);
							},
						)
						.catch((error: unknown) => void reply.send(error));
				},
			});
		}
	}
}

const toPath = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '';

const isNotFound = (error: unknown) => error instanceof AppError && error.code === 'NOT_FOUND';

function sendMissing(reply: FastifyReply, html: string): void {
	reply.code(404).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
}

/** Weak, since the same page is sent in several encodings. */
function sendHtml(request: FastifyRequest, reply: FastifyReply, html: string): void {
	const etag = `W/"${createHash('sha256').update(html).digest('base64url')}"`;
	reply.header('etag', etag).header('cache-control', 'no-cache');
	if (matchesEtag(request.headers['if-none-match'], etag)) reply.code(304).send();
	else reply.type('text/html; charset=utf-8').send(html);
}
