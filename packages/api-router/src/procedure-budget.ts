import { z } from 'zod';

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

/** The budget that a declaration comes to; that of an item where there is none. */
export const toBudget = (declared: DeclaredBudget = 'item'): RequestBudget =>
	typeof declared === 'string' ? requestBudgets[declared] : { ...requestBudgets.item, ...declared };

/** A procedure that answers with an array is a list unless it declares something else. */
export const getProcedureBudget = (declared: DeclaredBudget | undefined, output: unknown): RequestBudget =>
	toBudget(declared ?? (output instanceof z.ZodArray ? 'list' : 'item'));
