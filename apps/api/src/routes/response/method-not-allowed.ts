import type { FastifyReply } from 'fastify';
import type { DeclaredRoute } from '../../security/route-access.ts';
import { sendError } from './error-response.ts';

/** Which methods an address of the API takes; none where it names nothing. */
export type MethodLookup = (path: string) => readonly string[];

/** Looks addresses up among the routes that are declared by now. */
export function createMethodLookup(routes: readonly DeclaredRoute[]): MethodLookup {
	const patterns = routes
		.filter(({ url }) => url.startsWith('/api/'))
		.map(({ method, url }) => ({ method, pattern: toPathPattern(url) }));
	return (path) => [
		...new Set(
			patterns
				.filter(({ pattern }) => pattern.test(path))
				.map(({ method }) => method)
				.sort(),
		),
	];
}

/** A route's address with a parameter for each `:name`; all other characters stand for themselves. */
function toPathPattern(url: string): RegExp {
	const escaped = url.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
	return new RegExp(`^${escaped.replaceAll(/:\w+/g, '[^/]+')}$`);
}

/** Answers for an address that takes other methods than the one that was sent. */
export const sendMethodNotAllowed = (reply: FastifyReply, methods: readonly string[]): FastifyReply =>
	sendError(reply.header('allow', methods.join(', ')), {
		status: 405,
		reason: 'bad_input',
		message: `This address takes ${methods.join(', ')}.`,
	});
