import type { RequestBudget } from '@adx/api-router/procedure-budget';
import type { AccessLevel, AccessRule } from '@adx/core/auth/authorize-call';
import type { CallScope } from '@adx/validators/auth/auth';
import type { LockablePage } from '@adx/validators/config';
import type { FastifyInstance } from 'fastify';
import { getRouteBudget } from './limits/request-budgets.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Who may call the route; refused before its body is read. A route without one cannot be registered. */
		access?: AccessLevel;
		/** What an access token must hold; without it `read` for GET and HEAD, `write` for all others. */
		scope?: CallScope;
		/** The page whose lock the route shares. */
		page?: LockablePage | undefined;
	}
}

/** One registered method and path with its declared rule. */
export interface DeclaredRoute extends AccessRule {
	readonly method: string;
	readonly url: string;
	/** What one request may cost; of a route that calls procedures each of those has its own. */
	readonly budget: RequestBudget;
}

type RouteConfig = Partial<AccessRule>;

/** Who may call a route with this configuration; null when it does not say. */
export function getRouteAccess({ access, scope, page }: RouteConfig, method: string): AccessRule | null {
	if (access === undefined) return null;
	return { access, scope: scope ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'write'), page };
}

/**
 * Makes an undeclared route a failure of the start: every route registered after this call must name its
 * access in `config`. The returned list grows with each route.
 */
export function collectRoutes(app: FastifyInstance): readonly DeclaredRoute[] {
	const routes: DeclaredRoute[] = [];
	app.addHook('onRoute', ({ method, url, config }) => {
		for (const each of [method].flat()) {
			const rule = getRouteAccess(config ?? {}, each);
			if (rule === null) throw new Error(`${each} ${url} does not declare who may call it`);
			routes.push({ method: each, url, ...rule, budget: getRouteBudget(config ?? {}, each) });
		}
	});
	return routes;
}
