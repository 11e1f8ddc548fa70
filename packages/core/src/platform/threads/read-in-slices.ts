import type { ListPage } from '@adx/db/schema/list-page';
import type { PageInput } from '@adx/validators/paging';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/**
 * The rows of a list, or of a part of it, as `present` makes them. They are read in slices, and everything else runs between
 * two of them, since the embedded database works on the thread that answers calls. A row that comes first meanwhile, and
 * moves all others by a place, brings none twice.
 */
export async function readInSlices<Row extends { readonly id: string }, Result>(
	sliceRows: number,
	{ limit: wanted = Number.POSITIVE_INFINITY, cursor }: PageInput,
	readSlice: (slice: ListPage) => Promise<readonly Row[]>,
	present: (rows: readonly Row[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
	const byId = new Map<string, Result>();
	for (let from = 0; ; from += sliceRows) {
		if (from > 0) await yieldToEventLoop();
		const limit = Math.min(sliceRows, wanted - byId.size);
		const rows = await readSlice({ after: cursor, from, limit });
		const results = await present(rows);
		for (const [index, { id }] of rows.entries()) byId.set(id, results[index] as Result);
		if (rows.length < limit || byId.size >= wanted) return [...byId.values()];
	}
}
