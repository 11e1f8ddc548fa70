import { rarityTokensPerPageMax } from '@adx/validators/limits';
import type { RankedToken, RaritySort } from '@adx/validators/rarity';
import { type PageFailures, toPageFailures } from '../../../lib/api/page-failures.ts';
import { trpc } from '../../../lib/api/trpc.ts';

/** As large as the server allows, so that scrolling makes the fewest requests. */
const pageSize = rarityTokensPerPageMax;

const pageOf = (place: number) => Math.floor(place / pageSize);

/** What the ranking shows, and in which order. */
export interface RankingView {
	readonly search: string;
	readonly sort: RaritySort;
	readonly order: 'ascending' | 'descending';
}

const wholeRanking: RankingView = { search: '', sort: 'rank', order: 'ascending' };

const pageInput = (collectionId: string, page: number, { search, sort, order } = wholeRanking) => ({
	collectionId,
	offset: page * pageSize,
	limit: pageSize,
	...(search === '' ? {} : { search }),
	...(sort === 'rank' ? {} : { sort }),
	...(order === 'ascending' ? {} : { order }),
});

/**
 * A collection's rarity with its rarest tokens; asked again on entry, as a job's images may be other ones by then, and when
 * somebody comes back from another tab, where it may have been deleted.
 */
export const useRarity = (collectionId: string) =>
	trpc.collections.rarity.useQuery(pageInput(collectionId, 0), {
		refetchOnMount: 'always',
		refetchOnWindowFocus: 'always',
	});

export interface RankedPages extends PageFailures {
	/** Undefined where a token has not been fetched yet. */
	readonly tokenAt: (place: number) => RankedToken | undefined;
	/** How many tokens there are in that view; undefined while nothing has been fetched. */
	readonly found: number | undefined;
}

/** The pages of a ranking that hold the places from one to another, both included; only these are asked for. */
export function useRankedPages(collectionId: string, view: RankingView, from: number, to: number): RankedPages {
	const first = pageOf(Math.max(0, from));
	const wanted = Array.from({ length: Math.max(1, pageOf(to) - first + 1) }, (_, index) => first + index);
	const answers = trpc.useQueries((api) =>
		wanted.map((page) =>
			// What was scrolled past is not waited for.
			api.collections.rarity(pageInput(collectionId, page, view), { trpc: { abortOnUnmount: true } }),
		),
	);
	return {
		found: answers.find(({ data }) => data !== undefined)?.data?.found,
		tokenAt: (place) => answers[pageOf(place) - first]?.data?.tokens[place % pageSize],
		...toPageFailures(answers),
	};
}
