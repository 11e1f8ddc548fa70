import { AsyncLocalStorage } from 'node:async_hooks';
import type { KyselyPlugin } from 'kysely';

/** Counts the rows that a piece of work fetches: whatever runs within `run(count, work)` adds to its count. */
export const rowCounter = new AsyncLocalStorage<{ rows: number }>();

/** Changes neither queries nor results. */
export const rowCounterPlugin: KyselyPlugin = {
	transformQuery: ({ node }) => node,
	transformResult: async ({ result }) => {
		const count = rowCounter.getStore();
		if (count !== undefined) count.rows += result.rows.length;
		return result;
	},
};
