import type { RankedToken } from '@adx/validators/exports';
import { rarityTokensPerPageMax } from '@adx/validators/limits';
import { type PageFailures, toPageFailures } from '../../../lib/api/page-failures.ts';
import { trpc } from '../../../lib/api/trpc.ts';

/** As large as the server allows, so that scrolling makes the fewest requests. */
const pageSize = rarityTokensPerPageMax;

const pageOf = (place: number) => Math.floor(place / pageSize);
const pageInput = (collectionId: string, page: number) => ({ collectionId, offset: page * pageSize, limit: pageSize });

/** A collection's rarity with its rarest tokens; asked again on entry, as a job's images may be other ones by then. */
export const useRarity = (collectionId: string) =>
	trpc.collections.rarity.useQuery(pageInput(collectionId, 0), { refetchOnMount: 'always' });

/** What stands in the way of exporting a collection. */
export const usePreflight = (collectionId: string) =>
	trpc.collections.preflight.useQuery({ collectionId }, { refetchOnMount: 'always' });

export interface RankedPages extends PageFailures {
	/** Undefined where a token has not been fetched yet. */
	readonly tokenAt: (place: number) => RankedToken | undefined;
}

/** The pages of a ranking that hold the places from one to another, both included; only these are asked for. */
export function useRankedPages(collectionId: string, from: number, to: number): RankedPages {
	const first = pageOf(Math.max(0, from));
	const wanted = Array.from({ length: Math.max(1, pageOf(to) - first + 1) }, (_, index) => first + index);
	const answers = trpc.useQueries((api) =>
		wanted.map((page) =>
			// What was scrolled past is not waited for.
			api.collections.rarity(pageInput(collectionId, page), { trpc: { abortOnUnmount: true } }),
		),
	);
	return {
		tokenAt: (place) => answers[pageOf(place) - first]?.data?.tokens[place % pageSize],
		...toPageFailures(answers),
	};
}
