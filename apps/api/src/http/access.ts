import type { Access } from '@adx/api-router/rest-meta';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Who may call the route; refused before its body is read. A route without one cannot be registered. */
		access?: Access;
	}
}

/** One registered method and path with its declared access. */
export interface DeclaredRoute {
	readonly method: string;
	readonly url: string;
	readonly access: Access;
}

/**
 * Makes an undeclared route a failure of the start: every route registered after this call must name its
 * access in `config`. The returned list grows with each route.
 */
export function declareRoutes(app: FastifyInstance): readonly DeclaredRoute[] {
	const routes: DeclaredRoute[] = [];
	app.addHook('onRoute', ({ method, url, config }) => {
		const access = config?.access;
		const methods = [method].flat();
		if (access === undefined) throw new Error(`${methods.join()} ${url} does not declare who may call it`);
		for (const each of methods) routes.push({ method: each, url, access });
	});
	return routes;
}
