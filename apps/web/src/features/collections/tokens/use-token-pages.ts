import { type PageFailures, toPageFailures } from '../../../lib/api/page-failures.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { type CollectionToken, useRecheckCollection } from '../collection-queries.ts';
import type { TokenSearch } from './token-search-params.ts';

/** Pictures that travel in one answer. */
export const tokenPageSize = 100;

export interface TokenPages extends PageFailures {
	/** How many match; null while that is not known. */
	readonly total: number | null;
	/** Undefined where a picture has not been fetched yet. */
	readonly tokenAt: (place: number) => CollectionToken | undefined;
}

const pageOf = (place: number) => Math.floor(place / tokenPageSize);

/** What the server is asked for in that order. */
export const toOrderInput = ({ query, sort, traits }: TokenSearch) => ({
	sort,
	...(query === '' ? {} : { search: query }),
	...(Object.keys(traits).length === 0 ? {} : { traits: JSON.stringify(traits) }),
});

/**
 * The pages of a collection's pictures that hold these places, in that order. Only these are asked for; earlier ones stay in
 * the page's memory for a while.
 */
export function useTokenPages(collectionId: string, search: TokenSearch, places: readonly number[]): TokenPages {
	const wanted = [...new Set([0, ...places.filter((place) => place >= 0).map(pageOf)])];
	const order = toOrderInput(search);
	const answers = trpc.useQueries((api) =>
		wanted.map((page) =>
			api.merge.tokens(
				{ collectionId, offset: page * tokenPageSize, limit: tokenPageSize, ...order },
				// A frozen collection never changes; what was scrolled past is not waited for.
				{ staleTime: Number.POSITIVE_INFINITY, trpc: { abortOnUnmount: true } },
			),
		),
	);
	const failures = toPageFailures(answers);
	useRecheckCollection(collectionId, failures.error);
	const pages = new Map(wanted.map((page, index) => [page, answers[index]?.data]));
	return {
		total: answers.find(({ data }) => data !== undefined)?.data?.total ?? null,
		tokenAt: (place) => pages.get(pageOf(place))?.tokens[place % tokenPageSize],
		...failures,
	};
}
