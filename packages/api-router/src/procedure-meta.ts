import type { AccessRule } from '@adx/core/auth/authorize-call';
import { z } from 'zod';

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
	readonly summary?: string;
	/** Without it an answer that is an array is a list, any other an item. */
	readonly budget?: DeclaredBudget;
}

/** Who may call a procedure that declares `meta`. */
export function toAccessRule({ access, scope, page }: ProcedureMeta, type: string): AccessRule {
	return { access, scope: scope ?? (type === 'mutation' ? 'write' : 'read'), page };
}

/** What one request may cost. */
export interface RequestBudget {
	/** The size limit of its body; a larger one is rejected. */
	readonly bytesIn: number;
	/** The size limit of its response, headers included. */
	readonly bytesOut: number;
	/** Milliseconds of the main thread's processor in all, the embedded database's among them; what blocks it takes far less. */
	readonly cpuMs: number;
	/** Fetched from the database. */
	readonly rows: number;
}

const bytesInMax = 1_000_000;

/** What the kinds of requests may cost. */
export const requestBudgets = {
	/** One thing, or a page of things. */
	item: { bytesIn: bytesInMax, bytesOut: 400_000, cpuMs: 100, rows: 1_000 },
	/** A short answer about a whole collection, which is read or written in slices. */
	bulk: { bytesIn: bytesInMax, bytesOut: 400_000, cpuMs: 500, rows: 30_000 },
	/** All of something, which may be ten thousand. Few of them are answered at the same time. */
	list: { bytesIn: bytesInMax, bytesOut: 32_000_000, cpuMs: 500, rows: 30_000 },
	/** Bytes that go out as they are read. */
	stream: { bytesIn: bytesInMax, bytesOut: Number.POSITIVE_INFINITY, cpuMs: 500, rows: 30_000 },
	/** Bytes that come in and are written as they arrive, which has limits of its own. */
	upload: { bytesIn: Number.POSITIVE_INFINITY, bytesOut: 400_000, cpuMs: 500, rows: 30_000 },
} as const satisfies Record<string, RequestBudget>;

export type BudgetKind = keyof typeof requestBudgets;

/** A kind, or what differs from one item. */
export type DeclaredBudget = BudgetKind | Partial<RequestBudget>;

export const toBudget = (declared: DeclaredBudget = 'item'): RequestBudget =>
	typeof declared === 'string' ? requestBudgets[declared] : { ...requestBudgets.item, ...declared };

/** A procedure that answers with an array is a list unless it declares something else. */
export const getProcedureBudget = (declared: DeclaredBudget | undefined, output: unknown): RequestBudget =>
	toBudget(declared ?? (output instanceof z.ZodArray ? 'list' : 'item'));
