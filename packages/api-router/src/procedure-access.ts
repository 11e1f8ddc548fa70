import type { AccessRule } from '@adx/core/auth/authorize-call';
import type { DeclaredBudget } from './procedure-budget.ts';

/** The documented HTTP path a procedure also answers on; `{name}` in the path is an input field. */
export interface RestRoute {
	readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	readonly path: `/api/${string}`;
	/** Success status; the documented paths all answer 200. */
	readonly status?: 200;
}

/** What a procedure declares beside its input and output; without `scope`, a mutation asks a token for `write`, any other for `read`. */
export interface ProcedureMeta extends Pick<AccessRule, 'access' | 'page'>, Partial<Pick<AccessRule, 'scope'>> {
	readonly rest?: RestRoute;
	/** What it does, in fewer than 70 characters. */
	readonly summary?: string;
	/** What else a caller has to know, in whole sentences. */
	readonly description?: string;
	/** Without it an answer that is an array is a list, any other an item. */
	readonly budget?: DeclaredBudget;
}

/** Who may call a procedure that declares `meta`; `authorizeCall` decides by it. */
export function toAccessRule({ access, scope, page }: ProcedureMeta, type: string): AccessRule {
	return { access, scope: scope ?? (type === 'mutation' ? 'write' : 'read'), page };
}
