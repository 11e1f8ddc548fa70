import { preflightRowsPerPageMax } from '@adx/validators/limits';
import { trpc } from '../../../lib/api/trpc.ts';

/** What stands in the way of exporting a collection. */
export const usePreflight = (collectionId: string) =>
	trpc.collections.preflight.useQuery({ collectionId }, { refetchOnMount: 'always' });

/** Fetches all that a finding of the preflight is about, page after page. */
export function useLoadPreflightRows(collectionId: string): (kind: string) => Promise<readonly string[]> {
	const { client } = trpc.useUtils();
	return async (kind) => {
		const rows: string[] = [];
		for (let total = 1; rows.length < total; ) {
			const page = await client.collections.preflightRows.query({
				collectionId,
				kind,
				offset: rows.length,
				limit: preflightRowsPerPageMax,
			});
			rows.push(...page.rows);
			// It may have become shorter meanwhile.
			total = page.rows.length === 0 ? 0 : page.total;
		}
		return rows;
	};
}
